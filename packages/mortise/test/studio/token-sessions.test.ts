import { join } from "node:path"
import { afterAll, describe, expect, test, vi } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { createAuth } from "../../src/auth/index.ts"
import { toOpenStore } from "../../src/cli/configuration/open-store.ts"
import { resumeUser, suspendUser } from "../../src/cli/users/change-user.ts"
import { endInBatches, printEnded } from "../../src/cli/users/end-sessions.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { createServiceKey, serve } from "../../src/http/server.ts"
import type { Adapter } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { openBrowser, origin } from "../auth/support/browser.ts"
import { secret } from "../auth/support/world.ts"
import { openDatabase } from "../cli/support/database.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { openStores } from "../transfer/support/stores.ts"
import { studioSchema } from "./support/main-path.ts"
import { openStudio, signIn } from "./support/open-studio.ts"

const { stores, close } = openStores()
afterAll(close)

/** An application with the default strategy, and its user Ada, who is signed in. */
async function openApplication(adapter: Adapter) {
  const auth = createAuth({ adapter, secret, origin, sweep: false })
  const { id } = await adapter.createUser({ id: "ada", email: "ada@example.com" })
  const signInAgain = async () => {
    const browser = openBrowser()
    const { ok } = browser.keep(await auth.sessions.create(browser.request(), id))
    const isSignedIn = async () => (await auth.sessions.read(browser.request())).user !== null
    return { ok, isSignedIn }
  }
  const { isSignedIn } = await signInAgain()
  expect(await isSignedIn()).toBe(true)
  return { auth, isSignedIn, signInAgain }
}

const own = { userId: "ada" }
const note =
  "Tokens without a record stay valid until they expire: those of Auth.js, and of mortise/auth with revocable: false."
const nothing = { revoked: 0, left: 0, note }

describe.each(Object.entries(stores))("SEC-S7 on %s, a session that is a token", (_, open) => {
  test.each([
    ["sign-out-everywhere", {}],
    ["delete-user", { confirm: "ada@example.com" }],
  ])("is refused after %s in the studio", async (action, more) => {
    const adapter = await open(studioSchema)
    const { isSignedIn } = await openApplication(adapter)
    const { act } = await signIn(await openStudio(adapter))
    expect(await act(action, { ...own, ...more })).toMatchObject({ status: 200, notEnded: [] })
    expect(await isSignedIn()).toBe(false)
  })

  test("is refused after suspend-user in the studio, and does not come back with resume-user", async () => {
    const adapter = await open(studioSchema)
    const { isSignedIn, signInAgain } = await openApplication(adapter)
    const { act } = await signIn(await openStudio(adapter))
    expect(await act("suspend-user", own)).toMatchObject({ status: 200, notEnded: [] })
    expect(await isSignedIn()).toBe(false)
    expect(await signInAgain()).toMatchObject({ ok: false })
    expect(await act("resume-user", own)).toMatchObject({ status: 200, notEnded: [] })
    expect(await isSignedIn()).toBe(false)
    expect(await (await signInAgain()).isSignedIn()).toBe(true)
  })
})

describe("SEC-S7: a session that is a token, and the command line", () => {
  test.each([
    [["sessions", "revoke", "ada", "--all"], { ...nothing, notEnded: [] }],
    [["users", "delete", "ada", "--yes"], { deleted: expect.anything(), notEnded: [] }],
  ])("is refused after %j", async (args, printed) => {
    const { adapter, run } = await openDatabase()
    const { isSignedIn } = await openApplication(adapter)
    const { code, stdout } = await run(...args, "--json")
    expect([code, JSON.parse(stdout)]).toEqual([0, printed])
    expect(await isSignedIn()).toBe(false)
  })

  test("is refused after users suspend, and does not come back with users resume", async () => {
    const { adapter, run } = await openSuspendable()
    const { isSignedIn, signInAgain } = await openApplication(adapter)
    const suspended = await run("users", "suspend", "ada@example.com")
    expect([suspended.code, suspended.stdout]).toEqual([
      0,
      `The user ada (ada@example.com) is suspended. Sessions revoked: 0. Tokens of mortise/auth are refused from now on. ${note}\n`,
    ])
    expect(await isSignedIn()).toBe(false)
    expect(await signInAgain()).toMatchObject({ ok: false })
    const resumed = await run("users", "resume", "ada", "--json")
    expect([resumed.code, JSON.parse(resumed.stdout)]).toEqual([0, { ...nothing, notEnded: [] }])
    expect(await isSignedIn()).toBe(false)
    expect(await (await signInAgain()).isSignedIn()).toBe(true)
  })

  test("a suspension keeps its first date, and needs the field", async () => {
    const { adapter, run } = await openSuspendable()
    await adapter.createUser({ id: "ada", email: "ada@example.com", suspendedAt: new Date(1815) } as never)
    expect((await run("users", "suspend", "ada")).code).toBe(0)
    expect(await adapter.getUser("ada")).toMatchObject({ suspendedAt: new Date(1815) })
    const without = await openDatabase()
    await without.adapter.createUser({ id: "ada", email: "ada@example.com" })
    for (const command of ["suspend", "resume"])
      expect(await without.run("users", command, "ada")).toMatchObject({
        code: 3,
        stderr: expect.stringContaining("suspendedAt: date()"),
      })
  })
})

/** A database whose users can be suspended, and commands with a configuration file that says so. */
async function openSuspendable() {
  const { run, client, env } = await openDatabase()
  const adapter = libsqlAdapter(client, { schema: studioSchema })
  await migrate(adapter)
  const src = join(root, "packages/mortise/src")
  const folder = temporaryTree({
    "mortise.config.mjs": `
      import { createClient } from "${join(root, "node_modules/@libsql/client/lib-esm/node.js")}"
      import { date, defineSchema } from "${join(src, "index.ts")}"
      import { libsqlAdapter } from "${join(src, "stores/sql/adapters/libsql-adapter.ts")}"
      const schema = defineSchema({ user: { fields: { suspendedAt: date() } } })
      export const adapter = libsqlAdapter(createClient({ url: "${env.MORTISE_DATABASE}" }), { schema })`,
  })
  return {
    adapter: adapter as Adapter,
    run: (...args: readonly string[]) => run(...args, "--config", join(folder, "mortise.config.mjs")),
  }
}

describe("SEC-S7: what cannot be ended is reported", () => {
  /** The store of Ada behind a server whose key does not allow slots. */
  async function withoutSlots() {
    const behind = memoryAdapter({ schema: studioSchema })
    const application = await openApplication(behind)
    const expires = new Date("2098-01-01T00:00:00.000Z")
    await behind.createSession({ sessionToken: "stored", userId: "ada", expires })
    const permissions = ["operations", "extras", "upkeep", "session_tokens"] as const
    const { key, record } = await createServiceKey({ id: "studio", permissions })
    const answer = serve(behind, { keys: [record] })
    const fetch = (input: RequestInfo | URL, init?: RequestInit) => answer(new Request(input, init))
    const adapter = httpAdapter({ url: "http://127.0.0.1", key, schema: studioSchema, fetch })
    return { ...application, behind, adapter }
  }

  test.each([
    ["sign-out-everywhere", {}],
    ["suspend-user", {}],
    ["delete-user", { confirm: "ada@example.com" }],
  ])("%s without permission for slots ends stored sessions, and names the tokens", async (action, more) => {
    const { adapter, behind, isSignedIn } = await withoutSlots()
    const studio = await openStudio(adapter)
    const { act } = await signIn(studio)
    expect(await act(action, { ...own, ...more })).toMatchObject({
      status: 200,
      changed: 1,
      notEnded: [expect.stringMatching(/^Tokens of mortise\/auth were not ended: The key does not allow/)],
    })
    expect(studio.changes).toMatchObject([{ action, outcome: "incomplete", changed: 1 }])
    expect(await behind.getSessionAndUser("stored")).toBeNull()
    expect(await isSignedIn()).toBe(true)
  })

  test("stored sessions that cannot be listed are named, and tokens end", async () => {
    const adapter = memoryAdapter({ schema: studioSchema })
    const { isSignedIn } = await openApplication(adapter)
    const { act } = await signIn(await openStudio({ ...adapter, createSession: async () => null }))
    expect(await act("sign-out-everywhere", own)).toMatchObject({
      status: 200,
      notEnded: [expect.stringMatching(/^Stored sessions were not ended: The adapter has no listSessions/)],
    })
    expect(await isSignedIn()).toBe(false)
  })

  test("the command line prints it, and its exit code is 1", async () => {
    const { adapter, client, run } = await openDatabase()
    await openApplication(adapter)
    await client.execute("DROP TABLE slots")
    const plain = await run("sessions", "revoke", "ada", "--all")
    expect([plain.code, plain.stdout]).toEqual([1, `Sessions revoked: 0. ${note}\n`])
    expect(plain.stderr).toMatch(/^Tokens of mortise\/auth were not ended: The table slots does not exist/m)
    const { code, stdout } = await run("users", "delete", "ada", "--yes", "--json")
    expect([code, JSON.parse(stdout).notEnded]).toEqual([1, [expect.stringContaining("were not ended")]])
    expect(await adapter.getUser("ada")).toBeNull()
  })
})

test("SEC-S7: sessions of many devices are revoked in batches by one command", async () => {
  const { adapter, client, run } = await openDatabase()
  await adapter.createUser({ id: "ada", email: "ada@example.com" })
  await client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 501)
    INSERT INTO sessions SELECT 'token-' || i, 'ada', 4000000000000 FROM n`)
  const { stdout } = await run("sessions", "revoke", "ada", "--all", "--json")
  expect(JSON.parse(stdout)).toMatchObject({ revoked: 501, left: 0, notEnded: [] })
})

test("SEC-S7: Ctrl-C stops after the running batch: exit 130, with what is left", async () => {
  const batches = [
    { revoked: 500, left: 700 },
    { revoked: 500, left: 200 },
    { revoked: 200, left: 0 },
  ]
  const rest = { notEnded: [], alsoEnded: "", note }
  const stopped = await endInBatches(true, async () => {
    if (batches.length === 2) process.emit("SIGINT")
    return { ...(batches.shift() as (typeof batches)[number]), ...rest }
  })
  expect(stopped).toEqual({ revoked: 1000, left: 200, ...rest })
  const printed = vi.spyOn(console, "error").mockImplementation(() => {})
  expect(printEnded(false, stopped)).toBe(130)
  expect(printed.mock.calls.join()).toContain("stored sessions left: 200")
  vi.restoreAllMocks()
})

describe("SEC-S7: during a deletion in the studio", () => {
  const confirmed = { ...own, confirm: "ada@example.com" }

  test("a token that is issued concurrently ends too", async () => {
    const adapter = memoryAdapter()
    const { signInAgain } = await openApplication(adapter)
    let late: Awaited<ReturnType<typeof signInAgain>> | undefined
    const deleteUser: Adapter["deleteUser"] = async (id) => {
      late = await signInAgain()
      return adapter.deleteUser(id)
    }
    const { act } = await signIn(await openStudio({ ...adapter, deleteUser }))
    expect(await act("delete-user", confirmed)).toMatchObject({ status: 200 })
    expect(await late?.isSignedIn()).toBe(false)
  })

  test("tokens have ended even if the answer of the store is lost", async () => {
    const adapter = memoryAdapter()
    const { isSignedIn } = await openApplication(adapter)
    const deleteUser = async (id: string) => {
      await adapter.deleteUser(id)
      throw new Error("lost")
    }
    const { act } = await signIn(await openStudio({ ...adapter, deleteUser }))
    expect(await act("delete-user", confirmed)).toMatchObject({ status: 502 })
    expect(await isSignedIn()).toBe(false)
  })
})

test("SEC-S7: the id of the row counts, not its spelling in the request", async () => {
  const adapter = memoryAdapter({ schema: studioSchema })
  const { isSignedIn } = await openApplication(adapter)
  const spelled = { ...adapter, getUser: (id: string) => adapter.getUser(id.toLowerCase()) }
  const { act } = await signIn(await openStudio(spelled))
  for (const action of ["sign-out-everywhere", "suspend-user"])
    expect(await act(action, { userId: "ADA" })).toMatchObject({ status: 200 })
  expect(await isSignedIn()).toBe(false)
  expect(await act("sign-out-everywhere", { userId: "unknown" })).toMatchObject({ status: 404 })
})

test("a user stays suspended until no session is left that began during the suspension", async () => {
  const adapter = memoryAdapter({ schema: studioSchema })
  const { id: userId } = await adapter.createUser({ email: "ada@example.com" })
  const store = await toOpenStore(adapter)
  await suspendUser(store, userId)
  const expires = new Date(Date.now() + 60_000)
  for (let nth = 0; nth < 501; nth++) await adapter.createSession({ sessionToken: `${nth}`, userId, expires })
  expect(await resumeUser(store, userId)).toMatchObject({ revoked: 500, left: 1 })
  expect(await adapter.getUser(userId)).toMatchObject({ suspendedAt: expect.any(Date) })
  expect(await resumeUser(store, userId)).toMatchObject({ revoked: 1, left: 0 })
  expect(await adapter.getUser(userId)).toMatchObject({ suspendedAt: null })
})
