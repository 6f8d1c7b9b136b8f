import { extras, type OperationName } from "mortise"
import type { Case, Level } from "./case.ts"
import { createCaseContext, type Observe } from "./case-context.ts"
import { CaseFailure } from "./case-failure.ts"
import { lackingGuarantee } from "./guaranteed-cases.ts"
import { operationOf } from "./operation-of.ts"
import { printValue } from "./print-value.ts"
import type { RunContext } from "./run-context.ts"

/** The status of a case. A must that does not hold is `failed`; a should or may that does not hold is `warned`. */
export type Status = "passed" | "failed" | "warned" | "skipped"

/** The outcome of one case. */
export type CaseResult = {
  readonly id: string
  readonly clause: string
  readonly level: Level
  readonly title: string
  readonly status: Status
  readonly milliseconds: number
  /** Why it failed or warned. */
  readonly error?: CaseFailure
  /** Why it was skipped. */
  readonly reason?: string
}

// Ends a case that hangs. It does not judge speed.
const timeoutSeconds = 60

/** Runs one case; never throws. */
export async function runCase(of: Case, context: RunContext): Promise<CaseResult> {
  const { id, clause, level, title } = of
  const reason = whySkipped(of, context) ?? (await of.skipReason?.(context))
  if (reason !== undefined) return skipped(of, reason)
  const start = performance.now()
  const error = await attempt(of, context)
  return {
    id,
    clause,
    level,
    title,
    status: error ? (level === "must" ? "failed" : "warned") : "passed",
    milliseconds: performance.now() - start,
    ...(error && { error }),
  }
}

export const skipped = ({ id, clause, level, title }: Case, reason: string): CaseResult => ({
  id,
  clause,
  level,
  title,
  status: "skipped",
  milliseconds: 0,
  reason,
})

function whySkipped(of: Case, context: RunContext): string | undefined {
  const { adapter, openBroken, inProcesses, manifest } = context
  if (of.outage && !openBroken) return "the factory offers no outage"
  if (of.processes && !inProcesses)
    return "it needs several processes: start it with runConformance({ module })"
  const lacking = of.needs.filter((operation) => !operationOf(adapter, operation))
  if (lacking.length > 0) return `the adapter has no ${lacking.join(", ")}`
  const offered = extras(adapter) ?? {}
  const missing = (of.extras ?? []).filter((extra) => !offered[extra])
  if (missing.length > 0) return `the adapter has no extra ${missing.join(", ")}`
  return lackingGuarantee(of, manifest?.reduced ?? [])
}

async function attempt(of: Case, run: RunContext): Promise<CaseFailure | undefined> {
  const calls = observeCalls()
  try {
    await withTimeout(of, of.run(createCaseContext(of, run, calls.observe)), calls.running)
    return undefined
  } catch (error) {
    if (error instanceof CaseFailure) return error
    const source = calls.sourceOf(error)
    const received = `${source ? `${source} threw ` : ""}${printValue(error)}`
    return new CaseFailure(of, { expected: "no error", received, cause: error })
  }
}

/** Knows which operation threw an error and which operations have not returned yet. */
function observeCalls() {
  const sources = new WeakMap<object, OperationName>()
  const running = new Set<{ readonly operation: OperationName }>()
  const observe: Observe = (operation) => {
    const call = { operation }
    running.add(call)
    return (error) => {
      running.delete(call)
      if (typeof error === "object" && error !== null) sources.set(error, operation)
    }
  }
  return {
    observe,
    sourceOf: (error: unknown) =>
      typeof error === "object" && error !== null ? sources.get(error) : undefined,
    running: () => [...new Set([...running].map(({ operation }) => operation))],
  }
}

async function withTimeout(
  of: Case,
  run: Promise<void>,
  running: () => readonly OperationName[],
): Promise<void> {
  let timer: ReturnType<typeof setInterval> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    // Counts the seconds in which this process runs, so that a debugger or a machine that sleeps does not end a case.
    let left = timeoutSeconds
    timer = setInterval(() => {
      if (--left > 0) return
      const names = running().join(", ")
      const received = `none${names && `; still running: ${names}`}`
      reject(new CaseFailure(of, { expected: `an answer within ${timeoutSeconds} seconds`, received }))
    }, 1000)
  })
  try {
    await Promise.race([run, tooLong])
  } finally {
    clearInterval(timer)
  }
}
