import { manifest } from "mortise"
import type { Case } from "./case.ts"
import { chosenCases } from "./choose-cases.ts"
import { createData } from "./data.ts"
import { printLine } from "./print.ts"
import type { RaceInProcesses } from "./processes/messages.ts"
import { type Awaitable, within } from "./promises.ts"
import type { Report } from "./report/report.ts"
import { problemLines, summary } from "./report/summary.ts"
import { type CaseResult, runCase, type Status, skipped } from "./run-case.ts"
import type { RunContext } from "./run-context.ts"
import { runInOrder } from "./run-in-order.ts"
import { type Factory, type RunOptions, type Setup, settle } from "./run-options.ts"
import { createSecondRuns } from "./second-runs.ts"
import { type CallWatch, createCallWatch } from "./watch/call-watch.ts"

/**
 * Runs the cases against an adapter. Prints each failure when it happens, and the counts at the end.
 *
 * @example
 * ```ts
 * import { runConformance } from "@mortise/conformance"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const report = await runConformance({ factory: () => ({ adapter: memoryAdapter() }) })
 * if (report.failed > 0) throw new Error("the adapter does not conform yet")
 * ```
 */
export async function runConformance(options: RunOptions): Promise<Report> {
  const settled = settle(options)
  const { list, leftOut } = chosenCases(settled)
  const { onLine = printLine } = options
  const print = onLine || (() => {})
  const context = await openRun(settled, (sentence) => print(`… ${sentence}`))
  const runAndPrint = async (one: Case, stepOver: () => void) => {
    const result = await runChosen(one, context, { ...options, stepOver })
    for (const line of problemLines(result)) print(line)
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
    results,
    effort: context.effort,
    seed: context.seed,
  }
  for (const line of summary(report)) print(line)
  return report
}

/** Runs the cases that did not pass again, one after the other. */
async function runAgain(
  list: readonly Case[],
  results: readonly CaseResult[],
  { openAnother }: OpenRun,
): Promise<CaseResult[]> {
  const secondRun = createSecondRuns(list, openAnother)
  const judged: CaseResult[] = []
  for (const [nth, result] of results.entries()) judged.push(await secondRun(list[nth] as Case, result))
  return judged
}

// A store may wait for calls that hang before it closes. Test runners give a hook ten seconds.
const closeMs = 8_000

/** The context of a run whose adapter is open. */
export type OpenRun = RunContext & {
  /** Opens another adapter of the same factory. */
  openAnother(): Promise<RunContext>
  /** Closes all of its adapters. */
  close(): Promise<void>
}

/** `notice` receives a sentence about a call that has not returned for some seconds. */
export async function openRun(
  options: RunOptions,
  notice: (sentence: string) => void = () => {},
): Promise<OpenRun> {
  const { effort, seed } = settle(options)
  const { factory, inProcesses, close: closeSource } = await openSource(options)
  const broken: Setup[] = []
  const openBroken = async () => {
    const setup = await factory()
    broken.push(setup)
    await setup.outage?.()
    return setup
  }
  const contextOf = ({ adapter, outage }: Setup, watch: CallWatch): RunContext => {
    const promises = manifest(adapter)
    return {
      adapter,
      manifest: promises,
      data: createData(promises?.reduced.includes("milliseconds") ? 0 : undefined),
      effort,
      seed,
      openBroken: outage && openBroken,
      inProcesses,
      watch,
    }
  }
  const first = await factory()
  await first.reset?.()
  const watch = createCallWatch(notice)
  const others: Setup[] = []
  const closeAll = async () => {
    await closeSource?.()
    for (const each of broken) await each.close?.()
    await first.close?.()
    // Adapters of one factory may share a pool, which is closed by now.
    for (const each of others) await Promise.resolve(each.close?.()).catch(() => {})
  }
  return {
    ...contextOf(first, watch),
    async openAnother() {
      const setup = await factory()
      others.push(setup)
      return contextOf(
        setup,
        createCallWatch(() => {}),
      )
    },
    async close() {
      if (!watch.hasHung()) return closeAll()
      const isClosed = await within(closeMs, closeAll())
      if (!isClosed) notice(`close has not returned within ${closeMs / 1000} seconds`)
    },
  }
}

type Source = { factory: Factory; inProcesses?: RaceInProcesses; close?: () => Promise<void> }

async function openSource({ factory, module, ...how }: RunOptions): Promise<Source> {
  if (factory) return { factory }
  if (module === undefined)
    throw new TypeError("Give runConformance a factory that makes the adapter, or a module that exports one.")
  const { openProcesses } = await import("./runners/open-processes.ts")
  return openProcesses({ module, ...how })
}

/** Runs one chosen case, unless the options skip it. */
export function runChosen(
  one: Case,
  context: RunContext,
  { skip = [], stepOver }: Pick<RunOptions, "skip"> & { stepOver?: () => void },
): Awaitable<CaseResult> {
  const reason = Array.isArray(skip)
    ? skip.includes(one.id) && "skipped by the options of the run"
    : (skip as Readonly<Record<string, string>>)[one.id]
  return reason ? skipped(one, reason) : runCase(one, context, stepOver)
}
