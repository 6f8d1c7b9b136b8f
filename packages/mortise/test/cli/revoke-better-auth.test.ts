import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { BetterAuthOptions, SecondaryStorage } from "better-auth"
import { deviceAuthorization, jwt, phoneNumber, twoFactor } from "better-auth/plugins"
import { expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import type { Database } from "../../src/better-auth/index.ts"
import { encryptedTokens, hashedSessions } from "../../src/layers/index.ts"
import { bare, isSignedIn, openApplication } from "../better-auth/layers/application.ts"
import { testKey } from "../layers/support/test-keys.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import {
  addAuthUser,
  addAuthUsers,
  authCanaries,
  everythingOfAuth,
  leftInAuth,
  mailing,
  revokeOnAuth,
} from "./support/auth-breach.ts"
import { listFile } from "./support/breach.ts"

const without = (pattern: RegExp) => everythingOfAuth.filter((name) => !pattern.test(name))

async function open(options: BetterAuthOptions = {}, wrap = bare) {
  const application = await openApplication({ ...mailing, ...options }, wrap)
  return { ...application, databaseFile: application.file, ...revokeOnAuth(application) }
}

test.each<[readonly string[], readonly string[]]>([
  [["--all"], []],
  [["--all", "--sessions"], without(/session/)],
  [["--domain", "@Example.COM"], without(/ada|bob|new/)],
  [["--provider", "github"], without(/github|(session|code|magic|reset)-(ada|eve)/)],
  [["--domain", "example.com", "--links"], without(/(code|magic|reset)-(ada|bob|new)/)],
  [["--provider", "google", "--tokens"], without(/google/)],
])("mortise revoke --better-auth %j ends exactly what the rule names", async (args, left) => {
  const application = await open()
  const { apply, file, receipt, revoke } = application
  const visitors = await addAuthUsers(application)
  const counted = await revoke(...args, "--json")
  expect([counted.code, counted.stderr]).toEqual([0, expect.stringContaining("Nothing was changed.")])
  expect(await leftInAuth(application, visitors)).toEqual(everythingOfAuth)
  const { code, stdout, stderr } = await apply(...args)
  expect(await leftInAuth(application, visitors)).toEqual(left)
  expect([code, receipt().state, receipt().ended]).toEqual([0, "complete", JSON.parse(counted.stdout).ended])
  const text = stdout + stderr + readFileSync(file, "utf8")
  for (const canary of authCanaries) expect(text).not.toContain(canary)
  expect(await application.column("account", "password")).toContain("correct horse battery")
})

test("a list takes ids and emails, and links to an address without a user: exit 1", async () => {
  const application = await open()
  const visitors = await addAuthUsers(application)
  const id = await application.findUserId("eve@sub.example.com")
  const { code, stderr } = await application.apply("--users", listFile(`${id}\nnew@example.com\nnobody\n`))
  expect([code, stderr]).toEqual([1, expect.stringContaining("user line 3: No user has this id or email.")])
  expect(await leftInAuth(application, visitors)).toEqual(without(/eve|new/))
})

test("--before decides by the time of creation, for more sessions than Better Auth lists", async () => {
  const { adapter, apply, client, receipt, visit } = await open()
  const [older, newer] = [visit(), visit()]
  const token = await older.signUp("ada@example.com")
  await newer.signIn("ada@example.com")
  const update = { createdAt: new Date("2026-11-16T02:29:59Z") }
  await adapter.update({ model: "session", where: [{ field: "token", value: token }], update })
  await client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
    INSERT INTO session (id, userId, token, expiresAt, createdAt, updatedAt)
    SELECT 's' || i, userId, 't' || i, expiresAt, createdAt, updatedAt FROM n, session
      WHERE createdAt = (SELECT MIN(createdAt) FROM session)`)
  expect((await apply("--all", "--before", "2026-11-16T02:30:00Z")).code).toBe(0)
  expect([await isSignedIn(older), await isSignedIn(newer)]).toEqual([false, true])
  expect(receipt().ended).toMatchObject({ sessions: 121, newerSessions: 1, undecidableSessions: 0 })
})

test("sessions end under hashedSessions, and tokens that cannot be decrypted are removed", async () => {
  const layers = (id: string, byte: number) => (database: Database) =>
    encryptedTokens(hashedSessions(database), { keys: [testKey(id, byte)] })
  const application = await open({}, layers("first", 1))
  const ada = await addAuthUser(application, "ada@example.com", ["github"])
  const { apply, receipt } = revokeOnAuth(await application.restart(mailing, layers("other", 7)))
  expect((await apply("--all")).code).toBe(0)
  expect(receipt().ended).toMatchObject({ accounts: 1, refreshTokens: 1, accessTokens: 1, sessions: 1 })
  for (const field of ["accessToken", "refreshToken", "idToken"])
    expect(await application.column("account", field)).toEqual(["null", "null"])
  expect(await isSignedIn(ada)).toBe(false)
})

test("a dry run leaves a session as it is that hashedSessions has not replaced yet", async () => {
  const application = await open()
  const token = await application.visit().signUp("ada@example.com")
  const { revoke } = revokeOnAuth(await application.restart(mailing, hashedSessions))
  expect(JSON.parse((await revoke("--all", "--sessions", "--json")).stdout).ended.sessions).toBe(1)
  expect(await application.column("session", "token")).toEqual([token])
})

/** A storage, and its values. */
function createStorage() {
  const values = new Map<string, string>()
  const storage: SecondaryStorage = {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
    async getAndDelete(key) {
      const value = values.get(key) ?? null
      values.delete(key)
      return value
    },
    async increment(key) {
      const count = Number(values.get(key) ?? 0) + 1
      values.set(key, String(count))
      return count
    },
  }
  return { storage, values }
}

test.each<[string, NonNullable<BetterAuthOptions["session"]>, boolean]>([
  ["and in the database", { storeSessionInDatabase: true }, true],
  ["and as a record", { storeSessionInDatabase: true, preserveSessionInDatabase: true }, true],
  ["only", {}, false],
])("sessions and links in a secondary storage %s end", async (_, session, isInDatabase) => {
  const { storage, values } = createStorage()
  const application = await open({
    secondaryStorage: storage,
    session,
    verification: { storeInDatabase: isInDatabase },
  })
  const { apply, receipt, revoke, visit } = application
  const ada = await addAuthUser(application, "ada@example.com", [])
  const eve = await addAuthUser(application, "eve@example.com", [])
  const phone = visit()
  const token = await phone.signIn("ada@example.com")
  // Better Auth falls back to the database, unless it has rows only as a record.
  if (isInDatabase && !session.preserveSessionInDatabase) values.delete(token)
  expect(await isSignedIn(phone)).toBe(true)
  const list = listFile("ada@example.com")
  expect(JSON.parse((await revoke("--users", list, "--json")).stdout).ended.sessions).toBe(2)
  const { code } = await apply("--users", list)
  expect([await isSignedIn(ada), await isSignedIn(phone), await isSignedIn(eve)]).toEqual([
    false,
    false,
    true,
  ])
  const links = [...values].filter(([key]) => key.startsWith("verification:"))
  const { ended, notEnded, notes } = receipt()
  expect([code, ended.links, links.length, notEnded.count]).toEqual(
    isInDatabase ? [0, 3, 3, 0] : [1, 0, 6, 1],
  )
  if (!isInDatabase) expect(notEnded.problems[0].why).toContain("Verifications are only in secondaryStorage")
  expect(notes.join()).toContain(
    "In secondaryStorage, the sessions in Better Auth's list of a user were ended.",
  )
})

test("the receipt says until when the cookie cache accepts ended sessions, and what else is not ended", async () => {
  const { apply, receipt, visit } = await open({
    session: { cookieCache: { enabled: true, maxAge: 60 } },
    plugins: [jwt(), deviceAuthorization({ verificationUri: "/device" })],
  })
  const ada = visit()
  await ada.signUp("ada@example.com")
  expect((await apply("--all", "--sessions")).code).toBe(0)
  const { endedAt, notes } = receipt()
  const until = new Date(Date.parse(endedAt) + 60_000).toISOString()
  expect(notes.join()).toContain(`in cookies (session.cookieCache) are accepted until ${until}`)
  expect(notes.join()).toContain("JSON Web Tokens of the plugin jwt stay valid until they expire")
  expect(notes.join()).toContain("Not ended: device codes (deviceCode).")
  expect((await ada.get("/get-session?disableCookieCache=true")).body).toBeNull()
})

test("hooks run, and what one refuses or fails to end is reported: exit 1", async () => {
  const ended: string[] = []
  const emails = ["ada@example.com", "bob@example.com", "eve@example.com"] as const
  const application = await open({
    databaseHooks: {
      session: {
        delete: {
          async before({ userId }) {
            if (userId === ids[0]) return false
            if (userId === ids[1]) throw new Error("canary")
            return undefined
          },
          after: async ({ userId }) => void ended.push(userId),
        },
      },
      account: { update: { before: async () => false } },
    },
  })
  const visitors = [
    await addAuthUser(application, emails[0], ["github"]),
    await addAuthUser(application, emails[1], []),
    await addAuthUser(application, emails[2], []),
  ]
  const ids = await Promise.all(emails.map(application.findUserId))
  const { code, stderr } = await application.apply("--all")
  expect(code).toBe(1)
  expect(await Promise.all(visitors.map(isSignedIn))).toEqual([true, true, false])
  expect(ended).toEqual([ids[2]])
  const { notEnded } = application.receipt()
  expect(notEnded.problems).toHaveLength(3)
  expect(notEnded.problems).toEqual(
    expect.arrayContaining([
      { kind: "tokens", user: ids[0], provider: "github", why: "A database hook refused the change." },
      { kind: "sessions", user: ids[0], count: 1, why: "A database hook refused to delete the session." },
      { kind: "sessions", user: ids[1], count: 1, why: "A database hook failed: Error." },
    ]),
  )
  expect(stderr).not.toContain("canary")
})

test("verifications without an owner stay and are counted, and what ends nothing stays: exit 1", async () => {
  const { apply, column, context, findUserId, receipt, revoke, visit } = await open({
    plugins: [phoneNumber(), twoFactor()],
  })
  await visit().signUp("ada@example.com")
  const id = await findUserId("ada@example.com")
  await context.internalAdapter.updateUser(id, { phoneNumber: "+49 30 1815" })
  const { createVerificationValue, reserveVerificationValue } = context.internalAdapter
  const expiresAt = new Date("2098-01-01T00:00:00Z")
  const add = (identifier: string, value: string, expires = expiresAt) =>
    createVerificationValue({ identifier, value, expiresAt: expires })
  await add("trust-device-canary", id)
  await add("+49 30 1815-request-password-reset", "123456:0")
  await add("change-email-otp-ada@example.com-new@other.example", "123456:0")
  await add("auth-state:canary", JSON.stringify({ codeVerifier: "x", callbackURL: "/" }))
  await add("hash-of-an-identifier", "123456:0")
  await add("expired", "123456:0", new Date(0))
  await reserveVerificationValue({ identifier: "saml-canary", value: "used", expiresAt })
  const first = await apply("--domain", "example.com", "--links")
  expect(first.code).toBe(1)
  expect(receipt().ended).toMatchObject({ links: 3, unattributedLinks: 1 })
  expect(receipt().notEnded.problems).toEqual([
    { kind: "links", count: 1, why: expect.stringContaining("neither a user nor an address") },
  ])
  const left = ["auth-state:canary", "expired", "hash-of-an-identifier", "saml-canary"]
  expect(await column("verification", "identifier")).toEqual(left)
  const { ended } = JSON.parse((await revoke("--all", "--links", "--json")).stdout)
  expect(ended).toMatchObject({ links: 3, unattributedLinks: 0 })
})

test("Ctrl-C stops between pages of verifications, and the same command continues behind them", async () => {
  const application = await open()
  const { adapter, apply, client, column, receipt } = application
  const time = "'2098-01-01T00:00:00.000Z'"
  await client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
    INSERT INTO verification (id, identifier, value, expiresAt, createdAt, updatedAt)
    SELECT 'v' || i, 'i' || i, CASE i % 2 WHEN 0 THEN '1:0' ELSE '{"email":"a@example.com"}' END, ${time}, ${time}, ${time} FROM n`)
  const { findMany } = adapter
  let pages = 0
  adapter.findMany = async (input) => {
    if (input.model === "verification" && ++pages === 2) process.emit("SIGINT")
    return findMany(input)
  }
  expect((await apply("--domain", "example.com")).code).toBe(130)
  expect(receipt().next).toEqual({ step: "verifications", after: expect.any(String) })
  expect((await apply("--domain", "example.com")).code).toBe(1)
  expect(receipt()).toMatchObject({ state: "complete", ended: { links: 125, unattributedLinks: 125 } })
  expect(await column("verification", "value")).toEqual(Array.from({ length: 125 }, () => "1:0"))
})

test("killed in the middle, the same command ends the rest", async () => {
  const { apply, client, column, databaseFile, file: receiptFile, receipt } = await open()
  const time = "'2098-01-01T00:00:00.000Z'"
  const users = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)"
  await client.executeMultiple(`
    ${users} INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt) SELECT 'u' || i, 'Person',
      i || CASE i % 2 WHEN 0 THEN '@example.com' ELSE '@other.example' END, 1, ${time}, ${time} FROM n;
    ${users} INSERT INTO session (id, userId, token, expiresAt, createdAt, updatedAt)
      SELECT 's' || i, 'u' || i, 't' || i, ${time}, ${time}, ${time} FROM n;`)
  const modules = join(root, "node_modules")
  const dist = join(root, "packages/mortise/dist")
  const auth = join(
    temporaryTree({
      "auth.mjs": `
        import { betterAuth } from "${join(modules, "better-auth/dist/index.mjs")}"
        import { createClient } from "${join(modules, "@libsql/client/lib-esm/node.js")}"
        import { mortiseDatabase } from "${join(dist, "better-auth/index.js")}"
        let calls = 0
        const before = async () => { if (++calls === 20) process.kill(process.pid, "SIGKILL") }
        export const auth = betterAuth({
          database: mortiseDatabase(createClient({ url: "file:${databaseFile}" })),
          secret: "a-secret-that-only-tests-use-0123456789", baseURL: "http://localhost:3000",
          databaseHooks: { session: { delete: { before } } },
        })`,
    }),
    "auth.mjs",
  )
  const args = ["--domain", "example.com", "--sessions", "--apply", "--receipt", receiptFile, "--yes"]
  const program = [join(dist, "cli/main.js"), "revoke", ...args, "--better-auth", auth]
  const child = spawn(process.execPath, program, { stdio: "ignore" })
  expect(await new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)))).toBe("SIGKILL")
  expect(receipt().state).toBe("running")
  const between = (await column("session", "id")).length
  expect([between > 35, between < 70]).toEqual([true, true])
  expect((await apply("--domain", "example.com", "--sessions")).code).toBe(0)
  expect(receipt()).toMatchObject({ state: "complete", isExact: false, ended: { users: 35 } })
  const odd = Array.from({ length: 35 }, (_, index) => `s${2 * index + 1}`)
  expect(await column("session", "id")).toEqual(odd.sort())
})
