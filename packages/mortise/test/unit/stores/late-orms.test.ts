import { createClient } from "@libsql/client"
import { drizzle } from "drizzle-orm/libsql"
import { describe, expect, test } from "vitest"
import { defineSchema } from "../../../src/index.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { drizzleAdapter } from "../../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
import { knexAdapter } from "../../../src/stores/sql/orms/knex/knex-adapter.ts"
import { kyselyAdapter } from "../../../src/stores/sql/orms/kysely/kysely-adapter.ts"
import { mikroOrmAdapter } from "../../../src/stores/sql/orms/mikro-orm/mikro-orm-adapter.ts"
import { prismaAdapter } from "../../../src/stores/sql/orms/prisma/prisma-adapter.ts"
import { sequelizeAdapter } from "../../../src/stores/sql/orms/sequelize/sequelize-adapter.ts"
import { typeormAdapter } from "../../../src/stores/sql/orms/typeorm/typeorm-adapter.ts"

const schema = defineSchema({})
const factories = [
  drizzleAdapter,
  knexAdapter,
  kyselyAdapter,
  mikroOrmAdapter,
  prismaAdapter,
  sequelizeAdapter,
  typeormAdapter,
] as unknown as readonly ((source: never, options?: object) => { getUser(id: string): Promise<unknown> })[]

describe.each(factories.map((factory) => ({ name: factory.name, factory })))(
  "$name with a function",
  ({ name, factory }) => {
    test.each([{}, { dialect: "sqlite" }, { schema }])("needs an engine and a schema (%#)", (options) => {
      expect(() => factory((() => ({})) as never, options)).toThrow(
        `${name}: a function needs the options dialect and schema`,
      )
    })

    test("refuses what is not its client at the first call", async () => {
      const adapter = factory((async () => ({})) as never, { dialect: "sqlite", schema })
      await expect(adapter.getUser("ada")).rejects.toMatchObject({ name: "MortiseError", code: "invalid" })
    })

    test("reports a function that throws as unavailable", async () => {
      const source = () => {
        throw new Error("hunter2")
      }
      const adapter = factory(source as never, { dialect: "sqlite", schema })
      await expect(adapter.getUser("ada")).rejects.toMatchObject({
        code: "unavailable",
        message: expect.stringContaining(`The function that was passed to ${name} threw`),
      })
    })
  },
)

test("Drizzle may come late, and another instance at each call", async () => {
  const clients = ["one", "two"].map(() => createClient({ url: ":memory:" }))
  for (const client of clients) await migrate(libsqlAdapter(client))
  let nth = 0
  const texts: string[] = []
  const adapter = drizzleAdapter(async () => drizzle(clients[nth] as never), {
    dialect: "sqlite",
    schema,
    onStatement: (text) => texts.push(text),
  })
  const user = await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null })
  expect(await adapter.getUser("ada")).toEqual(user)
  expect(texts).toHaveLength(2)
  nth = 1
  expect(await adapter.getUser("ada")).toBeNull()
})
