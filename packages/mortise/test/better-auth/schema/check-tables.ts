import { type BetterAuthOptions, betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import {
  admin,
  anonymous,
  deviceAuthorization,
  jwt,
  organization,
  phoneNumber,
  siwe,
  twoFactor,
  username,
} from "better-auth/plugins"
import { expect, onTestFinished, test } from "vitest"
import { inspect, migrate, plan } from "../../../src/better-auth/migrate/index.ts"
import type { AuthDatabase } from "./auth-databases.ts"

const shared: BetterAuthOptions = {
  baseURL: "http://localhost:3000",
  secret: "a secret for tests that is long enough",
  // Hashing takes most of the time of a sign-up.
  emailAndPassword: {
    enabled: true,
    password: { hash: async (password) => password, verify: async ({ hash, password }) => hash === password },
  },
  logger: { disabled: true },
  rateLimit: { storage: "database", enabled: false },
  telemetry: { enabled: false },
}

const plugins = () => [
  ...[
    admin(),
    deviceAuthorization({ verificationUri: "/device" }),
    jwt(),
    organization({ teams: { enabled: true } }),
  ],
  ...[phoneNumber(), anonymous(), twoFactor(), username()],
  siwe({ domain: "localhost", getNonce: async () => "nonce", verifyMessage: async () => true }),
]

/** The tests of `migrate` that every engine must pass. */
export function checkTables(open: () => Promise<AuthDatabase>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    return database
  }

  test.each([
    ["text ids", {}],
    ["ids of the database", { advanced: { database: { generateId: "serial" as const } } }],
    ["UUIDs", { advanced: { database: { generateId: "uuid" as const } } }],
  ])("creates all tables of the plugins, with %s, and then has nothing to do", async (_, ids) => {
    const database = await opened()
    const options = { ...shared, ...ids, plugins: plugins() }
    const auth = database.ours(options)
    const { steps } = await migrate(auth)
    expect(steps.filter(({ statement }) => statement.startsWith("CREATE TABLE")).length).toBeGreaterThan(12)
    expect(await inspect(auth)).toEqual({ ok: true, findings: [] })
    expect(await migrate(auth)).toEqual({ steps: [] })
    const theirs = await migrationsOf({ ...options, database: database.theirs })
    expect(theirs).toEqual({ toBeCreated: [], toBeAdded: [], toBeAddedIndexes: [] })
    expect(await signUpAndIn({ ...shared, ...ids, database: database.theirs })).toBe("ada@example.com")
    expect(await signUpAndIn(database.ours({ ...shared, ...ids }).options, "bob")).toBe("bob@example.com")
  })

  test("adds the unique key and the indexes to tables of Better Auth's own migrations", async () => {
    const database = await opened()
    const theirs = { ...shared, plugins: plugins(), database: database.theirs }
    await (await getMigrations(theirs)).runMigrations()
    const auth = database.ours({ ...shared, plugins: plugins() })
    const { ok, findings } = await inspect(auth)
    expect(ok).toBe(false)
    expect(findings.filter(({ severity }) => severity === "error")).toMatchObject([
      { code: "missing_key", model: "account", columns: ["providerId", "accountId"] },
      ...(database.hasShortIds ? [{ code: "short_column", model: "verification", column: "id" }] : []),
    ])
    const { steps } = await migrate(auth)
    expect(steps.every(({ statement }) => /^(CREATE|ALTER)/.test(statement))).toBe(true)
    expect((await inspect(auth)).ok).toBe(true)
    expect(await migrate(auth)).toEqual({ steps: [] })
    expect(await migrationsOf(theirs)).toEqual({ toBeCreated: [], toBeAdded: [], toBeAddedIndexes: [] })
    expect(await signUpAndIn({ ...shared, database: database.theirs })).toBe("ada@example.com")
    expect(await signUpAndIn(auth.options, "bob")).toBe("bob@example.com")
    const { internalAdapter } = await betterAuth(auth.options).$context
    const value = { identifier: "assertion", value: "used", expiresAt: new Date(Date.now() + 60_000) }
    const reserve = () => internalAdapter.reserveVerificationValue(value)
    expect([await reserve(), await reserve()]).toEqual([true, false])
    const account = { ...person("u1"), providerId: "google" }
    await insertAccount(database, { ...account, id: "a1" })
    await expect(insertAccount(database, { ...account, id: "a2" })).rejects.toThrow()
    // The key compares bytes.
    await insertAccount(database, { ...account, id: "a3", accountId: account.accountId.toUpperCase() })
  })

  test("reports duplicate accounts, and merges them on request", async () => {
    const database = await opened()
    const auth = database.ours(shared)
    await (await getMigrations({ ...shared, database: database.theirs })).runMigrations()
    for (const [nth, id] of ["a1", "a2", "a3"].entries())
      await insertAccount(database, { ...person("u1"), id, updatedAt: `2026-01-0${nth + 1} 00:00:00` })
    const duplicates = [{ providerId: "google", accountIds: ["a3", "a2", "a1"], userIds: ["u1"] }]
    const { findings } = await inspect(auth)
    expect(findings.find(({ duplicates }) => duplicates)).toMatchObject({
      ...{ code: "missing_key", severity: "error", rows: 2, duplicates },
    })
    const { refusals } = await plan(auth)
    expect(refusals).toMatchObject([{ code: "missing_key", rows: 2, duplicates }])
    await expect(migrate(auth)).rejects.toMatchObject({ code: "conflict" })
    expect(await idsOf(database)).toEqual(["a1", "a2", "a3"])
    await migrate(auth, { mergeAccounts: true })
    expect(await idsOf(database)).toEqual(["a3"])
    expect((await inspect(auth)).ok).toBe(true)
  })

  test("merges more duplicates than one statement takes", async () => {
    const database = await opened()
    const auth = database.ours(shared)
    await (await getMigrations({ ...shared, database: database.theirs })).runMigrations()
    const ids = Array.from({ length: 202 }, (_, nth) => `a${1000 + nth}`)
    for (const id of ids) await insertAccount(database, { ...person("u1"), id })
    await migrate(auth, { mergeAccounts: true })
    expect(await idsOf(database)).toEqual(ids.slice(-1))
  })

  test("keeps the row with the latest date, not one without a date, and rows without an account id", async () => {
    const database = await opened()
    const auth = database.ours(shared)
    await (await getMigrations({ ...shared, database: database.theirs })).runMigrations()
    await withNullableAccounts(database)
    const rows = { a1: null, a2: "2026-01-02 00:00:00", a3: "2026-01-01 00:00:00" }
    for (const [id, updatedAt] of Object.entries(rows))
      await insertAccount(database, { ...person("u1"), id, updatedAt })
    for (const id of ["b1", "b2"]) await insertAccount(database, { ...person("u1"), id, accountId: null })
    const { refusals } = await plan(auth)
    const duplicates = [{ providerId: "google", accountIds: ["a2", "a3", "a1"], userIds: ["u1"] }]
    expect(refusals).toMatchObject([{ code: "missing_key", rows: 2, duplicates }])
    await migrate(auth, { mergeAccounts: true })
    expect(await idsOf(database)).toEqual(["a2", "b1", "b2"])
  })

  test("merges by what is stored when the statements run, not when they were planned", async () => {
    const database = await opened()
    const auth = database.ours(shared)
    await (await getMigrations({ ...shared, database: database.theirs })).runMigrations()
    for (const [nth, id] of ["a1", "a2", "a3"].entries())
      await insertAccount(database, { ...person("u1"), id, updatedAt: `2026-01-0${nth + 1} 00:00:00` })
    const { steps } = await plan(auth, { mergeAccounts: true })
    const { quote, run } = database
    await run(`DELETE FROM ${quote("account")} WHERE id = 'a3'`)
    for (const { statement } of steps) if (statement.startsWith("DELETE")) await run(statement)
    expect(await idsOf(database)).toEqual(["a2"])
  })

  test("never merges accounts of several users", async () => {
    const database = await opened()
    const auth = database.ours(shared)
    await (await getMigrations({ ...shared, database: database.theirs })).runMigrations()
    await insertAccount(database, { ...person("u1"), id: "a1" })
    await insertAccount(database, { ...person("u1"), id: "a2", userId: "u2" })
    await insertAccount(database, { ...person("u3"), id: "a3" })
    await insertAccount(database, { ...person("u3"), id: "a4" })
    await expect(migrate(auth, { mergeAccounts: true })).rejects.toThrow(/1 of them belong to several users/)
    expect(await idsOf(database)).toEqual(["a1", "a2", "a3", "a4"])
  })

  test("adds columns of new plugins to tables with rows", async () => {
    const database = await opened()
    await migrate(database.ours(shared))
    await signUpAndIn({ ...shared, database: database.theirs })
    const more = { ...shared, plugins: plugins(), user: { additionalFields: { joined: joinedField } } }
    const auth = database.ours(more)
    await migrate(auth)
    expect((await inspect(auth)).ok).toBe(true)
    expect(await migrate(auth)).toEqual({ steps: [] })
    expect(await signUpAndIn({ ...more, database: database.theirs }, "bob")).toBe("bob@example.com")
  })

  test("works with other names", async () => {
    const database = await opened()
    const options = {
      ...shared,
      user: { modelName: "person", fields: { email: "mail" } },
      account: { fields: { providerId: "provider", accountId: "subject" } },
    }
    const auth = database.ours(options, { usePlural: true })
    await migrate(auth)
    expect(await inspect(auth)).toEqual({ ok: true, findings: [] })
    await insertAccount(
      database,
      person("u1"),
      { account: "accounts", user: "persons", email: "mail" },
      names,
    )
    await expect(
      insertAccount(database, { ...person("u1"), id: "b2" }, { account: "accounts" }, names),
    ).rejects.toThrow()
  })

  test("runs in several processes at the same time", async () => {
    const database = await opened()
    const auths = Array.from({ length: 4 }, () => database.ours({ ...shared, plugins: plugins() }))
    await Promise.all(auths.map((auth) => migrate(auth)))
    expect(await inspect(auths[0] as (typeof auths)[0])).toEqual({ ok: true, findings: [] })
  })
}

const joinedField = { type: "date", required: true, defaultValue: () => new Date() } as const

const names = { providerId: "provider", accountId: "subject" }

async function migrationsOf(options: BetterAuthOptions) {
  const { toBeCreated, toBeAdded, toBeAddedIndexes } = await getMigrations(options)
  return { toBeCreated, toBeAdded, toBeAddedIndexes }
}

/** Signs a person up and in through Better Auth's own adapter. */
async function signUpAndIn(options: BetterAuthOptions, name = "ada"): Promise<string | undefined> {
  const auth = betterAuth(options)
  const body = { email: `${name}@example.com`, password: "a long password", name }
  await auth.api.signUpEmail({ body })
  const { headers } = await auth.api.signInEmail({ body, returnHeaders: true })
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ")
  const session = await auth.api.getSession({ headers: new Headers({ cookie }) })
  return session?.user.email
}

const person = (userId: string) => ({
  ...{ id: `account of ${userId}`, userId, providerId: "google", accountId: `subject of ${userId}` },
  updatedAt: "2026-01-01 00:00:00",
})

/** Inserts an account, and its user if that is missing. */
async function insertAccount(
  { run, rows, quote }: AuthDatabase,
  row: { readonly [field in keyof ReturnType<typeof person>]: string | null },
  tables: { account?: string; user?: string; email?: string } = {},
  columns: Readonly<Record<string, string>> = {},
): Promise<void> {
  const insert = (table: string, values: object) => {
    const keys = Object.keys(values).map((key) => quote(columns[key] ?? key))
    const list = Object.values(values).map((value) => (value === null ? "NULL" : `'${value}'`))
    return run(`INSERT INTO ${quote(table)} (${keys.join(", ")}) VALUES (${list.join(", ")})`)
  }
  const { account = "account", user = "user", email = "email" } = tables
  const time = { createdAt: "2026-01-01 00:00:00", updatedAt: row.updatedAt }
  if (account === "account" || tables.user) {
    const known = await rows(`SELECT 1 FROM ${quote(user)} WHERE id = '${row.userId}'`)
    const own = { id: row.userId, name: row.userId, [email]: `${row.userId}@example.com`, emailVerified: "0" }
    if (known.length === 0) await insert(user, { ...own, ...time, updatedAt: time.createdAt })
  }
  await insert(account, { ...row, ...time })
}

/** As in a table of the application's own, which allows null. */
async function withNullableAccounts({ run, quote }: AuthDatabase): Promise<void> {
  const columns = [
    ...["id", "accountId", "providerId", "userId"].map((name) => `${quote(name)} varchar(255)`),
    ...["accessToken", "refreshToken", "idToken", "scope", "password"].map((name) => `${quote(name)} text`),
    ...["accessTokenExpiresAt", "refreshTokenExpiresAt"].map((name) => `${quote(name)} timestamp NULL`),
    ...["createdAt", "updatedAt"].map((name) => `${quote(name)} timestamp NULL`),
  ]
  await run(`DROP TABLE ${quote("account")}`)
  await run(`CREATE TABLE ${quote("account")} (${columns.join(", ")}, PRIMARY KEY (id))`)
}

const idsOf = async ({ rows, quote }: AuthDatabase): Promise<unknown[]> =>
  (await rows(`SELECT id FROM ${quote("account")} ORDER BY id`)).map(({ id }) => id)
