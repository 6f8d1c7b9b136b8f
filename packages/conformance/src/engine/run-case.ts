import type { AnyCase, Level, SuiteCase } from "./case.ts"
import type { CaseFailure, FailureDetails } from "./case-failure.ts"
import type { CaseHooks, ObserveCall } from "./case-hooks.ts"
import type { SuiteRun } from "./open-run.ts"
import { printValue } from "./print.ts"
import { type OnStray, runGuarded } from "./strays.ts"
import { createFailureRecord, type Failure, readDetails } from "./symptoms/record-failures.ts"
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
  /** What went wrong, in words that cases with the same cause share. */
  readonly symptom?: string
  /** Values that the store had changed before, although the case went on. */
  readonly alsoLost?: string
  /** How many calls it had made when it failed. */
  readonly calls?: number
  /** How many races it started. A defect that was not seen in a few of them may still be there. */
  readonly races?: number
  /** Set if it passed when it ran again alone on a new adapter: the defect depends on concurrent or earlier calls. */
  readonly passesAlone?: true
  /** Why it was skipped. */
  readonly reason?: string
}

/** Runs one case; never throws. `stepOver` is called if other cases should run while it waits for a call. */
export async function runCase<Context>(
  testCase: SuiteCase<Context>,
  context: SuiteRun<Context>,
  stepOver = () => {},
): Promise<CaseResult> {
  const { id, clause, level, title } = testCase
  const reason = context.whySkipped(testCase) ?? (await testCase.skipReason?.())
  if (reason !== undefined) return createSkippedResult(testCase, reason)
  const start = performance.now()
  let lack: string | undefined
  const skip = (sentence: string): never => {
    lack ??= sentence
    throw new Error(`The case is skipped: ${sentence}.`)
  }
  let races = 0
  const onRace = () => {
    races++
  }
  const record = createFailureRecord(testCase)
  let stray: Failure | undefined
  let result: Writable<CaseResult> | undefined
  const onStray: OnStray = (details) => {
    stray ??= record.finish(details, false)
    // It may come after the case has ended. The process would have ended, whatever the level of the case.
    if (result) Object.assign(result, { status: "failed", ...stray })
  }
  const details = await attempt(testCase, context, { stepOver, skip, onRace, onStray, record })
  const failure = stray ?? record.finish(details, races > 0 || testCase.alone === true)
  const hasFailed = stray !== undefined || level === "must"
  if (lack !== undefined && !stray) return createSkippedResult(testCase, lack)
  result = {
    id,
    clause,
    level,
    title,
    status: failure ? (hasFailed ? "failed" : "warned") : "passed",
    milliseconds: performance.now() - start,
    ...failure,
    // A case that runs alone looks for a race that it starts itself.
    ...((races > 0 || testCase.alone) && { races: Math.max(races, 1) }),
  }
  return result
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] }

export const createSkippedResult = ({ id, clause, level, title }: AnyCase, reason: string): CaseResult => ({
  id,
  clause,
  level,
  title,
  status: "skipped",
  milliseconds: 0,
  reason,
})

type Attempt = Pick<CaseHooks, "skip" | "onRace"> & {
  stepOver(): void
  readonly onStray: OnStray
  readonly record: ReturnType<typeof createFailureRecord>
}

async function attempt<Context>(
  testCase: SuiteCase<Context>,
  run: SuiteRun<Context>,
  { stepOver, onStray, record, ...hooks }: Attempt,
): Promise<FailureDetails | undefined> {
  let hangs = (_: FailureDetails) => {}
  const hang = new Promise<FailureDetails>((resolve) => {
    hangs = resolve
  })
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const calls = run.watch.open({ stepOver, fail: hangs })
  const sources = createSources((name, kind) => {
    record.noteCall(name)
    return calls.observe(name, kind)
  })
  try {
    const t = run.createContext(testCase, { ...hooks, fail: record.fail, observe: sources.observe, ended })
    return (await Promise.race([runGuarded(onStray, () => testCase.run(t)), hang])) ?? undefined
  } catch (error) {
    const source = sources.find(error)
    const received = `${source ? `${source} threw ` : ""}${printValue(error)}`
    const text = source ? `${source} throws ${nameError(error)}` : printValue(error)
    const thrown: FailureDetails = {
      expected: "no error",
      received,
      cause: error,
      symptom: { kind: "said", text },
    }
    return readDetails(error) ?? thrown
  } finally {
    calls.close()
    end()
  }
}

/** An error without what differs from call to call: quoted texts and numbers. */
const nameError = (error: unknown): string => printValue(error).replace(/"[^"]*"|'[^']*'|\d+/g, "…")

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
  return { observe, find: (error: unknown) => (isObject(error) ? sources.get(error) : undefined) }
}
