/// <reference types="node" />
import type { SuiteCase } from "./case.ts"
import { chosenCases } from "./choose-cases.ts"
import { type OpenRun, openRun, type SuiteRun } from "./open-run.ts"
import { printError, printLine } from "./print.ts"
import type { Awaitable } from "./promises.ts"
import { groupByCause } from "./report/causes.ts"
import type { Report } from "./report/report.ts"
import { createProgress, summary } from "./report/summary.ts"
import { type CaseResult, createSkippedResult, runCase, type Status } from "./run-case.ts"
import { runInOrder } from "./run-in-order.ts"
import { type Lifecycle, type SharedOptions, settle } from "./run-options.ts"
import { createSecondRuns } from "./second-runs.ts"
import { describeUnfinished, openGuard } from "./strays.ts"
import type { Suite } from "./suite.ts"

/** Runs the chosen cases of a suite. Prints the first failure of each kind when it happens, and the causes at the end. */
export async function runSuite<Options extends SharedOptions, Setup extends Lifecycle, Tools>(
  suite: Suite<Options, Setup, Tools>,
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

async function runGuardedSuite<Options extends SharedOptions, Setup extends Lifecycle, Tools>(
  suite: Suite<Options, Setup, Tools>,
  options: Options,
  running: Set<string>,
): Promise<Report> {
  const settled = settle(options)
  const { list, leftOut, related } = chosenCases(suite, settled)
  const { onLine = printLine } = options
  const print = onLine || (() => {})
  const progress = createProgress(print)
  const endMeasure = measureMemory()
  const context = await openRun(suite, settled, (sentence) => print(`… ${sentence}`))
  const runAndPrint = async (testCase: (typeof list)[number], stepOver: () => void) => {
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
  { openAnother }: OpenRun<Context>,
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

const everyMs = 250

/** Measures by how many megabytes the process grows until the returned function is called. 0 if that is not known. */
function measureMemory(): () => number {
  if (typeof process !== "object" || typeof process.memoryUsage?.rss !== "function") return () => 0
  const before = process.memoryUsage.rss()
  let most = before
  const measure = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const timer = setInterval(measure, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    measure()
    return Math.round((most - before) / 1e6)
  }
}
