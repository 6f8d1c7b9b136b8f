import type { FailureDetails } from "../case-failure.ts"
import type { RunningCall } from "./hang-rules.ts"
import type { Calls } from "./record-calls.ts"

/** What a case expected and received that waits for a call that hangs. */
export type Hang = FailureDetails

/** What to say about a case that waits for these calls. */
export function describeHang(waitedMs: number, calls: readonly RunningCall[], { operations }: Calls): Hang {
  const seconds = Math.round(waitedMs / 100) / 10
  const overtaken = Math.max(0, ...calls.map((call) => call.overtaken))
  const meanwhile = overtaken > 0 ? `, in which ${overtaken} later calls returned` : ""
  const names = [...new Set(calls.map(({ name }) => name))]
  const running = names.map((name) => describe(name, operations.get(name)?.hungCases ?? 0)).join(", ")
  return {
    expected: `an answer within ${seconds} ${seconds === 1 ? "second" : "seconds"}${meanwhile}`,
    received: `none${running && `; still running: ${running}`}`,
    symptom: { kind: "said", text: `${names.join(", ") || "the case"} never returns` },
  }
}

const describe = (name: string, hungCases: number): string =>
  hungCases === 0
    ? name
    : `${name}, which has not returned in ${hungCases} earlier ${hungCases === 1 ? "case" : "cases"}`

const noticeMs = 5_000

/** Says once for each operation that a call has not returned for some seconds, although it may still return. */
export function createNotices(notice: (sentence: string) => void): (calls: Calls) => void {
  const noticed = new Set<string>()
  let last = Number.NEGATIVE_INFINITY
  return ({ pace, operations }) => {
    // One sentence for all operations, if the whole store does not answer.
    if (pace.now - last < noticeMs) return
    const late = [...operations].flatMap(([name, { running, hangs }]) =>
      !hangs && !noticed.has(name) && [...running].some(({ start }) => pace.now - start >= noticeMs)
        ? name
        : [],
    )
    if (late.length === 0) return
    last = pace.now
    for (const name of late) noticed.add(name)
    notice(`no answer for ${noticeMs / 1000} seconds or more: ${late.join(", ")}`)
  }
}
