import { spawnSync } from "node:child_process"
import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { temporaryTree } from "../house/support/temporary-tree.ts"
import { type ConsumerProject, consumerProject } from "../runtimes/consumer-project.ts"

const configuration = `
  import { memoryAdapter } from "mortise/memory"
  const secret: string = "canary-4711"
  export const adapter = memoryAdapter()`

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
const loadsTypeScript = major > 22 || (major === 22 && minor >= 18)

let consumer: ConsumerProject
beforeAll(() => {
  consumer = consumerProject()
}, 120_000)
afterAll(() => consumer.remove())

/** Runs the built program in a project with these packages. */
function run(args: readonly string[], ...packages: readonly string[]) {
  const cwd = temporaryTree({
    "package.json": `{"type":"module"}`,
    "mortise.config.ts": configuration,
    "my.config.mjs": `export { adapter } from "./mortise.config.ts"`,
  })
  const modules = join(cwd, "node_modules")
  mkdirSync(modules)
  const installed = join(consumer.folder, "node_modules/mortise")
  symlinkSync(installed, join(modules, "mortise"))
  for (const name of packages) symlinkSync(join(root, "node_modules", name), join(modules, name))
  const main = join(installed, "dist/cli/main.js")
  return spawnSync(process.execPath, [main, ...args], {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  })
}

const describeSchema = ["openapi", "--config", "mortise.config.ts"]

describe("mortise.config.ts", () => {
  test.each(["jiti", "tsx"])("is loaded by Node, or by %s of the project: exit 0", (name) => {
    const { status, stdout, stderr } = run(describeSchema, name)
    expect([status, stderr]).toEqual([0, ""])
    expect(JSON.parse(stdout)).toMatchObject({ openapi: "3.1.0" })
  })

  test.each(["jiti", "tsx"])("that a JavaScript configuration re-exports is loaded by %s too", (name) => {
    const { status, stderr } = run(["openapi", "--config", "my.config.mjs"], name)
    expect([status, stderr]).toEqual([0, ""])
  })

  test.skipIf(loadsTypeScript)("without a loader, the error names two packages: exit 3", () => {
    const { status, stderr } = run(describeSchema)
    expect([status, stderr]).toEqual([3, expect.stringMatching(/install jiti or tsx .* or use Node 22\.18/)])
    expect(stderr).not.toContain("canary")
  })
})

test("the built program needs no other package", () => {
  const { status, stdout } = run(["key", "--help"])
  expect([status, stdout]).toEqual([0, expect.stringContaining("mortise key --id web")])
})
