import { afterAll, beforeAll, expect, test } from "vitest"
import type { Server } from "../../../workshop/src/servers/server.ts"
import { failure } from "../support/failure.ts"
import { signIn, someone, someSession, someToken } from "../support/people.ts"
import { installOrms } from "./install.ts"
import { mariadbDatabases, postgresDatabases } from "./support/databases.ts"

await installOrms()
const { Sequelize } = await import("sequelize")
const { sqlite3OverLibsql } = await import("../../../../peers/sqlite/sqlite3-over-libsql.ts")
const { sequelizeAdapter } = await import("../../src/stores/sql/orms/sequelize/sequelize-adapter.ts")

const servers: Partial<Record<"postgres" | "mysql" | "sqlite", Server>> = {}
beforeAll(async () => {
  for (const { engine, serve } of [postgresDatabases, mariadbDatabases]) servers[engine] = await serve()
})
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close()
})

async function emptyTables({ engine, tables, execute } = postgresDatabases): Promise<string> {
  const url = (await servers[engine]?.database()) ?? ""
  await execute(url, ...tables)
  return url
}

test("anything but Sequelize 6 on a supported database is refused", () => {
  for (const client of [undefined, {}, Promise.resolve()])
    expect(() => sequelizeAdapter(client as never)).toThrow(
      "sequelizeAdapter takes an instance of Sequelize 6",
    )
  const seven = { getDialect: () => "postgres", connectionManager: {}, models: {}, withConnection() {} }
  expect(() => sequelizeAdapter(seven)).toThrow("works with Sequelize 6 only")
  expect(() => sequelizeAdapter(new Sequelize({ dialect: "mariadb" }))).toThrow('use "mysql" with mysql2')
})

test("on SQLite, a database in memory and one without foreign keys are refused", () => {
  const settings = { dialect: "sqlite", dialectModule: sqlite3OverLibsql } as const
  expect(() => sequelizeAdapter(new Sequelize({ ...settings, storage: ":memory:" }))).toThrow("needs a file")
  const withoutKeys = new Sequelize({ ...settings, storage: "auth.db", ...{ foreignKeys: false } })
  expect(() => sequelizeAdapter(withoutKeys)).toThrow("needs foreign keys")
})

test("an adapter of a transaction that has ended sends nothing", async () => {
  const sequelize = new Sequelize(await emptyTables(), { logging: false })
  const transaction = await sequelize.transaction()
  const nested = await sequelize.transaction({ transaction })
  const [joined, inside] = [transaction, nested].map((each) =>
    sequelizeAdapter(sequelize, { transaction: each }),
  )
  const one = someone()
  await joined?.createUser(one)
  await transaction.commit()
  for (const ended of [joined, inside])
    await failure(ended?.createUser(someone()) ?? Promise.resolve(), "unavailable")
  expect(await sequelizeAdapter(sequelize).getUserByEmail(one.email)).not.toBeNull()
  await sequelize.close()
})

test("adapters of one transaction can be used concurrently: a refused write undoes only itself", async () => {
  const sequelize = new Sequelize(await emptyTables(), { logging: false })
  const adapter = sequelizeAdapter(sequelize)
  const taken = await adapter.createUser(someone())
  const people = Array.from({ length: 8 }, someone)
  await sequelize.transaction(async (transaction) => {
    const joined = () => sequelizeAdapter(sequelize, { transaction })
    const created = people.map((one) => joined().createUser(one))
    const refused = people.map(() => failure(joined().createUser(taken), "conflict"))
    await Promise.all([...created, ...refused])
  })
  const found = await Promise.all(people.map(({ email }) => adapter.getUserByEmail(email)))
  expect(found.filter(Boolean)).toHaveLength(people.length)
  await sequelize.close()
})

test("updates that change nothing return the row, although Sequelize turns FOUND_ROWS off", async () => {
  const sequelize = new Sequelize(await emptyTables(mariadbDatabases), { logging: false })
  const adapter = sequelizeAdapter(sequelize)
  const { user, session } = await signIn(adapter)
  const [, header] = await sequelize.query("UPDATE users SET name = name")
  expect(header).toMatchObject({ affectedRows: 0 })
  for (const _ of ["first", "again"]) {
    expect(await adapter.updateUser({ id: user.id, name: "same" })).toMatchObject({ name: "same" })
    expect(await adapter.updateSession({ ...session })).toEqual(session)
  }
  const token = await adapter.createVerificationToken(someToken())
  expect(await adapter.useVerificationToken(token)).toEqual(token)
  expect(await adapter.updateSession({ ...someSession(user.id) })).toBeNull()
  await sequelize.close()
})

test.each([
  ["PostgreSQL", postgresDatabases],
  ["MariaDB", mariadbDatabases],
])("with replication, every statement on %s is sent to the server for writes", async (_, databases) => {
  const dialect = databases.engine as "postgres" | "mysql"
  const write = settingsOf(await emptyTables(databases))
  // It has no tables.
  const read = [settingsOf((await servers[databases.engine]?.database()) ?? "")]
  const sequelize = new Sequelize({ dialect, replication: { write, read }, logging: false })
  const adapter = sequelizeAdapter(sequelize)
  const { user, session } = await signIn(adapter)
  expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(user.id)
  await sequelize.close()
})

function settingsOf(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url)
  return { host: hostname, port, username, password, database: pathname.slice(1) }
}
