import { join } from "node:path"
import { describe, expect, test, vi } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { openStudio, signIn } from "../studio/support/open-studio.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { createAda, openDatabase } from "./support/database.ts"
import { runCommand } from "./support/run-command.ts"

// A C1 control that starts an escape sequence, a new line of ISO 8859, bidirectional controls, characters without
// width, one of them beyond U+FFFF, and DEL.
const hostile = "A\u009b31m\u0085\u061c\u200e\u200f\u202eB\u2066\u2069\u200b\ufeff\u{e0001}\u2028\u007f"
const shown =
  "A\\u009b31m\\u0085\\u061c\\u200e\\u200f\\u202eB\\u2066\\u2069\\u200b\\ufeff\\udb40\\udc01\\u2028\\u007f"
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Ada with hostile text wherever the store accepts it. */
async function open() {
  const database = await openDatabase()
  await createAda(database)
  await database.adapter.updateUser({ id: "ada", name: hostile, image: hostile })
  await database.adapter.linkAccount({
    userId: "ada",
    type: "oauth",
    provider: "github",
    providerAccountId: hostile,
    scope: hostile,
  })
  return database
}

describe("SEC-S16: JSON output escapes what a terminal would obey or hide, and keeps the value", () => {
  test.each([
    ["users list", (document: { users: { name: string }[] }) => document.users[0]?.name],
    ["users show ada", (document: { user: { image: string } }) => document.user.image],
    ["users export ada", (document: { user: { name: string } }) => document.user.name],
  ])("%s --json", async (command, readValue) => {
    const { run } = await open()
    const { code, stdout } = await run(...command.split(" "), "--json")
    expect(code).toBe(0)
    expect(stdout).not.toMatch(hidden)
    expect(stdout).toContain(shown)
    expect((readValue as (document: unknown) => unknown)(JSON.parse(stdout))).toBe(hostile)
  })

  test("the log of the studio and the answers to its page", async () => {
    const { adapter } = await open()
    const studio = await openStudio(adapter)
    const { read } = await signIn(studio)
    expect((await read("user?id=ada")).user.name).toBe(hostile)
    expect(studio.responses.at(-1)?.text).not.toMatch(hidden)
    const printed = vi.spyOn(console, "log").mockImplementation(() => {})
    const { createReporter } = await import("../../src/cli/terminal/output.ts")
    createReporter(true).print("change", hostile, { userId: hostile })
    const [line] = printed.mock.calls[0] as [string]
    vi.restoreAllMocks()
    expect(line).not.toMatch(hidden)
    expect(JSON.parse(line)).toEqual({ event: "change", userId: hostile, message: hostile })
  })
})

describe("SEC-S16: plain output shows them", () => {
  test.each([["users list"], ["users show ada"], ["users show ada@example.com"]])("%s", async (command) => {
    const { run } = await open()
    const { code, stdout } = await run(...command.split(" "))
    expect([code, stdout]).toEqual([0, expect.stringContaining(shown)])
    expect(stdout).not.toMatch(hidden)
  })

  test("columns stay aligned, and a line break starts no line", async () => {
    const { run, adapter } = await open()
    await adapter.createUser({ id: "x\u202ey", email: "x@example.com", name: "one\ntwo" })
    const { stdout } = await run("users", "list")
    expect(stdout.split("\n")[2]).toBe("x\\u202ey  x@example.com    one two")
    expect(stdout.split("\n")[1]).toBe(`ada       ada@example.com  ${shown}`)
  })

  test("a question and an error on stderr", async () => {
    const { run, adapter } = await open()
    await adapter.createUser({ id: hostile.slice(0, 20), email: null as never })
    const { stdout } = await run("users", "list", "--limit", "1", "--json")
    const [{ id }] = JSON.parse(stdout).users
    const asked = await run("users", "delete", id)
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("\\u009b31m")])
    expect(asked.stderr).not.toMatch(hidden)
  })

  test("the causes of errors, if they are printed", async () => {
    const config = `export const adapter = () => { throw new Error(${JSON.stringify(hostile)}) }`
    const file = join(temporaryTree({ "mortise.config.mjs": config }), "mortise.config.mjs")
    const { stderr } = await runCommand(["users", "list", "--config", file], { MORTISE_SHOW_CAUSES: "1" })
    expect(stderr).toContain(shown)
    expect(stderr).not.toMatch(hidden)
  })
})

test.each([["--json"], [undefined]])("SEC-S16: the report of conformance %s", async (json) => {
  const src = join(root, "packages/mortise/src")
  const config = `
    import { memoryAdapter } from "${join(src, "stores/memory/memory-adapter.ts")}"
    const store = memoryAdapter()
    const getUser = async () => { throw new Error(${JSON.stringify(hostile)}) }
    const getUserByEmail = async (email) => ({ ...(await store.getUserByEmail(email)), name: ${JSON.stringify(hostile)} })
    export const adapter = { ...store, getUser, getUserByEmail }`
  const file = join(temporaryTree({ "mortise.config.mjs": config }), "mortise.config.mjs")
  const args = [
    "conformance",
    "--config",
    file,
    "--scratch",
    "--seed",
    "1",
    "--only",
    "users",
    ...(json ? [json] : []),
  ]
  const { code, stdout, stderr } = await runCommand(args)
  expect(code).toBe(1)
  expect(stdout).toContain("\\u009b31m\\u0085")
  expect(stdout + stderr).not.toMatch(hidden)
  if (json) expect(JSON.stringify(JSON.parse(stdout))).toContain(hostile.slice(0, 10))
})
