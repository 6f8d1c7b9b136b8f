import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { application, installProgram } from "./support/run-in-application.ts"

let program: ReturnType<typeof installProgram>
beforeAll(() => {
  program = installProgram()
})
afterAll(() => program.remove())

const plain = `
  import { memoryAdapter } from "mortise/memory"
  const secret: string = "canary-4711"
  export const adapter = memoryAdapter()`

describe("a configuration is loaded without a warning", () => {
  test.each([
    ["in TypeScript", { "package.json": `{"type":"module"}`, "mortise.config.ts": plain }],
    ["in a package without a type", { "package.json": "{}", "mortise.config.ts": plain }],
    ["in a folder without a package.json", { "mortise.config.ts": plain }],
    ["of an application", { ...application, "mortise.config.ts": `export { adapter } from "@/auth"` }],
    [
      "of an application, named without an extension",
      { ...application, "mortise.config.ts": `export { adapter } from "./src/auth"` },
    ],
    [
      "in a package of CommonJS",
      {
        ...application,
        "package.json": `{"type":"commonjs"}`,
        "mortise.config.ts": `export { adapter } from "@/auth"`,
      },
    ],
  ])("%s", (_, files) => {
    const { status, stdout, stderr } = program.load(files)
    expect([status, stderr]).toEqual([0, ""])
    expect(JSON.parse(stdout)).toMatchObject({ openapi: "3.1.0" })
  })

  test("of SvelteKit, before its first start, with variables of .env", () => {
    const { status, stderr } = program.load({
      "package.json": `{"type":"module"}`,
      "tsconfig.json": `{ "extends": "./.svelte-kit/tsconfig.json" }`,
      ".env": "SOME_URL=file:auth.db",
      "mortise.config.ts": `
        import { env } from "$env/dynamic/private"
        import { SOME_URL } from "$env/static/private"
        import { building } from "$app/environment"
        import { memoryAdapter } from "mortise/memory"
        if (building || env.SOME_URL !== "file:auth.db" || SOME_URL !== env.SOME_URL) throw new Error()
        export const adapter = memoryAdapter()`,
    })
    expect([status, stderr]).toEqual([0, ""])
  })

  test("in JavaScript that exports the adapter of an application", () => {
    const files = { ...application, "mortise.config.mjs": `export { adapter } from "./src/auth/index"` }
    const { status, stderr } = program.load(files, "mortise.config.mjs")
    expect([status, stderr]).toEqual([0, ""])
  })
})

describe("a configuration that cannot be loaded is refused with the message, the file and the line", () => {
  const missing = "If it is a package, install it; otherwise correct the path."
  test.each([
    [
      "a module that does not exist",
      `import "@/db"`,
      `Cannot find module '@/db', in src/db-user.ts:2. ${missing}`,
    ],
    [
      "a package that is not installed",
      `import "no-such"`,
      `Cannot find module 'no-such', in src/db-user.ts:2. ${missing}`,
    ],
    ["a syntax error", "export const = 1", "Unexpected token, in src/db-user.ts:2."],
    ["an undeclared name", "nowhere()", "nowhere is not defined, in src/db-user.ts:2."],
    [
      "a value that is undefined",
      "const db = undefined as unknown as { a: { b: 1 } }; db.a.b",
      "Cannot read properties of undefined (reading 'a'), in src/db-user.ts:2.",
    ],
    [
      "an error of the application",
      `throw new Error("canary-4711")`,
      "Error, in src/db-user.ts:2; its message is withheld, because it may contain values: set MORTISE_SHOW_CAUSES=1 to print it to standard error.",
    ],
    [
      "a text that is not JSON",
      `JSON.parse("canary-4711")`,
      "SyntaxError, in src/db-user.ts:2; its message is withheld, because it may contain values: set MORTISE_SHOW_CAUSES=1 to print it to standard error.",
    ],
  ])("%s: exit 3", (_, line, sentence) => {
    const files = {
      ...application,
      "mortise.config.ts": `export { adapter } from "@/db-user"`,
      "src/db-user.ts": `export const adapter: object = {}\n${line}\nexport const url = "canary-4711"`,
    }
    const { status, stderr } = program.load(files)
    expect([status, stderr]).toEqual([3, `The configuration could not be loaded: ${sentence}\n`])
  })

  test("a configuration that needs a compiler, without jiti: exit 3 with the command that installs it", () => {
    const files = { ...application, "mortise.config.ts": `export { adapter } from "@/auth"` }
    const { status, stderr } = program.withoutJiti(() => program.load(files))
    expect([status, stderr]).toEqual([3, expect.stringContaining("Run: npm install --save-dev jiti")])
  })
})
