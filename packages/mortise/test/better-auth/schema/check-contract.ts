import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth"
import { expect, onTestFinished, test } from "vitest"
import type { Database } from "../../../src/better-auth/index.ts"
import { type FillRules, inspect, migrate, plan } from "../../../src/better-auth/migrate/index.ts"
import type { AuthDatabase } from "./auth-databases.ts"

const shared: BetterAuthOptions = {
  baseURL: "http://localhost:3000",
  secret: "a secret for tests that is long enough",
  emailAndPassword: {
    enabled: true,
    password: { hash: async (password) => password, verify: async ({ hash, password }) => hash === password },
  },
  logger: { disabled: true },
  telemetry: { enabled: false },
}

type Field = NonNullable<NonNullable<BetterAuthPlugin["schema"]>[string]>["fields"][string]

/** A new version of a plugin, which requires a field of accounts. */
const requiring = (name: string, field: Partial<Field> = {}): BetterAuthOptions => ({
  ...shared,
  plugins: [
    {
      id: "new-version",
      schema: { account: { fields: { [name]: { type: "string", required: true, ...field } } } },
    },
  ] as BetterAuthPlugin[],
})

const body = (name: string) => ({ email: `${name}@example.com`, password: "a long password", name })

const signUp = (options: BetterAuthOptions, name: string) =>
  betterAuth(options).api.signUpEmail({ body: body(name) })

/** How a required column reaches tables with rows, which every engine must pass. */
export function checkContract(open: () => Promise<AuthDatabase>): void {
  const openWithRows = async (...names: string[]) => {
    const database = await open()
    onTestFinished(() => database.close())
    const before = database.ours(shared).options
    await migrate({ options: before })
    for (const name of names) await signUp(before, name)
    const { rows, quote } = database
    return {
      database,
      before,
      values: async (column: string) =>
        (await rows(`SELECT ${quote(column)} AS filled FROM ${quote("account")}`))
          .map(({ filled }) => filled)
          .sort(),
      updates: () => rows(`SELECT ${quote("updatedAt")} AS updated FROM ${quote("account")} ORDER BY id`),
    }
  }
  const isRequired = async (database: AuthDatabase, options: BetterAuthOptions) =>
    (await inspect(database.ours(options))).findings.every(({ code }) => code !== "nullable_column")

  test("a required column is added nullable, filled by a rule, and required by contract only", async () => {
    const { database, before, values, updates } = await openWithRows("ada", "bob")
    const { isSqlite = false } = database
    const options = requiring("tenant")
    const auth = database.ours(options)
    const fill: FillRules = { "account.tenant": "acme" }
    const updated = await updates()
    const planned = await plan(auth, { fill })
    expect(planned.refusals).toEqual([])
    expect(planned.steps.at(-1)).toMatchObject({ why: "account.tenant has no value in 2 rows." })
    expect(planned.pending).toEqual(
      isSqlite ? undefined : [{ model: "account", what: "account.tenant", rows: 0, why: expect.any(String) }],
    )
    const generated = await (auth.options.database as Database)(auth.options).createSchema?.(auth.options)
    expect(generated?.code).toContain("-- Values of account.tenant: run npx mortise migrate --better-auth.")
    await migrate(auth, { fill })
    expect(await values("tenant")).toEqual(["acme", "acme"])
    expect(await updates()).toEqual(updated)
    // An older process knows nothing of the column.
    await signUp(before, "eve")
    expect(await values("tenant")).toEqual([null, "acme", "acme"].sort())
    const { pending } = await migrate(auth, { fill, contract: true })
    expect(await values("tenant")).toEqual(["acme", "acme", "acme"])
    expect(pending === undefined).toBe(!isSqlite)
    expect(await isRequired(database, options)).toBe(!isSqlite)
    if (!isSqlite) {
      await expect(signUp(before, "zoe")).rejects.toThrow()
      expect(await migrate(auth, { fill })).toEqual({ steps: [] })
    }
  })

  test("without a rule the column is added, and contract refuses with the ids of the rows", async () => {
    const { database, values } = await openWithRows("ada", "bob")
    const auth = database.ours(requiring("tenant"))
    const { pending } = await migrate(auth)
    expect(await values("tenant")).toEqual([null, null])
    const { quote, rows } = database
    const ids = (await rows(`SELECT id FROM ${quote("account")} ORDER BY id`)).map(({ id }) => id)
    expect(pending).toMatchObject([{ what: "account.tenant", rows: 2, ids, why: /account\.tenant/ }])
    const { refusals } = await plan(auth, { contract: true })
    expect(refusals).toMatchObject([{ what: "account.tenant", code: "nullable_column", rows: 2, ids }])
    await expect(migrate(auth, { contract: true })).rejects.toThrow(`Rows: ${ids.join(", ")}`)
    const partly: FillRules = { "account.tenant": ({ id }) => (id === ids[0] ? "acme" : null) }
    await expect(migrate(auth, { contract: true, fill: partly })).rejects.toThrow(
      `made no column required, because the database must be fixed first:\n- account.tenant: No rule gives a value to 1 row`,
    )
    expect(await values("tenant")).toEqual([null, "acme"].sort())
  })

  test("rules are expressions, functions of the row, and defaults that the field declares", async () => {
    const { database, values } = await openWithRows("ada", "bob")
    const sql = database.hasShortIds ? "CONCAT(providerId, '!')" : `"providerId" || '!'`
    await migrate(database.ours(requiring("tenant")), { fill: { "account.tenant": { sql } } })
    expect(await values("tenant")).toEqual(["credential!", "credential!"])
    const byRow: FillRules = {
      "account.region": ({ password, createdAt }) => `${password} ${createdAt instanceof Date}`,
    }
    await migrate(database.ours(requiring("region")), { fill: byRow })
    expect(await values("region")).toEqual(["a long password true", "a long password true"])
    let made = 0
    await migrate(database.ours(requiring("key", { unique: true, defaultValue: () => `key ${++made}` })))
    expect(await values("key")).toEqual(["key 1", "key 2"])
    const since = new Date("2026-01-02T03:04:05.678Z")
    const dated = requiring("since", { type: "date" })
    await migrate(database.ours(dated), { fill: { "account.since": since } })
    const account = await (await betterAuth(database.ours(dated).options).$context).adapter.findMany({
      model: "account",
    })
    expect(account).toMatchObject([{ since }, { since }])
  })

  test("a value that another process writes meanwhile is kept", async () => {
    const { database, values } = await openWithRows("ada", "bob")
    const { quote, run } = database
    const byOther = `UPDATE ${quote("account")} SET ${quote("tenant")} = 'other'`
    const fill: FillRules = { "account.tenant": () => run(byOther).then(() => "acme") }
    await migrate(database.ours(requiring("tenant")), { fill })
    expect(await values("tenant")).toEqual(["other", "other"])
  })

  test("a column that Better Auth has withdrawn may be null again by the statement of the plan", async () => {
    const { database, before } = await openWithRows()
    await migrate(database.ours(requiring("issuer")))
    if (database.isSqlite) return
    const { findings } = await inspect({ options: before })
    expect(findings).toMatchObject([{ code: "unfilled_column", column: "issuer", severity: "error" }])
    for (const statement of findings[0]?.fix ?? []) await database.run(statement)
    expect(await inspect({ options: before })).toEqual({ ok: true, findings: [] })
    await signUp(before, "ada")
  })

  test("a fill continues where it was interrupted, and reports its progress", async () => {
    const { database, values } = await openWithRows()
    const { run, quote } = database
    const time = "'2026-01-01 00:00:00'"
    const columns = (...names: string[]) => names.map(quote).join(", ")
    await run(
      `INSERT INTO ${quote("user")} (${columns("id", "name", "email", "emailVerified", "createdAt", "updatedAt")}) VALUES ('u', 'Ada', 'ada@example.com', '0', ${time}, ${time})`,
    )
    const list = Array.from(
      { length: 1201 },
      (_, nth) => `('a${1000 + nth}', 'u', 'google', 's${nth}', ${time}, ${time})`,
    )
    await run(
      `INSERT INTO ${quote("account")} (${columns("id", "userId", "providerId", "accountId", "createdAt", "updatedAt")}) VALUES ${list.join(", ")}`,
    )
    const auth = database.ours(requiring("tenant"))
    const interrupted: FillRules = {
      "account.tenant": ({ accountId }) => {
        if (accountId === "s1100") throw new Error("killed")
        return "acme"
      },
    }
    await expect(migrate(auth, { fill: interrupted })).rejects.toThrow("killed")
    expect((await values("tenant")).filter((tenant) => tenant === null)).toHaveLength(201)
    const progress: unknown[] = []
    await migrate(auth, { fill: { "account.tenant": "other" }, onProgress: (rows) => progress.push(rows) })
    expect(progress).toEqual([{ what: "account.tenant", rows: 201 }])
    const filled = await values("tenant")
    expect([filled.filter((tenant) => tenant === "acme").length, filled.length]).toEqual([1000, 1201])
  })
}
