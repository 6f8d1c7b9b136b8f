import { Kysely, MysqlDialect } from "kysely"
import { createPool } from "mysql2"
import { expect, onTestFinished, test } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { inspect, migrate } from "../../../src/better-auth/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"

const server = openForTests(openMariadb)

test("SEC-T16 Kysely on MariaDB creates its tables, and reads page by page", async () => {
  const client = new Kysely({
    dialect: new MysqlDialect({ pool: createPool({ uri: await server.database() }) }),
  })
  onTestFinished(() => client.destroy())
  const database = mortiseDatabase(client)
  const auth = { options: { database } }
  await migrate(auth)
  expect(await inspect(auth)).toMatchObject({ ok: true })
  const adapter = database({})
  for (const name of ["a", "b", "c"])
    await adapter.create({
      model: "user",
      data: { name, email: `${name}@example.com`, emailVerified: false },
    })
  const sortBy = { field: "name", direction: "asc" } as const
  const page = await adapter.findMany({ model: "user", sortBy, limit: 1, offset: 1 })
  expect(page).toMatchObject([{ name: "b" }])
})
