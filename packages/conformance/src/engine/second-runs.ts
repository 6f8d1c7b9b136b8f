import type { SuiteCase } from "./case.ts"
import type { SuiteRun } from "./open-run.ts"
import { within } from "./promises.ts"
import { type CaseResult, runCase } from "./run-case.ts"
import type { Effort } from "./run-options.ts"

/** What a problem says if its case passes alone. */
const passesAloneRemark = "passes alone: depends on concurrent or earlier calls"

// A race of the case itself may be won once by luck.
const timesInARow = 3

// Each new adapter may open a pool of connections.
const mostAdapters = 4

const limitMs: Readonly<Record<Effort, number>> = { quick: 3_000, full: 20_000 }

/** Runs cases that failed or warned again, each alone. All second runs of a run share one time limit. */
export type SecondRuns<Context> = (testCase: SuiteCase<Context>, result: CaseResult) => Promise<CaseResult>

/**
 * `list` has all cases of the run. `openAnother` opens a new adapter, because the first one may be damaged for good: a
 * connection that is stuck stays so.
 */
export function createSecondRuns<Context>(
  list: readonly SuiteCase<Context>[],
  openAnother: () => Promise<SuiteRun<Context>>,
): SecondRuns<Context> {
  let context: SuiteRun<Context> | undefined
  let opened = 0
  let spentMs = 0

  const open = async () => {
    opened++
    return openAnother()
  }

  /** Undefined if the time is over. */
  const run = async (
    testCase: SuiteCase<Context>,
    on: SuiteRun<Context>,
  ): Promise<CaseResult | undefined> => {
    const leftMs = limitMs[on.effort] - spentMs
    if (leftMs <= 0) return undefined
    const start = performance.now()
    const running = runCase(testCase, on)
    const isOver = await within(leftMs, running)
    spentMs += isOver ? performance.now() - start : leftMs
    return isOver ? running : undefined
  }

  const passesAlone = async (testCase: SuiteCase<Context>): Promise<boolean> => {
    for (let time = 0; time < timesInARow; time++) {
      context ??= await open()
      const again = await run(testCase, context)
      if (again?.status === "passed") continue
      // The failure may have damaged this adapter, too.
      if (again && opened < mostAdapters) context = undefined
      return false
    }
    return true
  }

  return async (testCase, result) => {
    const { error } = result
    // Nothing ran before or beside a single case, or a case that runs first.
    if (!error || testCase.first || list.length === 1) return result
    // A factory that can be called only once leaves the result as it is.
    if (!(await passesAlone(testCase).catch(() => false))) return result
    error.message += `\n  alone     ${passesAloneRemark}`
    return { ...result, passesAlone: true }
  }
}
