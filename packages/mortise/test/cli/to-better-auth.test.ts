import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { withShortRetries } from "../stores/servers/support/short-retries.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { createPeople, peopleCount } from "../transfer/support/people.ts"
import { createAda, openDatabase } from "./support/database.ts"
import { runCommand } from "./support/run-command.ts"

const moduleOf = (path: string) => pathToFileURL(join(root, "node_modules/better-auth/dist", path)).href

/** A module that exports the real Better Auth, in memory. */
const authFile = (rest = "") => `
  import { betterAuth } from "${moduleOf("index.mjs")}"
  import { memoryAdapter } from "${moduleOf("adapters/memory-adapter/index.mjs")}"
  export const tables = { user: [], account: [], session: [], verification: [], passkey: [] }
  const passkey = { id: "passkey", schema: { passkey: { fields: Object.fromEntries(
    ["publicKey", "userId", "credentialID", "deviceType", "transports"].map((name) => [name, { type: "string" }])
      .concat([["counter", { type: "number" }], ["backedUp", { type: "boolean" }]])) } } }
  export const auth = betterAuth({
    database: memoryAdapter(tables), plugins: [passkey], logger: { disabled: true },
    secret: "a secret that only tests of the copy know", baseURL: "https://app.example",
  })
  ${rest}`

async function open(rest?: string) {
  const source = await openDatabase()
  const file = join(temporaryTree({ "auth.mjs": authFile(rest) }), "auth.mjs")
  const tables = async () => (await import(pathToFileURL(file).href)).tables
  return { ...source, file, tables }
}

describe("mortise to-better-auth", () => {
  test("copies every row that can move, and a second run verifies it: exit 0", async () => {
    const app = await open()
    await createAda(app)
    const first = await app.run("to-better-auth", app.file)
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining("user               copied 1\n")])
    expect(first.stdout).toContain("session            skipped 2: Better Auth does not accept the cookie.")
    expect(first.stderr).toContain(
      "Better Auth has no provider github: configure it before its users sign in.\n",
    )
    expect((await app.tables()).account).toMatchObject([{ accountId: "1815", accessToken: "access-canary" }])
    const second = await app.run("to-better-auth", app.file, "--json")
    const report = JSON.parse(second.stdout)
    expect([second.code, report.rows.account]).toEqual([0, { copied: 0, equal: 1, skipped: 0, problems: 0 }])
    expect(report).toMatchObject({
      isComplete: true,
      rowsWithProblems: [],
      unconfiguredProviders: ["github"],
    })
    expect(first.stdout + first.stderr + second.stdout).not.toContain("canary")
  })

  test("--dry-run writes nothing, --without-tokens leaves out tokens: exit 0", async () => {
    const app = await open()
    await createAda(app)
    const { code, stdout } = await app.run("to-better-auth", app.file, "--dry-run")
    expect([code, stdout]).toEqual([0, expect.stringContaining("user               would copy 1\n")])
    expect((await app.tables()).user).toEqual([])
    expect((await app.run("to-better-auth", app.file, "--without-tokens")).code).toBe(0)
    expect(JSON.stringify(await app.tables())).not.toContain("canary")
  })

  test("rows that need a decision are listed: exit 1, and 0 after the decision", async () => {
    const app = await open()
    await createPeople(app.adapter)
    const { code, stderr } = await app.run("to-better-auth", app.file)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^user of user \S+: It has no email: choose one/),
    ])
    const decided = await open(
      "export const copyOptions = { emailFor: (user) => user.id + '@users.invalid' }",
    )
    await createPeople(decided.adapter)
    expect((await decided.run("to-better-auth", decided.file)).code).toBe(0)
    expect((await decided.tables()).user).toHaveLength(peopleCount)
  })

  test.each([
    ["that does not exist", undefined, "does not exist"],
    ["without `auth`", "export const other = 1", "must export `auth`"],
    [
      "with other options",
      `export const auth = { $context: 1 }; export const copyOptions = 1`,
      "`copyOptions`",
    ],
    ["that fails", `throw Object.assign(new Error("x"), { code: "E_CANARY" })`, "could not be loaded"],
  ])("a file %s: exit 3", async (_, text, message) => {
    const { run } = await openDatabase()
    const folder = temporaryTree(text === undefined ? {} : { "auth.mjs": text })
    const { code, stdout, stderr } = await run("to-better-auth", join(folder, "auth.mjs"))
    expect([code, stdout, stderr]).toEqual([3, "", expect.stringContaining(message)])
  })

  test("reports a database that is down, without its address: exit 1", async () => {
    const { file } = await open()
    const env = { MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: "http://127.0.0.1:1/canary-4711" }
    const { code, stdout, stderr } = await withShortRetries(() => runCommand(["to-better-auth", file], env))
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(/^The database failed: .+\.\n$/)
    expect(stderr).not.toContain("canary")
  })

  test("what is no Better Auth: exit 1", async () => {
    const { run } = await openDatabase()
    const folder = temporaryTree({ "auth.mjs": "export const auth = { $context: Promise.resolve({}) }" })
    const { code, stderr } = await run("to-better-auth", join(folder, "auth.mjs"))
    expect([code, stderr]).toEqual([1, expect.stringContaining("betterAuth() returns")])
  })
})
