import { spawnSync } from "node:child_process"
import { rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { type ConsumerProject, consumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { temporaryTree } from "../support/temporary-tree.ts"

let withSuite: ConsumerProject
let alone: ConsumerProject
beforeAll(() => {
  withSuite = consumerProject()
  alone = consumerProject()
  rmSync(join(alone.folder, "node_modules/@mortise"), { recursive: true })
  for (const { folder } of [withSuite, alone])
    writeFileSync(
      join(folder, "mortise.config.mjs"),
      `import { memoryAdapter } from "mortise/memory"\nexport const adapter = memoryAdapter()\n`,
    )
})
afterAll(() => {
  withSuite.remove()
  alone.remove()
})

/** Runs the built `mortise conformance` of a project in a folder. */
function conformance({ folder }: ConsumerProject, cwd = folder) {
  const config = join(folder, "mortise.config.mjs")
  const args = ["conformance", "--config", config, "--scratch", "--seed", "1", "--only", "users"]
  return node([join(folder, "node_modules/mortise/dist/cli/main.js"), ...args], cwd)
}

const node = (args: readonly string[], cwd: string) =>
  spawnSync(process.execPath, args, { cwd, encoding: "utf8", env: { PATH: process.env["PATH"] } })

/** A folder in which another package has the name of the suite. */
const folderWithOtherSuite = () =>
  temporaryTree({
    "node_modules/@mortise/conformance/package.json": `{"type":"module","exports":"./index.js"}`,
    "node_modules/@mortise/conformance/index.js": `
      export const cases = [{ id: "users/found" }]
      export async function runConformance() {
        console.log("the suite of the current folder")
        return { failed: 0, warned: 0 }
      }`,
  })

test("the installed suite runs: exit 0", () => {
  const { status, stdout } = conformance(withSuite)
  expect(stdout).toMatch(/\d+ passed, 0 failed, 0 warned/)
  expect(status).toBe(0)
})

test("without the suite, the error says how to install it: exit 3", () => {
  const { status, stdout, stderr } = conformance(alone)
  expect([status, stdout]).toEqual([3, ""])
  expect(stderr).toContain("npm install --save-dev @mortise/conformance\n")
})

test("the suite of the current folder comes first", () => {
  for (const project of [withSuite, alone]) {
    const { status, stdout } = conformance(project, folderWithOtherSuite())
    expect([status, stdout]).toEqual([0, "the suite of the current folder\n"])
  }
})

test("the suite beside the program is used in a folder without one", () => {
  const { status, stdout } = conformance(withSuite, temporaryTree({}))
  expect([status, stdout]).toEqual([0, expect.stringMatching(/\d+ passed, 0 failed/)])
})

test("the binding for vitest runs in a project with vitest", () => {
  const { folder } = withSuite
  symlinkSync(join(root, "node_modules/vitest"), join(folder, "node_modules/vitest"))
  writeFileSync(
    join(folder, "adapter.test.mjs"),
    `import { conformance } from "@mortise/conformance/vitest"
     import { memoryAdapter } from "mortise/memory"
     await conformance({ factory: () => ({ adapter: memoryAdapter() }), only: ["users", "programs"], seed: 1 })`,
  )
  const { status, stdout } = node(["node_modules/vitest/vitest.mjs", "run", "--no-color"], folder)
  expect(stdout).toMatch(/Tests +\d\d+ passed/)
  expect(status).toBe(0)
})
