import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { temporaryTree } from "../support/temporary-tree.ts"
import { runCli } from "./support/run-cli.ts"

const secret = "canary-4711"

/** Runs a command in a folder, and returns the exit code with everything that it printed. */
async function run(args: readonly string[], cwd: string, env = {}) {
  const { code, stdout, stderr } = await runCli(args, { cwd, env })
  return { code, output: stdout + stderr }
}

describe("SEC-R9 no connection string is printed", () => {
  test.each([
    ["mariadb", `mysql//root:${secret}@db/auth`, "Error"],
    ["libsql", `libsql//${secret}@db`, "URL_INVALID"],
    ["mysql2", `mysql//root:${secret}@db/auth`, "ERR_INVALID_URL"],
    ["postgres", `postgres//root:${secret}@db/auth`, "ERR_INVALID_URL"],
  ])("when the URL for %s is mistyped: exit 3", async (name, url, reason) => {
    const env = { MORTISE_ADAPTER: name, MORTISE_DATABASE: url }
    const { code, output } = await run(["serve", "--port", "0"], root, env)
    expect(output).not.toContain(secret)
    expect(output).toContain(`The client ${name} could not be opened (${reason}): check MORTISE_DATABASE.`)
    expect(code).toBe(3)
  })

  test.each([
    [
      "the configuration file throws",
      `throw new Error("${secret}")`,
      "could not be loaded: Error, in mortise.config.mjs:1; its message is withheld",
    ],
    [
      "the configuration file parses a secret",
      `JSON.parse("${secret}")\nexport const adapter = {}`,
      "could not be loaded: SyntaxError, in mortise.config.mjs:1; its message is withheld",
    ],
    [
      "the configuration file has a syntax error",
      `export const url = "${secret}"\nexport const = 1`,
      "could not be loaded: Unexpected token, in mortise.config.mjs:2.",
    ],
    [
      "`adapter` throws",
      `export const adapter = () => { throw Object.assign(new Error("${secret}"), { code: "ECONNREFUSED" }) }`,
      "`adapter` of the configuration file failed (ECONNREFUSED)",
    ],
  ])("when %s: exit 3", async (_, text, reason) => {
    const { code, output } = await run(["serve"], temporaryTree({ "mortise.config.mjs": text }))
    expect(output).not.toContain(secret)
    expect(output).toContain(reason)
    expect(code).toBe(3)
  })

  test.each([
    ["an error event", `setTimeout(() => { throw new Error("${secret}") }, 100)`],
    ["a rejection", `setTimeout(() => { Promise.reject(new Error("${secret}")) }, 100)`],
  ])("when a client fails later with %s: exit 1", async (_, text) => {
    const config = `${text}\nexport const adapter = () => new Promise((resolve) => setTimeout(resolve, 5000))`
    const { code, output } = await run(["serve"], temporaryTree({ "mortise.config.mjs": config }))
    expect(output).not.toContain(secret)
    expect(output).toContain("Unexpected error (Error)")
    expect(code).toBe(1)
  })
})
