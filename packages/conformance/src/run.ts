import { manifest } from "mortise"
import type { Awaitable } from "./awaitable.ts"
import type { Case } from "./case.ts"
import { chosenCases } from "./chosen-cases.ts"
import { createData } from "./data.ts"
import { printLine } from "./print-line.ts"
import type { InProcesses } from "./processes/messages.ts"
import type { Report } from "./report/report.ts"
import { summary } from "./report/summary.ts"
import { type CaseResult, runCase, type Status, skipped } from "./run-case.ts"
import type { RunContext } from "./run-context.ts"
import { type RunOptions, settle } from "./run-options.ts"
import type { Factory, Setup } from "./setup.ts"

// Enough cases at once to overlap on a shared store, few enough for a small connection pool.
const atOnce = 8

/**
 * Runs the cases against an adapter and prints a report.
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
  const context = await openRun(settled)
  const results = await runInOrder(list, (one) => runChosen(one, context, options))
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
  const { onLine: print = printLine } = options
  if (print) for (const line of summary(report)) print(line)
  return report
}

/** The context of a run whose adapter is open, and the function that closes it. */
export type OpenRun = RunContext & { close(): Promise<void> }

export async function openRun(options: RunOptions): Promise<OpenRun> {
  const { effort, seed } = settle(options)
  const { factory, inProcesses, close: closeSource } = await openSource(options)
  const { adapter, close, reset, outage } = await factory()
  await reset?.()
  const broken: Setup[] = []
  const openBroken = async () => {
    const setup = await factory()
    broken.push(setup)
    await setup.outage?.()
    return setup
  }
  const promises = manifest(adapter)
  return {
    adapter,
    manifest: promises,
    data: createData(promises?.reduced.includes("milliseconds") ? 0 : undefined),
    effort,
    seed,
    openBroken: outage && openBroken,
    inProcesses,
    close: async () => {
      await closeSource?.()
      for (const each of broken) await each.close?.()
      await close?.()
    },
  }
}

type Source = { factory: Factory; inProcesses?: InProcesses; close?: () => Promise<void> }

async function openSource({ factory, module, ...how }: RunOptions): Promise<Source> {
  if (factory) return { factory }
  if (module === undefined)
    throw new TypeError("Give runConformance a factory that makes the adapter, or a module that exports one.")
  const { openProcesses } = await import("./runners/open-processes.ts")
  return openProcesses({ module, ...how })
}

/** Runs one chosen case, unless the options skip it. */
export function runChosen(one: Case, context: RunContext, { skip = [] }: RunOptions): Awaitable<CaseResult> {
  const reason = Array.isArray(skip)
    ? skip.includes(one.id) && "skipped by the options of the run"
    : (skip as Readonly<Record<string, string>>)[one.id]
  return reason ? skipped(one, reason) : runCase(one, context)
}

type Numbered = readonly [number, Case]

/**
 * Runs the cases that need an empty store, then most cases several at a time, and then, one by one, those that must run
 * alone. Cases that wait for the clock run beside the latter two. The results have the order of the list.
 */
export async function runInOrder(
  list: readonly Case[],
  work: (one: Case) => Awaitable<CaseResult>,
): Promise<CaseResult[]> {
  const results: CaseResult[] = []
  const runAll = async (entries: readonly Numbered[], workers: number): Promise<void> => {
    // The long cases are at the end of the list. Starting them first shortens the run.
    const queue = [...entries].reverse().values()
    const worker = async () => {
      for (const [nth, one] of queue) results[nth] = await work(one)
    }
    await Promise.all(Array.from({ length: workers }, worker))
  }
  const among = (fits: (one: Case) => boolean) => [...list.entries()].filter(([, one]) => fits(one))
  await runAll(
    among(({ first }) => first === true),
    1,
  )
  const waiting = runAll(
    among(({ waits }) => waits === true),
    atOnce,
  )
  await runAll(
    among(({ first, waits, alone }) => !first && !waits && !alone),
    atOnce,
  )
  await runAll(
    among(({ waits, alone }) => !waits && alone === true),
    1,
  )
  await waiting
  return results
}
