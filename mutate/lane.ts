import { join } from "node:path"
import { createVitest, type TestSequencer, type TestSpecification } from "vitest/node"

/*
 * A process that runs the tests of one workspace, once per message. It keeps Vitest between the runs, so that only the
 * changed file is compiled again: a new Vitest for each mutant would take most of the time.
 */

/** Runs tests, in this order, after a file has changed. */
export type LaneRequest = {
  readonly tests: readonly string[]
  readonly changed?: string
  /** Whether to stop at the first failure. */
  readonly bail: boolean
}

/** A test has ended; more follow. */
export type LaneProgress = "test ended"

export type LaneReply = {
  /** The tests that failed: with `bail`, the first. */
  readonly failed: readonly string[]
  /** The milliseconds that each file took. */
  readonly spent: Readonly<Record<string, number>>
}

const [workspace = ""] = process.argv.slice(2)
process.chdir(workspace)
process.env["TSX_TSCONFIG_PATH"] = join(workspace, "tsconfig.json")
const toRelativePath = (path: string): string => path.slice(workspace.length + 1)

let request: LaneRequest = { tests: [], bail: true }
let failed: string[] = []

const add = (name: string) => {
  failed.push(name)
  if (request.bail) void vitest.cancelCurrentRun("test-failure")
}

/** Vitest calls this with `new`. */
function sequencer(): TestSequencer {
  const rank = ({ moduleId }: TestSpecification) => request.tests.indexOf(toRelativePath(moduleId))
  return { sort: (files) => files.toSorted((a, b) => rank(a) - rank(b)), shard: (files) => files }
}

// Without the configuration of the repository: its projects have servers of their own, which would keep the old file.
const vitest = await createVitest(
  "test",
  {
    root: workspace,
    config: false,
    watch: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    // Halves the time. The run without a mutant shows that the tests do not disturb each other.
    isolate: false,
    cache: false,
    sequence: { sequencer: sequencer as unknown as new () => TestSequencer },
    reporters: [
      {
        onTestCaseResult: (test) => {
          process.send?.("test ended" satisfies LaneProgress)
          if (test.result().state === "failed")
            add(`${toRelativePath(test.module.moduleId)} ${test.fullName}`)
        },
        onTestModuleEnd: (module) => {
          if (module.errors().length > 0) add(toRelativePath(module.moduleId))
        },
      },
    ],
  },
  { resolve: { tsconfigPaths: true }, server: { watch: null } },
)

process.on("message", async (message: LaneRequest) => {
  // The file of the last mutant is restored by now.
  for (const file of [request.changed, message.changed])
    if (file) vitest.invalidateFile(join(workspace, file))
  request = message
  failed = []
  const project = vitest.getRootProject()
  const files = request.tests.map((test) => project.createSpecification(join(workspace, test)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
  if (failed.length === 0 && unhandledErrors.length > 0) failed.push(readMessage(unhandledErrors[0]))
  const spent = testModules.map((module) => [toRelativePath(module.moduleId), module.diagnostic().duration])
  process.send?.({ failed, spent: Object.fromEntries(spent) } satisfies LaneReply)
})

// Errors of a worker arrive as plain objects.
const readMessage = (error: unknown): string => (error as { readonly message?: string }).message ?? "unknown"
