import { DefaultReporter, type Reporter, type TestCase, type TestModule, type TestSuite } from "vitest/node"
import { repeatCommand } from "./repeat-command.ts"

const slowestCount = 10

/**
 * Prints a line for each finished file, with the time so far. At the end, it prints the failures as vitest does, the
 * slowest files, and the command that repeats each failure.
 */
export function createTestReporter(print: (line: string) => void = console.log): Reporter {
  const failures = new DefaultReporter({ summary: false })
  let start = performance.now()
  let total = 0
  let done = 0
  return {
    onInit: (vitest) => failures.onInit(vitest),
    onUserConsoleLog: (log) => failures.onUserConsoleLog(log),

    onTestRunStart(specifications) {
      failures.onTestRunStart(specifications)
      start = performance.now()
      total = specifications.length
      const seed = process.env["MORTISE_SEED"]
      if (seed) print(`Random choices have the seed ${seed}: MORTISE_SEED=${seed} repeats them.`)
    },

    onTestModuleEnd(module) {
      done++
      const place = `[${String(done).padStart(String(total).length)}/${total}]`
      print(`${place} ${formatSeconds(performance.now() - start)}  ${describeModule(module)}`)
    },

    onTestRunEnd(modules, errors, reason) {
      failures.onTestRunEnd(modules, errors, reason)
      print("The slowest files:")
      for (const line of listSlowest(modules)) print(line)
      const commands = modules.flatMap((module) => listCommands(module))
      if (commands.length > 0) print("\nTo repeat a failure:")
      for (const command of commands) print(`  ${command}`)
    },
  }
}

/** The result, the path and the duration of a file. */
function describeModule(module: TestModule): string {
  const tests = [...module.children.allTests()]
  const failed = tests.filter((test) => test.result().state === "failed").length
  const state = module.state() === "failed" ? "✗" : "✓"
  const count = failed > 0 ? `, ${failed} of ${tests.length} tests failed` : ""
  return `${state} ${module.relativeModuleId} ${formatSeconds(measureModule(module))}${count}`
}

/** The time of a file, with its imports and its hooks. */
function measureModule(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
}

const listSlowest = (modules: readonly TestModule[]): string[] =>
  modules
    .map((module) => ({ path: module.relativeModuleId, duration: measureModule(module) }))
    .sort((left, right) => right.duration - left.duration)
    .slice(0, slowestCount)
    .map(({ path, duration }) => `${formatSeconds(duration).padStart(9)}  ${path}`)

/** A command for each test that failed, or for the file if it failed outside of them. */
function listCommands(module: TestModule): string[] {
  if (module.state() !== "failed") return []
  const tests = [...module.children.allTests("failed")]
  const failed = tests.length > 0 ? tests.map(listNames) : [[]]
  return failed.map((names) => repeatCommand(module.relativeModuleId, names, process.env))
}

/** The names of a test's groups, from the outside, and its own. */
function listNames(entry: TestCase | TestSuite): string[] {
  const { parent, name } = entry
  return parent.type === "suite" ? [...listNames(parent), name] : [name]
}

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
