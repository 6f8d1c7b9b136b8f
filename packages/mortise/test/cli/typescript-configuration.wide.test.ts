import { afterAll, beforeAll, expect, test } from "vitest"
import { runtime } from "../../../workshop/src/runtimes/runtimes.ts"
import { application, installProgram } from "./support/run-in-application.ts"

let program: ReturnType<typeof installProgram>
beforeAll(() => {
  program = installProgram()
})
afterAll(() => program.remove())

const files = {
  ...application,
  "mortise.config.ts": `export { adapter } from "@/auth"`,
  "plain.config.ts": `import { memoryAdapter } from "mortise/memory"\nexport const adapter: object = memoryAdapter()`,
  "re-export.config.mjs": `export { adapter } from "./src/auth"`,
}

test.each(
  (["node-22", "node-24"] as const).flatMap((name) =>
    ["mortise.config.ts", "plain.config.ts", "re-export.config.mjs"].map((config) => ({ name, config })),
  ),
)("$name loads $config of an application without a warning", async ({ name, config }) => {
  const { command } = await runtime(name)
  const { status, stdout, stderr } = program.load(files, config, command)
  expect([status, stderr]).toEqual([0, ""])
  expect(JSON.parse(stdout)).toMatchObject({ openapi: "3.1.0" })
})
