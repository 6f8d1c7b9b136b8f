import { describe, expect, test } from "vitest"
import { startPgbouncer } from "../../../workshop/src/servers/pgbouncer.ts"
import { startPostgres } from "../../../workshop/src/servers/postgres.ts"
import { everyOperation, everythingElse } from "../stores/servers/support/every-operation.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { installOrms } from "./install.ts"
import { postgresDatabases } from "./support/databases.ts"

await installOrms()
const { drizzleStores } = await import("./drizzle/stores.ts")
const { stores: kyselyStores } = await import("./kysely/stores.ts")
const { prismaStores } = await import("./prisma/stores.ts")
const { typeormStores03 } = await import("./typeorm/stores.ts")
const { knexStores } = await import("./knex/stores.ts")

const onPostgres = [
  ...drizzleStores,
  ...kyselyStores,
  ...prismaStores,
  ...typeormStores03,
  ...knexStores,
].filter(({ databases }) => databases.engine === "postgres")

describe.each(["transaction", "statement"] as const)("behind pgbouncer in %s mode", (mode) => {
  const server = openForTests(startPostgres)

  test.each(onPostgres)("every call through $name works", { timeout: 60_000 }, async ({ name, open }) => {
    const database = await server.database()
    await postgresDatabases.execute(database, ...postgresDatabases.tables)
    const pooler = await startPgbouncer(database, { mode })
    const orm = await open(pooler.url)
    const adapter = orm.adapter({ onWarning: () => {} })
    const calls = [
      ...(await everyOperation(adapter)),
      ...(await everythingElse(adapter)),
      ...(await everyOperation(adapter)),
    ]
    const outcomes = await Promise.allSettled(calls.map(([, call]) => call()))
    const failures = outcomes.flatMap((outcome, nth) =>
      outcome.status === "rejected" ? [`${calls[nth]?.[0]}: ${outcome.reason}`] : [],
    )
    // Without a pool of pg, several statements of Prisma are a transaction.
    const refused =
      mode === "statement" && name === "Prisma on PostgreSQL" ? ["deleteUser", "signUp", "deleteUser"] : []
    expect(failures).toEqual(
      refused.map((call) => expect.stringMatching(`^${call}: .*The pooler is in statement mode`)),
    )
    if (mode === "transaction") {
      const made = await orm.transaction(({ adapter }) => adapter.createUser({ email: "ada@example.com" }))
      expect(await adapter.getUser(made.id)).toEqual(made)
    }
    await orm.close()
    await pooler.close()
  })
})
