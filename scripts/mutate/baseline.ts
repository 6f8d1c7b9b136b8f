import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runTests } from "./run-tests.ts"
import { importDistances } from "./test-files.ts"

/** The tests of a part of src, timed without a mutant. */
export type Baseline = {
  readonly totalMs: number
  /** The tests, those that are likely to find a mutant of this file soon first. */
  testsFor(file: string): string[]
}

type Report = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
  }[]
}

const maxMs = 60 * 60_000

/** Runs the tests without a mutant; throws if one fails, because then every mutant would seem to be found. */
export async function measureBaseline(
  workspace: string,
  tests: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Baseline> {
  const started = performance.now()
  const args = ["--reporter=json", "--outputFile=.cache/baseline.json"]
  const { outcome, output } = await runTests(workspace, { tests, args, env, timeoutMs: maxMs })
  const totalMs = performance.now() - started
  if (outcome !== "passed")
    throw new Error(`Tests fail without a mutant: fix them first.\n${failures(workspace) || output}`)
  const spent = new Map(
    readReport(workspace).map(({ name, startTime, endTime }) => [
      name.slice(workspace.length + 1),
      endTime - startTime,
    ]),
  )
  const distances = new Map(tests.map((test) => [test, importDistances(workspace, test)]))
  const rank = (test: string, file: string) => distances.get(test)?.get(file) ?? Number.POSITIVE_INFINITY
  return {
    totalMs,
    testsFor: (file) =>
      tests.toSorted(
        (a, b) => compare(rank(a, file), rank(b, file)) || (spent.get(a) ?? 0) - (spent.get(b) ?? 0),
      ),
  }
}

const readReport = (workspace: string): Report["testResults"] =>
  (JSON.parse(readFileSync(join(workspace, ".cache/baseline.json"), "utf8")) as Report).testResults

const failures = (workspace: string): string =>
  readReport(workspace)
    .filter(({ status }) => status !== "passed")
    .map(({ name }) => name.slice(workspace.length + 1))
    .join("\n")

// The difference of two infinite numbers is not a number.
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
