import type { AnyCase, Case, Level } from "./case.ts"
import { CaseFailure } from "./case-failure.ts"
import type { CaseHooks, ObserveCall } from "./case-hooks.ts"
import { printValue } from "./print.ts"
import type { SuiteRun } from "./run-context.ts"
import type { Observe } from "./watch/record-calls.ts"

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
  /** How many races it started. A defect that was not seen in a few of them may still be there. */
  readonly races?: number
  /** Set if it passed when it ran again alone on a new adapter: the defect depends on concurrent or earlier calls. */
  readonly passesAlone?: true
  /** Why it was skipped. */
  readonly reason?: string
}

/** Runs one case; never throws. `stepOver` is called if other cases should run while it waits for a call. */
export async function runCase<Context>(
  of: Case<Context>,
  context: SuiteRun<Context>,
  stepOver = () => {},
): Promise<CaseResult> {
  const { id, clause, level, title } = of
  const reason = context.whySkipped(of) ?? (await of.skipReason?.())
  if (reason !== undefined) return skipped(of, reason)
  const start = performance.now()
  let lack: string | undefined
  const skip = (sentence: string): never => {
    lack ??= sentence
    throw new Error(`The case is skipped: ${sentence}.`)
  }
  let races = 0
  const raced = () => {
    races++
  }
  const error = await attempt(of, context, { stepOver, skip, raced })
  if (lack !== undefined) return skipped(of, lack)
  return {
    id,
    clause,
    level,
    title,
    status: error ? (level === "must" ? "failed" : "warned") : "passed",
    milliseconds: performance.now() - start,
    ...(error && { error }),
    // A case that runs alone looks for a race that it starts itself.
    ...((races > 0 || of.alone) && { races: Math.max(races, 1) }),
  }
}

export const skipped = ({ id, clause, level, title }: AnyCase, reason: string): CaseResult => ({
  id,
  clause,
  level,
  title,
  status: "skipped",
  milliseconds: 0,
  reason,
})

type Attempt = Pick<CaseHooks, "skip" | "raced"> & { stepOver(): void }

async function attempt<Context>(
  of: Case<Context>,
  run: SuiteRun<Context>,
  { stepOver, ...hooks }: Attempt,
): Promise<CaseFailure | undefined> {
  let fail = (_: CaseFailure) => {}
  const hang = new Promise<never>((_, reject) => {
    fail = reject
  })
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const calls = run.watch.open({ stepOver, fail: (details) => fail(new CaseFailure(of, details)) })
  const sources = createSources(calls.observe)
  try {
    const t = run.createContext(of, { ...hooks, observe: sources.observe, ended })
    await Promise.race([of.run(t), hang])
    return undefined
  } catch (error) {
    if (error instanceof CaseFailure) return error
    const source = sources.of(error)
    const received = `${source ? `${source} threw ` : ""}${printValue(error)}`
    return new CaseFailure(of, { expected: "no error", received, cause: error })
  } finally {
    calls.close()
    end()
  }
}

/** Knows which operation threw an error. */
function createSources(record: Observe) {
  const sources = new WeakMap<object, string>()
  const isObject = (value: unknown): value is object => typeof value === "object" && value !== null
  const observe: ObserveCall = (name, kind) => {
    const ended = record(name, kind)
    return (end) => {
      ended("value" in end ? "returned" : "threw")
      if ("thrown" in end && isObject(end.thrown)) sources.set(end.thrown, name)
    }
  }
  return { observe, of: (error: unknown) => (isObject(error) ? sources.get(error) : undefined) }
}
