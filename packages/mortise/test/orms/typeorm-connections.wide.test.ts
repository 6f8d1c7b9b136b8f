import { describe, expect, test } from "vitest"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { withShortRetries } from "../stores/servers/support/short-retries.ts"
import { failure } from "../support/failure.ts"
import { signIn, someone, someSession } from "../support/people.ts"
import { installOrms } from "./install.ts"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "./support/databases.ts"
import { startEngines } from "./support/start-engines.ts"

await installOrms()
const { DataSource } = await import("typeorm")
const { typeormAdapter } = await import("../../src/stores/sql/orms/typeorm/typeorm-adapter.ts")

const { servers, emptyTables } = startEngines()

test("anything but TypeORM on a supported database is refused", () => {
  const takes = "typeormAdapter takes a DataSource of TypeORM, or the EntityManager of a transaction"
  for (const client of [undefined, {}, Promise.resolve(), { type: "postgres" }])
    expect(() => typeormAdapter(client as never)).toThrow(takes)
  const cockroach = new DataSource({
    type: "cockroachdb",
    url: "postgres://localhost",
    timeTravelQueries: false,
  })
  expect(() => typeormAdapter(cockroach)).toThrow(
    'the types "postgres", "mysql", "mariadb" and "better-sqlite3"',
  )
  expect(typeormAdapter(cockroach, { dialect: "postgres" }).createUser).toBeTypeOf("function")
})

test("a data source can be initialized after its adapter was made, and again after it was destroyed", async () => {
  const source = new DataSource({ type: "postgres", url: await emptyTables() })
  const adapter = typeormAdapter(source)
  const error = await failure(adapter.createUser(someone()), "unavailable")
  expect(error.message).toContain("await dataSource.initialize()")
  for (const _ of ["first", "again"]) {
    await source.initialize()
    expect((await adapter.createUser(someone())).id).toBeTypeOf("string")
    await source.destroy()
  }
  await failure(adapter.createUser(someone()), "unavailable")
})

test("an adapter of a transaction that is not open sends nothing", async () => {
  const source = await new DataSource({ type: "postgres", url: await emptyTables() }).initialize()
  const runner = source.createQueryRunner()
  const joined = typeormAdapter(runner.manager)
  await failure(joined.createUser(someone()), "unavailable")
  await runner.startTransaction()
  const one = someone()
  await joined.createUser(one)
  await runner.commitTransaction()
  await failure(joined.createUser(someone()), "unavailable")
  await runner.release()
  expect(await typeormAdapter(source.manager).getUserByEmail(one.email)).not.toBeNull()
  await source.destroy()
})

test("adapters of one transaction can be used concurrently: a refused write undoes only itself", async () => {
  const source = await new DataSource({ type: "postgres", url: await emptyTables() }).initialize()
  const taken = await typeormAdapter(source).createUser(someone())
  const people = Array.from({ length: 8 }, someone)
  await source.transaction(async (manager) => {
    const created = people.map((one) => typeormAdapter(manager).createUser(one))
    const refused = people.map(() => failure(typeormAdapter(manager).createUser(taken), "conflict"))
    await Promise.all([...created, ...refused])
  })
  const found = await Promise.all(people.map(({ email }) => typeormAdapter(source).getUserByEmail(email)))
  expect(found.filter(Boolean)).toHaveLength(people.length)
  await source.destroy()
})

test.each([
  ["PostgreSQL", postgresDatabases, "postgres"],
  ["MariaDB", mariadbDatabases, "mariadb"],
] as const)("with replication, every statement on %s is sent to the master", async (_, databases, type) => {
  const master = { url: await emptyTables(databases) }
  // It has no tables.
  const slave = { url: (await servers[databases.engine]?.database()) ?? "" }
  const source = await new DataSource({ type, replication: { master, slaves: [slave] } }).initialize()
  const adapter = typeormAdapter(source)
  const { user, session } = await signIn(adapter)
  expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(user.id)
  await adapter.deleteUser(user.id)
  expect(await adapter.getUser(user.id)).toBeNull()
  await source.destroy()
})

test("the tables of the default schema are created by migrate", async () => {
  const url = (await servers.postgres?.database()) ?? ""
  const source = await new DataSource({ type: "postgres", url }).initialize()
  const adapter = typeormAdapter(source)
  await migrate(adapter)
  expect((await adapter.createUser(someone())).id).toBeTypeOf("string")
  await source.destroy()
})

describe("on SQLite, where TypeORM has one connection", () => {
  const open = async () => {
    const database = (await emptyTables(sqliteDatabases)).replace(/^file:/, "")
    return new DataSource({ type: "better-sqlite3", database }).initialize()
  }

  test("a write waits for the transaction of another caller, whose rollback does not undo it", async () => {
    const source = await open()
    const adapter = typeormAdapter(source)
    const { user, session } = await signIn(adapter)
    const runner = source.createQueryRunner()
    await runner.startTransaction()
    const joined = await typeormAdapter(runner.manager).createUser(someone())
    const deleted = adapter.deleteSession(session.sessionToken)
    const renamed = adapter.updateUser({ id: user.id, name: "renamed" })
    const created = adapter.createSession(someSession(user.id))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await adapter.getUser(joined.id)).not.toBeNull()
    await runner.rollbackTransaction()
    await Promise.all([deleted, renamed])
    expect(await adapter.getUser(joined.id)).toBeNull()
    expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
    expect((await adapter.getUser(user.id))?.name).toBe("renamed")
    expect(await adapter.getSessionAndUser((await created).sessionToken)).not.toBeNull()
    await source.destroy()
  })

  test("a write outside a transaction that never ends fails without a change", async () => {
    const source = await open()
    const adapter = typeormAdapter(source)
    const one = someone()
    await source.transaction(async () => {
      const error = await withShortRetries(() => failure(adapter.createUser(one), "transient"))
      expect(error.message).toContain("pass its handle to typeormAdapter")
    })
    expect(await adapter.getUserByEmail(one.email)).toBeNull()
    await source.destroy()
  })
})
