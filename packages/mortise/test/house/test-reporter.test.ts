import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { repeatCommand } from "../../../../scripts/test-reporter/repeat-command.ts"
import { temporaryTree } from "../support/temporary-tree.ts"

const file = "packages/mortise/test/a.test.ts"

test.each([
  ["a whole file", [], {}, `npx vitest run ${file}`],
  ["a test in a group", ["a group", "a test"], {}, `npx vitest run ${file} -t 'a group a test$'`],
  ["a title of special characters", ["it's (a)?"], {}, `npx vitest run ${file} -t 'it'\\''s \\(a\\)\\?$'`],
  ["a title with other letters", ["ünï\n"], {}, `npx vitest run ${file} -t '.n.\\s$'`],
  ["a test of npm test", ["a"], { MORTISE_TESTS: "usual" }, `npx vitest run ${file} -t 'a$'`],
  [
    "a test of a full run",
    ["a"],
    { MORTISE_TESTS: "full", MORTISE_SEED: "7", TZ: "Asia/Kolkata" },
    `MORTISE_TESTS=full MORTISE_SEED=7 TZ=Asia/Kolkata npx vitest run ${file} -t 'a$'`,
  ],
])("the command that repeats %s", (_, names, env, command) => {
  expect(repeatCommand(file, names, env)).toBe(command)
})

test("a run prints its files, the slowest ones, and a command that repeats just the failure", () => {
  const reporter = join(root, "scripts/test-reporter/create-test-reporter.ts")
  const folder = temporaryTree({
    "vitest.config.ts": `import { createTestReporter } from ${JSON.stringify(reporter)}
      export default { test: { globals: true, reporters: process.env.TRIED ? ["default"] : [createTestReporter()] } }`,
    "good.test.ts": `test("good", () => {})`,
    "bad.test.ts": `describe("it's (a)", () => {
      test("group?", () => expect({ a: 1 }).toEqual({ a: 2 }))
      test("group? no", () => {})
    })`,
  })
  const run = (command: string, more = {}) =>
    spawnSync(command, {
      ...{ cwd: folder, shell: true, encoding: "utf8" },
      env: { ...process.env, ...more, NO_COLOR: "1", VITEST: undefined, MORTISE_TESTS: undefined },
    })
  const vitest = `"${process.execPath}" "${join(root, "node_modules/vitest/vitest.mjs")}"`
  const { status, stdout, stderr } = run(`${vitest} run`)
  expect(status).toBe(1)
  expect(stdout).toMatch(/^\[[12]\/2\] \d+\.\d s {2}✓ good\.test\.ts \d+\.\d s$/m)
  expect(stdout).toMatch(/^\[[12]\/2\] \d+\.\d s {2}✗ bad\.test\.ts \d+\.\d s, 1 of 2 tests failed$/m)
  expect(stderr).toContain(`-   "a": 2,`)
  expect(stdout).toMatch(/^The slowest files:\n +\d+\.\d s {2}\w+\.test\.ts\n +\d+\.\d s {2}\w+\.test\.ts$/m)
  const [, command = ""] = /^To repeat a failure:\n {2}npx vitest (.+)$/m.exec(stdout) ?? []
  expect(run(`${vitest} ${command}`, { TRIED: "1" }).stdout).toMatch(/Tests {2}1 failed \| 1 skipped/)
})
