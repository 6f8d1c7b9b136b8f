import type { Lane } from "./open-lane.ts"
import { importDistances } from "./test-files.ts"

/** The tests of a part of the library, timed without a mutant. */
export type Baseline = {
  readonly totalMs: number
  /** How long a test may take before it counts as failed. */
  readonly timeoutMs: number
  /** The tests, starting with the ones that are likely to find a mutant of this file quickly. */
  testsFor(file: string): string[]
}

const maxMs = 10 * 60_000

/** Runs the tests without a mutant; throws if one fails, because then every mutant would seem to be found. */
export async function measureBaseline(lane: Lane, tests: readonly string[]): Promise<Baseline> {
  const started = performance.now()
  const reply = await lane.run({ tests, bail: false }, maxMs)
  const totalMs = performance.now() - started
  const { failed, spent } = reply === "timed out" ? { failed: ["timed out"], spent: {} } : reply
  if (failed.length > 0)
    throw new Error(["Tests fail without a mutant: fix them first.", ...failed].join("\n"))
  const distances = new Map(tests.map((test) => [test, importDistances(lane.workspace, test)]))
  const rank = (test: string, file: string) => distances.get(test)?.get(file) ?? Number.MAX_SAFE_INTEGER
  return {
    totalMs,
    timeoutMs: 20_000 + 2 * Math.max(...Object.values(spent)),
    testsFor: (file) =>
      tests.toSorted((a, b) => rank(a, file) - rank(b, file) || (spent[a] ?? 0) - (spent[b] ?? 0)),
  }
}
