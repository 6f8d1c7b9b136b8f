import { createRequire } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { MysqlDialect } from "kysely"
import { createPool } from "mysql2"
import { Pool } from "pg"
import { beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { type BetterAuth, copyToBetterAuth } from "../../../src/transfer/index.ts"
import { installOldestBetterAuth } from "../../better-auth/install.ts"
import { type Engine, mysql2, pg } from "../../support/engines.ts"
import { createPeople, peopleCount } from "../support/people.ts"
import { newSqlite, testOptions } from "./support/better-auth-on-sqlite.ts"
import { passkeyTable } from "./support/passkey-table.ts"

const withEmail = peopleCount - 1

/** A database for Better Auth's Kysely adapter, on a server. */
const databases: readonly [
  string,
  Engine,
  (url: string) => { database: unknown; close(): Promise<unknown> },
][] = [
  [
    "PostgreSQL",
    pg,
    (connectionString) => {
      const database = new Pool({ connectionString })
      return { database, close: () => database.end() }
    },
  ],
  [
    "MariaDB",
    mysql2,
    (uri) => {
      const pool = createPool({ uri, timezone: "Z" })
      const database = { dialect: new MysqlDialect({ pool: pool as never }), type: "mysql" }
      return { database, close: async () => pool.end() }
    },
  ],
]

async function checkCopy(auth: BetterAuth): Promise<void> {
  const source = memoryAdapter()
  await createPeople(source)
  await Promise.all([1, 2, 3, 4].map(() => copyToBetterAuth(source, auth)))
  // A run that met another one may have left a row to this one.
  await copyToBetterAuth(source, auth)
  const { rows, problems } = await copyToBetterAuth(source, auth)
  const all = { copied: 0, equal: withEmail, skipped: 0, problems: 1 }
  expect(rows).toMatchObject({ user: all, account: all, authenticator: all })
  expect(problems.map(({ reason }) => reason)).toEqual(["no_email", "no_user", "no_user"])
}

describe.each(databases)("Better Auth on %s", (_, engine, open) => {
  test.each([[undefined], ["serial"], ["uuid"]] as const)(
    "four runs at once create no row twice, and a last one finds every row equal (ids: %s)",
    async (generateId) => {
      const server = await engine.serve()
      const url = await server.database()
      // Better Auth's tables have the character set of their database, which may not have every letter.
      if (engine === mysql2) await engine.execute(url, "ALTER DATABASE CHARACTER SET utf8mb4")
      const { database, close } = open(url)
      onTestFinished(async () => {
        await close()
        await server.close()
      })
      const auth = betterAuth({
        ...testOptions,
        database: database as never,
        plugins: [passkeyTable],
        ...(generateId && { advanced: { database: { generateId } } }),
      })
      await (await getMigrations(auth.options)).runMigrations()
      await checkCopy(auth)
      const { adapter } = await auth.$context
      for (const model of ["user", "account", "passkey"])
        expect(await adapter.count({ model }), model).toBe(withEmail)
    },
  )
})

test("mortiseDatabase receives the same rows as Better Auth's own adapter", async () => {
  const server = await pg.serve()
  const pool = new Pool({ connectionString: await server.database() })
  onTestFinished(async () => {
    await pool.end()
    await server.close()
  })
  const plugins = [passkeyTable]
  const theirs = betterAuth({ ...testOptions, plugins, database: pool })
  await (await getMigrations(theirs.options)).runMigrations()
  const source = memoryAdapter()
  await createPeople(source)
  const ours = betterAuth({ ...testOptions, plugins, database: mortiseDatabase(pool) })
  expect((await copyToBetterAuth(source, ours)).rows.account.copied).toBe(withEmail)
  const [byUs, byThem] = [await copyToBetterAuth(source, ours), await copyToBetterAuth(source, theirs)]
  expect(byUs.rows.account.equal).toBe(withEmail)
  expect(byThem).toEqual(byUs)
})

describe("the oldest supported Better Auth", () => {
  beforeAll(installOldestBetterAuth, 300_000)
  const require = createRequire(
    fileURLToPath(new URL("../../better-auth/oldest/package.json", import.meta.url)),
  )
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href)

  test("receives every row, and identifies an account of Microsoft by its sub", async () => {
    const { betterAuth: oldest } = await load("better-auth")
    const { getMigrations: migrations } = await load("better-auth/db/migration")
    const client = { clientId: "client", clientSecret: "not-a-secret" }
    const auth = oldest({
      ...testOptions,
      database: newSqlite(),
      plugins: [passkeyTable],
      socialProviders: { microsoft: client },
    })
    await (await migrations(auth.options)).runMigrations()
    await checkCopy(auth)
    const source = memoryAdapter()
    const { id } = await source.createUser({ email: "ada@example.com" })
    const account = { userId: id, type: "oidc", provider: "azure-ad", providerAccountId: "the-sub" } as const
    await source.linkAccount(account)
    expect((await copyToBetterAuth(source, auth)).rows.account.copied).toBe(1)
    const { adapter } = await auth.$context
    const where = [{ field: "userId", value: id }]
    expect(await adapter.findMany({ model: "account", where })).toMatchObject([
      { providerId: "microsoft", accountId: "the-sub" },
    ])
  })
})
