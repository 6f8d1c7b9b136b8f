import { type BetterAuthOptions, betterAuth } from "better-auth"
import { admin, organization } from "better-auth/plugins"
import { describe, expect, onTestFinished, test } from "vitest"
import { migrate } from "../../src/better-auth/migrate/index.ts"
import { authSource } from "../../src/cli/better-auth/auth-source.ts"
import { actionNames } from "../../src/cli/studio/api-types.ts"
import { openSqlite } from "../better-auth/schema/auth-databases.ts"
import { createAuthPeople, peopleFields, secretsOfAuth } from "./support/auth-people.ts"
import { listPages } from "./support/list-pages.ts"
import { serveStudio, signIn } from "./support/open-studio.ts"

type Listed = { readonly id: string }

async function open(isMigrated = true, options: BetterAuthOptions = {}, write = true) {
  const database = await openSqlite()
  onTestFinished(() => database.close())
  const auth = betterAuth(database.ours({ baseURL: "http://localhost", ...peopleFields, ...options }).options)
  if (isMigrated) {
    await migrate(auth)
    await createAuthPeople(database)
  }
  const studio = await serveStudio(await authSource(auth), { write })
  return { database, auth, studio, ...(await signIn(studio)) }
}

describe("the studio on Better Auth's tables", () => {
  test("lists users in pages by id, and finds them by any part of a name or email", async () => {
    const { read } = await open()
    const first = await read("users?limit=2")
    expect(first.users).toEqual([
      {
        ...{ id: "ada", email: "ada@example.com", name: "Ada", isSuspended: false },
        ...{ emailVerified: true, created: "2026-01-01T00:00:00.000Z" },
      },
      expect.objectContaining({ id: "bob", emailVerified: null }),
    ])
    const ids = first.users.map(({ id }: Listed) => id)
    for (let { next } = first; next !== null; ) {
      const page = await read(`users?limit=2&after=${next}`)
      ids.push(...page.users.map(({ id }: Listed) => id))
      next = page.next
    }
    expect(ids).toEqual(["ada", "bob", "zoe-0", "zoe-1", "zoe-2"])
    expect(await read("users?search=OE-1")).toMatchObject({ found: 1, users: [{ id: "zoe-1" }] })
    expect(await read("users?search=bob")).toMatchObject({ found: 1, users: [{ id: "bob" }] })
  })

  test("sorts and filters, and counts banned users as suspended", async () => {
    const { database, read } = await open(true, { plugins: [admin()] })
    const run = (set: string) => database.run(`UPDATE user SET ${set}`)
    await run("banned = 1 WHERE id IN ('bob', 'zoe-0')")
    // A ban that is over.
    await run("banExpires = '2026-01-01T00:00:00.000Z' WHERE id = 'zoe-0'")
    await run("createdAt = '2026-03-01T00:00:00.000Z' WHERE id = 'bob'")
    await run("createdAt = '2026-02-01T00:00:00.000Z' WHERE id = 'zoe-1'")
    const later = "'2099-01-01T00:00:00.000Z'"
    await database.run(`INSERT INTO session (id, userId, token, expiresAt, createdAt, updatedAt)
      VALUES ('later', 'zoe-2', 'session-canary', ${later}, ${later}, ${later})`)
    expect(await read("list-options")).toMatchObject({
      sorts: ["id", "newest", "oldest", "session"],
      providers: ["google"],
    })
    expect(await listPages(read, "sort=newest")).toEqual(["bob", "zoe-1", "zoe-2", "zoe-0", "ada"])
    expect(await listPages(read, "sort=oldest")).toEqual(["ada", "zoe-0", "zoe-2", "zoe-1", "bob"])
    expect(await listPages(read, "sort=session")).toEqual(["zoe-2", "ada"])
    expect(await listPages(read, "suspended=yes")).toEqual(["bob"])
    expect(await listPages(read, "suspended=no&verified=no")).toEqual(["zoe-0", "zoe-1", "zoe-2"])
    expect(await listPages(read, "verified=yes")).toEqual(["ada"])
    expect(await listPages(read, "provider=google")).toEqual(["ada"])
    // With an index, a large table has the same order.
    await database.run("CREATE INDEX by_creation ON user (createdAt, id)")
    await read("list-options")
    expect(await listPages(read, "sort=newest", 1)).toEqual(["bob", "zoe-1", "zoe-2", "zoe-0", "ada"])
  })

  test("finds the start of an email in large databases", async () => {
    const { database, read } = await open()
    const time = "'2026-01-01T00:00:00.000Z'"
    await database.run(`WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 10010)
      INSERT INTO user (id, email, name, emailVerified, createdAt, updatedAt)
      SELECT 'u' || i, i || '@example.com', 'Person', 0, ${time}, ${time} FROM n`)
    const found = await read("users?search=1000&limit=7")
    expect(found).toMatchObject({ searched: "emails", next: "10006@example.com" })
    const { sorts, notes } = await read("list-options")
    expect(sorts).toEqual(["id", "session"])
    expect(notes).toEqual([expect.stringContaining("An index on user (createdAt, id) changes that.")])
    const rest = await read(`users?search=1000&limit=7&after=${found.next}`)
    expect(rest.next).toBeNull()
    const ids = [...found.users, ...rest.users].map(({ id }: Listed) => id)
    expect(ids).toEqual([...Array.from({ length: 10 }, (_, nth) => `u1000${nth}`), "u1000"])
    expect(await read("users?search=ada")).toMatchObject({ users: [{ id: "ada" }] })
  })

  test("leaves nobody out where the database ignores case", async () => {
    const { database, read } = await open(false)
    await database.run(`CREATE TABLE user (id text COLLATE NOCASE PRIMARY KEY, name text, email text,
      emailVerified integer, image text, createdAt date, updatedAt date, nickname text, pin text)`)
    for (const id of ["a", "B", "c"]) await database.run(`INSERT INTO user (id) VALUES ('${id}')`)
    const ids: string[] = []
    for (let after = ""; after !== "&after=null"; ) {
      const { users, next } = await read(`users?limit=1${after}`)
      ids.push(...users.map(({ id }: Listed) => id))
      after = `&after=${next}`
    }
    expect(ids).toEqual(["a", "B", "c"])
  })

  test("shows a user's fields, accounts and live sessions, and no secret", async () => {
    const { studio, read } = await open()
    const details = await read("user?id=ada")
    expect(details).toMatchObject({
      user: { id: "ada", emailVerified: true, nickname: "countess", createdAt: "2026-01-01T00:00:00.000Z" },
      accounts: { value: [{ handle: "account-1", fields: { providerId: "google", accountId: "subject" } }] },
      sessions: { value: 52 },
      passkeys: { problem: expect.stringContaining("passkey"), isFailure: false },
    })
    expect(details.user).not.toHaveProperty("pin")
    const page = await read("sessions?id=ada")
    expect(page.sessions).toHaveLength(50)
    expect(page.sessions[0]).toMatchObject({
      ...{ handle: "session-00", signedIn: "2026-01-01T00:00:00.000Z" },
      fields: { userAgent: "Firefox", expiresAt: "2098-01-01T00:00:00.000Z" },
    })
    const rest = await read(`sessions?id=ada&after=${page.next}`)
    expect([rest.sessions.length, rest.next]).toEqual([2, null])
    expect(await read("user?id=nobody")).toMatchObject({ status: 404 })
    for (const path of ["users?search=ada", "users", "count?model=verification", "health"]) await read(path)
    const received = studio.responses.map(({ text }) => text).join("\n")
    for (const secret of secretsOfAuth) expect(received).not.toContain(secret)
  })

  test("counts the rows of each model, and checks the tables", async () => {
    const { database, read } = await open()
    expect(await read("overview")).toMatchObject({
      ...{ store: "Better Auth on sqlite", place: "in memory", isBetterAuth: true },
      models: ["user", "session", "account", "verification"],
    })
    expect(await read("count?model=session")).toMatchObject({ rows: 53, isExact: true })
    expect(await read("count?model=verification&exact=1")).toMatchObject({ rows: 1, isExact: true })
    expect(await read("count?model=slot")).toMatchObject({ status: 400 })
    expect(await read("health")).toMatchObject({ findings: [] })
    await database.run("DROP TABLE verification")
    expect(await read("count?model=verification")).toMatchObject({ rows: null })
    expect(await read("health")).toMatchObject({
      findings: [{ severity: "error", code: "missing_table", place: "verification" }],
    })
  })

  test("ends sessions, unlinks an account and deletes a user, through Better Auth", async () => {
    const session = { cookieCache: { enabled: true } }
    const { database, studio, read, act } = await open(true, { session })
    const note = expect.stringMatching(/until 20.+Z, for 300 seconds\.$/)
    const ada = { userId: "ada" }
    expect(await act("revoke-session", { ...ada, handle: "session-07" })).toMatchObject({ changed: 1 })
    expect(await act("revoke-session", { ...ada, handle: "session-07" })).toMatchObject({ status: 404 })
    expect(await act("revoke-session", { userId: "bob", handle: "session-08" })).toMatchObject({
      status: 404,
    })
    expect(await act("sign-out-everywhere", ada)).toMatchObject({ changed: 51, left: 0, note })
    expect(await read("user?id=ada")).toMatchObject({ sessions: { value: 0 } })
    expect(await act("unlink-account", { userId: "bob", handle: "account-1" })).toMatchObject({ status: 404 })
    expect(await act("unlink-account", { ...ada, handle: "account-1" })).toMatchObject({ changed: 1 })
    expect(await act("suspend-user", ada)).toMatchObject({ status: 409, error: { code: "unsupported" } })
    expect(await act("delete-user", { ...ada, confirm: "bob@example.com" })).toMatchObject({ status: 400 })
    expect(await act("delete-user", { ...ada, confirm: "ada@example.com" })).toMatchObject({
      status: 200,
      note,
    })
    expect(await database.rows("SELECT id FROM user WHERE id = 'ada'")).toEqual([])
    await database.run("UPDATE verification SET expiresAt = createdAt")
    expect(await act("sweep")).toMatchObject({ changed: 1, left: 0 })
    expect(studio.changes.map(({ action, outcome }) => `${action} ${outcome}`)).toContain("delete-user done")
    for (const { text } of studio.responses)
      for (const secret of secretsOfAuth) expect(text).not.toContain(secret)
  })

  test("ends sessions of many users, after it has counted them", async () => {
    const { database, act } = await open()
    const rule = { rule: "domain", value: "example.com", kinds: "sessions" }
    const { changed, left, revocation } = await act("count-revocation", rule)
    expect([changed, left, revocation.receipt]).toEqual([
      0,
      0,
      expect.objectContaining({ store: "Better Auth", state: "complete" }),
    ])
    const { run } = revocation
    expect(await act("apply-revocation", { run })).toMatchObject({ changed: 52, left: 0, notEnded: [] })
    expect(await database.rows("SELECT id FROM session")).toEqual([{ id: "session-52" }])
  })

  test("shows bans and organizations, and bans with the plugin admin", async () => {
    const { database, read, act } = await open(true, { plugins: [admin(), organization()] })
    await database.run(
      "INSERT INTO organization (id, name, slug, createdAt) VALUES ('acme', 'Acme', 'a', '2026')",
    )
    await database.run(`INSERT INTO member (id, organizationId, userId, role, createdAt)
      VALUES ('member-1', 'acme', 'ada', 'owner', '2026-01-01T00:00:00.000Z')`)
    expect(await read("overview")).toMatchObject({ canSuspend: true })
    expect(await act("suspend-user", { userId: "ada" })).toMatchObject({ changed: 52, notEnded: [] })
    expect(await read("user?id=ada")).toMatchObject({
      isSuspended: true,
      user: { banned: true, banReason: "No reason", banExpires: null },
      organizations: { value: [{ handle: "member-1", fields: { organization: "Acme", role: "owner" } }] },
    })
    expect((await read("users?limit=2")).users).toMatchObject([{ isSuspended: true }, { isSuspended: false }])
    await act("resume-user", { userId: "ada" })
    expect(await read("user?id=ada")).toMatchObject({ isSuspended: false })
    // A ban that is over.
    await database.run("UPDATE user SET banned = 1, banExpires = '2026-01-01T00:00:00.000Z' WHERE id = 'ada'")
    expect(await read("user?id=ada")).toMatchObject({ isSuspended: false })
  })

  test("changes nothing without --write", async () => {
    const { studio, act, database } = await open(true, {}, false)
    for (const action of actionNames)
      expect(await act(action, { userId: "ada", confirm: "ada@example.com" })).toMatchObject({
        status: 403,
        error: { code: "read_only" },
      })
    expect(studio.changes).toEqual([])
    expect(await database.rows("SELECT COUNT(*) AS n FROM session")).toEqual([{ n: 53 }])
  })

  test("without tables, the check names them", async () => {
    const { read } = await open(false)
    expect(await read("users")).toMatchObject({ status: 502 })
    expect((await read("health")).findings).toHaveLength(4)
  })
})
