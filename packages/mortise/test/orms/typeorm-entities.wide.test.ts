import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { failure } from "../support/failure.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { inAnHour, someAccount, someone, someSession, someToken } from "../support/people.ts"
import { installOrms, installOtherMajors } from "./install.ts"
import { type Databases, mariadbDatabases, postgresDatabases, sqliteDatabases } from "./support/databases.ts"

// Dates that depend on the time zone of the process would differ. Other files run in this process, too.
beforeAll(() => void vi.stubEnv("TZ", "America/New_York"))
afterAll(() => void vi.unstubAllEnvs())

await installOrms()
await installOtherMajors()
const { entities } = await import("@auth/typeorm-adapter")
// By its path: until it is installed, the name means the copy at the root, which has no SQLite.
const { DataSource, EntitySchema } = await import("./node_modules/typeorm/index.js")
const other = await import("./other-majors/node_modules/typeorm/index.js")
const { typeormAdapter } = await import("../../src/stores/sql/orms/typeorm/typeorm-adapter.ts")

type Settings = ConstructorParameters<typeof DataSource>[0]
const settingsOf: Readonly<Record<Databases["engine"], (url: string) => Settings>> = {
  postgres: (url) => ({ type: "postgres", url, synchronize: true }),
  mysql: (url) => ({ type: "mariadb", url, synchronize: true, timezone: "Z" }),
  sqlite: (url) => ({ type: "better-sqlite3", database: url.replace(/^file:/, ""), synchronize: true }),
}

describe.each([postgresDatabases, mariadbDatabases, sqliteDatabases])("entities on $engine", (databases) => {
  const server = openForTests(databases.serve)

  test("the entities of the official adapter are used as they are", async () => {
    const url = await server.database()
    const settings = { ...settingsOf[databases.engine](url), entities: Object.values(entities) }
    const source = await new DataSource(settings).initialize()
    const adapter = typeormAdapter(source, { onWarning: () => {} })
    const user = await adapter.createUser({ ...someone(), emailVerified: new Date(1_712_345_678_901) })
    const session = await adapter.createSession(someSession(user.id))
    const account = await adapter.linkAccount({ ...someAccount(user.id), expires_at: 1_900_000_000 })
    const token = await adapter.createVerificationToken(someToken())

    const { manager } = source
    const theirs = await manager.findOneByOrFail(entities.SessionEntity, {
      sessionToken: session.sessionToken,
    })
    expect(theirs).toMatchObject({ ...session, id: expect.any(String) })
    expect(await manager.findOneBy(entities.UserEntity, { id: user.id })).toMatchObject(user)
    expect(await manager.findOneBy(entities.AccountEntity, { userId: user.id })).toMatchObject({ ...account })
    const saved = { ...someone(), emailVerified: inAnHour() }
    const { id } = await manager.save(entities.UserEntity, saved as object as { id: string })
    expect(await adapter.getUser(id)).toMatchObject(saved)

    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    expect(await adapter.useVerificationToken(token)).toEqual(token)
    await adapter.deleteUser(user.id)
    expect(await manager.countBy(entities.SessionEntity, { userId: user.id })).toBe(0)
    await source.destroy()
  })

  test("entities of your own are read: names, dates, generated and automatic values", async () => {
    const url = await server.database()
    const isSqlite = databases.engine === "sqlite"
    const dates = {
      type: isSqlite ? "bigint" : databases.engine === "mysql" ? "datetime" : "timestamptz",
    } as const
    const asNumber = {
      to: (date: Date | null) => date?.getTime() ?? null,
      from: (stored: number | null) => stored && new Date(Number(stored)),
    }
    const date = { ...dates, ...(isSqlite ? { transformer: asNumber } : { precision: 3 }) }
    const UserEntity = new EntitySchema({
      name: "Person",
      tableName: "people",
      columns: {
        id: { type: "uuid", primary: true, generated: "uuid" },
        name: { type: "varchar", nullable: true, name: "full_name" },
        email: { type: "varchar", nullable: true, unique: true },
        emailVerified: { ...date, nullable: true, name: "email_verified" },
        image: { type: "varchar", nullable: true },
        role: { type: "varchar", length: 20, default: "member" },
        isAdmin: { type: "boolean", default: false },
        tags: { type: "simple-array", nullable: true },
        createdAt: { type: databases.engine === "postgres" ? "timestamp" : "datetime", createDate: true },
        updatedAt: { type: databases.engine === "postgres" ? "timestamp" : "datetime", updateDate: true },
      },
    })
    const settings = { ...settingsOf[databases.engine](url), entities: [UserEntity] }
    const source = await new other.DataSource(settings as never).initialize()
    const adapter = typeormAdapter(source, { entities: { UserEntity }, onWarning: () => {} })
    const one = { ...someone(), emailVerified: new Date(1_712_345_678_901) }
    const user = await adapter.createUser(one)
    expect(user).toMatchObject({ ...one, role: "member", isAdmin: false })
    expect(user).not.toHaveProperty("tags")
    const theirs = await source.manager.findOneBy("Person", { id: user.id })
    expect(theirs).toMatchObject({ ...one, isAdmin: false, tags: null })
    const read = async () => (await source.query(`SELECT * FROM people`))[0]
    const before = await read()
    expect(before).toMatchObject({ full_name: one.name, role: "member" })
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await adapter.updateUser({ id: user.id, name: "changed" })
    const after = await read()
    expect(String(after.createdAt)).toBe(String(before.createdAt))
    expect(new Date(after.updatedAt).getTime()).toBeGreaterThan(new Date(before.updatedAt).getTime())
    const error = await failure(adapter.createSession(someSession(user.id)), "not_migrated")
    expect(error.message).toContain("TypeORM has no table for session")
    await source.destroy()
  })
})

test.each([
  ["timestamp on PostgreSQL", postgresDatabases, "timestamp", "make it timestamptz"],
  ["datetime on MySQL", mariadbDatabases, "datetime", 'set timezone: "Z"'],
] as const)("%s in the time zone of the process is refused", async (_, { engine, serve }, type, advice) => {
  const server = await serve()
  const SessionEntity = new EntitySchema({
    name: "SessionEntity",
    columns: {
      sessionToken: { type: "varchar", primary: true },
      userId: { type: "varchar" },
      expires: { type },
    },
  })
  const settings = { ...settingsOf[engine](await server.database()), timezone: "local" }
  const source = await new DataSource({ ...settings, entities: [SessionEntity] } as Settings).initialize()
  expect(() => typeormAdapter(source)).toThrow(advice)
  await source.destroy()
  await server.close()
})
