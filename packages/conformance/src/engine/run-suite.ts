import type { SuiteCase } from "./case.ts"
import { type CaseList, chosenCases } from "./choose-cases.ts"
import { measureMemory } from "./memory.ts"
import { printError, printLine } from "./print.ts"
import type { Awaitable } from "./promises.ts"
import { groupByCause } from "./report/causes.ts"
import type { Report } from "./report/report.ts"
import { createProgress, summary } from "./report/summary.ts"
import { type CaseResult, createSkippedResult, runCase, type Status } from "./run-case.ts"
import { runInOrder } from "./run-in-order.ts"
import { type Settled, type SharedOptions, settle } from "./run-options.ts"
import { createSecondRuns } from "./second-runs.ts"
import { describeUnfinished, openGuard } from "./strays.ts"
import type { SuiteRun } from "./suite-run.ts"

/** A run whose store is open. */
export type OpenSuiteRun<Context> = SuiteRun<Context> & {
  /** Opens what is tested again, with the same factory. */
  openAnother(): Promise<SuiteRun<Context>>
  /** Closes everything that was opened. */
  close(): Promise<void>
}

/** A list of cases, and how a run of them opens what they test. */
export type Suite<Options extends SharedOptions, Context> = CaseList<SuiteCase<Context>> & {
  /** `notice` receives a sentence about a call that has not returned for some seconds. */
  open(options: Settled<Options>, notice?: (sentence: string) => void): Promise<OpenSuiteRun<Context>>
}

/** Runs the chosen cases of a suite. Prints the first failure of each kind when it happens, and the causes at the end. */
export async function runSuite<Options extends SharedOptions, Context>(
  suite: Suite<Options, Context>,
  options: Options,
): Promise<Report> {
  const running = new Set<string>()
  const closeGuard = openGuard(() => printError(describeUnfinished(running)))
  try {
    return await runGuardedSuite(suite, options, running)
  } finally {
    closeGuard()
  }
}

async function runGuardedSuite<Options extends SharedOptions, Context>(
  suite: Suite<Options, Context>,
  options: Options,
  running: Set<string>,
): Promise<Report> {
  const settled = settle(options)
  const { list, leftOut, related } = chosenCases(suite, settled)
  const { onLine = printLine } = options
  const print = onLine || (() => {})
  const progress = createProgress(print)
  const endMeasure = measureMemory()
  const context = await suite.open(settled, (sentence) => print(`… ${sentence}`))
  const runAndPrint = async (testCase: SuiteCase<Context>, stepOver: () => void) => {
    running.add(testCase.id)
    const result = await runChosen(testCase, context, { ...options, stepOver })
    running.delete(testCase.id)
    progress(result)
    return result
  }
  const firstResults = await runInOrder(list, runAndPrint)
  const results = await runAgain(list, firstResults, context)
  await context.close()
  const count = (status: Status) => results.filter((result) => result.status === status).length
  const report: Report = {
    passed: count("passed"),
    failed: count("failed"),
    warned: count("warned"),
    skipped: count("skipped"),
    leftOut,
    related,
    memoryGrowth: endMeasure(),
    results,
    causes: groupByCause(results),
    effort: context.effort,
    seed: context.seed,
  }
  for (const line of summary(report)) print(line)
  return report
}

/** Runs the cases that did not pass again, one after the other. */
async function runAgain<Context>(
  list: readonly SuiteCase<Context>[],
  results: readonly CaseResult[],
  { openAnother }: OpenSuiteRun<Context>,
): Promise<CaseResult[]> {
  const secondRun = createSecondRuns(list, openAnother)
  const judged: CaseResult[] = []
  for (const [index, result] of results.entries())
    judged.push(await secondRun(list[index] as SuiteCase<Context>, result))
  return judged
}

/** Runs one chosen case, unless the options skip it. */
export function runChosen<Context>(
  testCase: SuiteCase<Context>,
  context: SuiteRun<Context>,
  { skip = [], stepOver }: Pick<SharedOptions, "skip"> & { stepOver?: () => void },
): Awaitable<CaseResult> {
  const reason = Array.isArray(skip)
    ? skip.includes(testCase.id) && "skipped by the options of the run"
    : (skip as Readonly<Record<string, string>>)[testCase.id]
  return reason ? createSkippedResult(testCase, reason) : runCase(testCase, context, stepOver)
}
