import { type BetterAuthOptions, betterAuth } from "better-auth"
import { admin, deviceAuthorization, organization } from "better-auth/plugins"
import { describe, expect, onTestFinished, test } from "vitest"
import { mortiseStorage } from "../../src/better-auth/index.ts"
import { migrate } from "../../src/better-auth/migrate/index.ts"
import { encryptedTokens, hashedSessions } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openSqlite } from "../better-auth/schema/auth-databases.ts"
import { testKeys } from "../layers/support/test-keys.ts"
import {
  createAuthPeople,
  createAuthUsers,
  peopleFields,
  secretsOfAuth,
} from "../studio/support/auth-people.ts"
import { commandsOnAuth } from "./support/adapter-in-process.ts"

type Options = BetterAuthOptions & {
  readonly layer?: (database: object) => object
  readonly prepare?: (run: (text: string) => Promise<void>) => Promise<void>
}

/** Better Auth with people, and commands that run on it. `ended` has what its hooks were called with. */
async function open({ layer = (database) => database, prepare, ...given }: Options = {}) {
  const sqlite = await openSqlite()
  onTestFinished(() => sqlite.close())
  const ended: string[] = []
  const onDelete = (kind: string) => ({
    delete: { after: async (row: { id: string }) => void ended.push(`${kind} ${row.id}`) },
  })
  const { options } = sqlite.ours({
    baseURL: "http://localhost",
    databaseHooks: { session: onDelete("session"), account: onDelete("account"), user: onDelete("user") },
    ...peopleFields,
    ...given,
  })
  const auth = betterAuth({ ...options, database: layer(options.database as object) as never })
  await migrate(auth)
  await prepare?.(sqlite.run)
  // With secondary storage, some tables do not exist.
  await (given.secondaryStorage ? createAuthUsers : createAuthPeople)(sqlite)
  const { internalAdapter } = await auth.$context
  const run = commandsOnAuth(auth)
  const runJson = async (...args: readonly string[]) => {
    const { code, stdout } = await run(...args, "--json")
    for (const secret of secretsOfAuth) expect(stdout).not.toContain(secret)
    return [code, stdout === "" ? null : JSON.parse(stdout)]
  }
  const signIn = async (userId = "ada") => (await internalAdapter.createSession(userId)).token
  const isSignedIn = async (token: string) => (await internalAdapter.findSession(token)) !== null
  return { database: sqlite, rows: sqlite.rows, run, runJson, ended, signIn, isSignedIn }
}

const time = "'2026-01-01T00:00:00.000Z'"

/** A membership, an invitation and a device code of Ada. */
async function addPluginRows(run: (text: string) => Promise<void>): Promise<void> {
  await run(`INSERT INTO organization (id, name, slug, createdAt) VALUES ('acme', 'Acme', 'acme', ${time})`)
  await run(`INSERT INTO member (id, organizationId, userId, role, createdAt)
    VALUES ('member-1', 'acme', 'ada', 'owner', ${time})`)
  await run(`INSERT INTO invitation (id, organizationId, email, status, expiresAt, createdAt, inviterId)
    VALUES ('invitation-1', 'acme', 'eve@example.com', 'pending', ${time}, ${time}, 'ada')`)
  await run(`INSERT INTO deviceCode (id, deviceCode, userCode, userId, expiresAt, status)
    VALUES ('code-1', 'secret', 'code', 'ada', ${time}, 'pending')`)
}

const plugins = [organization(), deviceAuthorization()]

describe("mortise users --better-auth", () => {
  test("lists users by id, and by the start of an email: exit 0", async () => {
    const { run, runJson } = await open()
    const first = await run("users", "list", "--limit", "2")
    expect([first.code, first.stdout, first.stderr]).toEqual([
      0,
      "ID   EMAIL            NAME\nada  ada@example.com  Ada\nbob  bob@example.com  Somebody\n",
      "There may be more: add --after bob\n",
    ])
    expect((await run("users", "list", "--after", "bob")).stdout).toMatch(
      /^ID .*\nzoe-0 .*\nzoe-1 .*\nzoe-2 .*\n$/,
    )
    expect(await runJson("users", "list", "ZOE", "--limit", "1")).toEqual([
      0,
      { users: [expect.objectContaining({ id: "zoe-0", nickname: "countess" })], next: "zoe-0@example.com" },
    ])
  })

  test("shows and exports everything that refers to a user, without secrets: exit 0", async () => {
    const { run, runJson, database } = await open({ plugins })
    await addPluginRows(database.run)
    const { code, stdout } = await run("users", "show", "Ada@Example.com")
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^user .*\naccount .*google.*\n(session .*\n){52}member .*owner.*\ninvitation .*eve/,
      ),
    ])
    const [, person] = await runJson("users", "export", "ada")
    expect(person).toMatchObject({
      user: { id: "ada", nickname: "countess" },
      accounts: [{ id: "account-1", providerId: "google" }],
      passkeys: [],
      others: { member: [{ role: "owner" }], invitation: [{ email: "eve@example.com" }] },
    })
    expect(person.sessions).toHaveLength(52)
    expect((await run("users", "show", "carol")).code).toBe(1)
  })

  test("deletes a user with hooks, and rows without a foreign key: exit 0", async () => {
    const { run, runJson, ended, database } = await open({
      plugins,
      // Without foreign keys, as a tool of the application may have created it.
      prepare: (run) =>
        run(
          "CREATE TABLE copy AS SELECT * FROM member; DROP TABLE member; ALTER TABLE copy RENAME TO member",
        ),
    })
    await addPluginRows(database.run)
    const refused = await run("users", "delete", "ada")
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("accounts: 1, sessions: 52, passkeys: 0, member: 1, invitation: 1."),
    ])
    expect(await runJson("users", "delete", "ada", "--yes")).toEqual([
      0,
      {
        deleted: { user: 1, accounts: 1, sessions: 52, passkeys: 0, member: 1, invitation: 1 },
        notEnded: [],
        note: "Rows that name the user without a reference stay: deviceCode: 1.",
      },
    ])
    expect(ended).toEqual(expect.arrayContaining(["session session-00", "account account-1", "user ada"]))
    for (const table of ["member", "invitation", "account", "session"])
      expect(await database.rows(`SELECT * FROM ${table}`)).toEqual([])
    expect((await run("users", "delete", "ada", "--yes")).code).toBe(1)
  })

  test("shows and deletes a user whose tokens cannot be decrypted: exit 0", async () => {
    const layer = (database: object) => encryptedTokens(hashedSessions(database), { keys: testKeys })
    const { runJson, rows, signIn, isSignedIn } = await open({ layer })
    const token = await signIn()
    expect(await runJson("users", "show", "ada")).toMatchObject([0, { accounts: [{ accountId: "subject" }] }])
    expect(await runJson("users", "delete", "ada", "--yes")).toMatchObject([0, { deleted: { sessions: 53 } }])
    expect([await isSignedIn(token), await rows("SELECT id FROM account")]).toEqual([false, []])
  })

  test("says that a hook of the application refuses a deletion: exit 1", async () => {
    const { run, rows } = await open({ databaseHooks: { user: { delete: { before: async () => false } } } })
    const { code, stderr } = await run("users", "delete", "ada", "--yes")
    expect([code, stderr]).toEqual([1, expect.stringContaining("The user was not deleted")])
    expect(await rows("SELECT id FROM user WHERE id = 'ada'")).toHaveLength(1)
  })

  test("suspends with the ban of the plugin admin, and resumes: exit 0", async () => {
    const { run, runJson, rows, signIn, isSignedIn } = await open({ plugins: [admin()] })
    const token = await signIn()
    const suspended = await run("users", "suspend", "ada")
    expect([suspended.code, suspended.stdout]).toEqual([
      0,
      "The user ada (ada@example.com) is suspended. Sessions revoked: 53.\n",
    ])
    expect(await isSignedIn(token)).toBe(false)
    const ban = () => rows("SELECT banned, banReason, banExpires FROM user WHERE id = 'ada'")
    expect(await ban()).toEqual([{ banned: 1, banReason: "No reason", banExpires: null }])
    expect(await runJson("users", "resume", "ada")).toEqual([
      0,
      { revoked: 0, left: 0, notEnded: [], note: "" },
    ])
    expect(await ban()).toEqual([{ banned: 0, banReason: null, banExpires: null }])
  })

  test.each(["suspend", "resume"])("%s without the plugin admin: exit 3", async (command) => {
    const { run } = await open()
    const { code, stderr } = await run("users", command, "ada")
    expect([code, stderr]).toEqual([3, expect.stringContaining("add the plugin admin()")])
  })
})

describe("mortise sessions --better-auth", () => {
  const accepted = expect.stringMatching(/are accepted until 20\d\d-.*Z, for 60 seconds\.$/)

  test.each([
    ["plain tokens", (database: object) => database],
    ["hashedSessions", (database: object) => hashedSessions(database)],
  ])("ends one session and then all, with %s: exit 0", async (_, layer) => {
    const session = { cookieCache: { enabled: true, maxAge: 60 } }
    const { run, runJson, ended, signIn, isSignedIn } = await open({ layer, session })
    const [token, other, bobs] = [await signIn(), await signIn(), await signIn("bob")]
    const [, { sessions }] = await runJson("sessions", "list", "bob")
    expect(sessions).toEqual([expect.objectContaining({ handle: expect.any(String), userId: "bob" })])
    expect((await run("sessions", "revoke", "ada", sessions[0].handle)).code).toBe(1)
    expect(await runJson("sessions", "revoke", "bob", sessions[0].handle)).toEqual([
      0,
      { revoked: 1, note: accepted },
    ])
    expect(ended).toEqual([`session ${sessions[0].handle}`])
    expect([await isSignedIn(bobs), await isSignedIn(token)]).toEqual([false, true])
    expect(await runJson("sessions", "revoke", "ada", "--all")).toEqual([
      0,
      { revoked: 54, left: 0, notEnded: [], note: accepted },
    ])
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([false, false])
  })

  test("says that a hook of the application refuses: exit 1", async () => {
    const { run, runJson } = await open({
      databaseHooks: { session: { delete: { before: async () => false } } },
    })
    const { code, stderr } = await run("sessions", "revoke", "ada", "session-00")
    expect([code, stderr]).toEqual([1, expect.stringContaining("The session was not ended")])
    expect(await runJson("sessions", "revoke", "ada", "--all")).toMatchObject([
      1,
      { revoked: 0, notEnded: [expect.stringContaining("not ended: 52")] },
    ])
  })

  const unchanged = <T extends object>(below: T): T => below
  test.each([
    [false, "plain tokens", unchanged],
    [true, "plain tokens", unchanged],
    [true, "hashedSessions", hashedSessions],
  ])(
    "ends sessions in secondary storage (in the database too: %s), with %s",
    async (storeSessionInDatabase, _, layer) => {
      const secondaryStorage = layer(mortiseStorage(memoryAdapter()))
      const { run, runJson, signIn, isSignedIn } = await open({
        layer,
        secondaryStorage,
        session: { storeSessionInDatabase },
      })
      const tokens = [await signIn("bob"), await signIn("bob"), await signIn("bob")]
      const [, { sessions }] = await runJson("sessions", "list", "bob")
      expect(sessions).toHaveLength(3)
      expect(JSON.stringify(sessions)).not.toContain(tokens[0])
      expect((await run("sessions", "revoke", "bob", sessions[0].handle)).code).toBe(0)
      expect(await runJson("sessions", "revoke", "bob", "--all")).toMatchObject([0, { revoked: 2 }])
      tokens.push(await signIn("bob"))
      expect(await runJson("users", "delete", "bob", "--yes")).toMatchObject([
        0,
        { deleted: { sessions: 1 } },
      ])
      expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, false, false, false])
    },
  )
})

describe("mortise sweep --better-auth", () => {
  const addExpired = async (run: (text: string) => Promise<void>) => {
    for (const [table, columns, values] of [
      ["session", "userId, token, expiresAt", `'bob', 'token-' || i, ${time}`],
      ["verification", "identifier, value, expiresAt", `'identifier', 'value', ${time}`],
    ])
      await run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
        INSERT INTO ${table} (id, ${columns}, createdAt, updatedAt)
        SELECT 'expired-' || i, ${values}, ${time}, ${time} FROM n`)
  }

  test.each([
    ["plain tokens", (database: object) => database],
    ["hashedSessions", (database: object) => hashedSessions(database, { existingPlaintext: "accept" })],
  ])("deletes what has expired, in batches and with hooks, with %s: exit 0", async (_, layer) => {
    const { run, runJson, rows, ended, database } = await open({ layer })
    await addExpired(database.run)
    // The people have one expired session.
    expect(await runJson("sweep", "--batch", "120")).toEqual([0, { removed: 501, finished: true }])
    expect(ended).toHaveLength(251)
    expect(await rows("SELECT id FROM session WHERE userId = 'bob'")).toEqual([])
    expect(await rows("SELECT COUNT(*) AS n FROM session")).toEqual([{ n: 52 }])
    expect(await rows("SELECT id FROM verification")).toEqual([{ id: "verification-1" }])
    expect((await run("sweep")).stdout).toBe("Removed 0 expired rows.\n")
  })

  test("keeps ended sessions that the application keeps", async () => {
    const session = { storeSessionInDatabase: true, preserveSessionInDatabase: true }
    const secondaryStorage = mortiseStorage(memoryAdapter())
    const { runJson, signIn, rows } = await open({ session, secondaryStorage })
    await signIn()
    expect(await runJson("sessions", "revoke", "ada", "--all")).toMatchObject([0, { revoked: 1 }])
    expect(await runJson("sweep")).toEqual([0, { removed: 0, finished: true }])
    expect(await rows("SELECT userId FROM session")).toEqual([{ userId: "ada" }])
  })

  test("ends with an error if a hook of the application refuses: exit 1", async () => {
    const { run } = await open({ databaseHooks: { session: { delete: { before: async () => false } } } })
    expect(await run("sweep")).toMatchObject({ code: 1, stderr: expect.stringContaining("refused") })
  })
})
