import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { openForTests } from "../support/open-for-tests.ts"
import { inAnHour, someAccount, someone, someSession, someToken } from "../support/people.ts"
import { installOrms } from "./install.ts"
import { mariadbDatabases, postgresDatabases } from "./support/databases.ts"

// Dates that depend on the time zone of the process would differ. Other files run in this process, too.
beforeAll(() => void vi.stubEnv("TZ", "America/New_York"))
afterAll(() => void vi.unstubAllEnvs())

await installOrms()
const { default: SequelizeAdapter } = await import("@auth/sequelize-adapter")
const { DataTypes, literal, Sequelize } = await import("sequelize")
const { sqlite3OverLibsql } = await import("../../../../peers/sqlite/sqlite3-over-libsql.ts")
const { sequelizeAdapter } = await import("../../src/stores/sql/orms/sequelize/sequelize-adapter.ts")

type Attributes = Parameters<InstanceType<typeof Sequelize>["define"]>[1]
type Options = Parameters<InstanceType<typeof Sequelize>["define"]>[2]

const userAttributes: Attributes = {
  id: { type: DataTypes.UUID, defaultValue: DataTypes.UUIDV4, primaryKey: true },
  name: DataTypes.STRING,
  email: { type: DataTypes.STRING, unique: true },
  emailVerified: { type: DataTypes.DATE(3), field: "verified_at" },
  image: DataTypes.STRING,
}

describe.each([postgresDatabases, mariadbDatabases])("models on $engine", ({ engine, serve }) => {
  const server = openForTests(serve)

  test("the models of the official adapter are used as they are", async () => {
    const sequelize = new Sequelize(await server.database(), { logging: false })
    const theirs = SequelizeAdapter(sequelize, { synchronize: false })
    await sequelize.sync()
    const adapter = sequelizeAdapter(sequelize, { onWarning: () => {} })
    const atSecond = (date: Date) => new Date(Math.floor(date.getTime() / 1000) * 1000)
    const expires = engine === "mysql" ? atSecond(inAnHour()) : inAnHour()
    const user = await adapter.createUser({ ...someone(), emailVerified: expires })
    const session = await adapter.createSession({ ...someSession(user.id), expires })
    const account = await adapter.linkAccount(someAccount(user.id))
    const token = await adapter.createVerificationToken({ ...someToken(), expires })

    const found = await theirs.getSessionAndUser?.(session.sessionToken)
    expect(found).toMatchObject({ session, user })
    const linked = await theirs.getUserByAccount?.(account)
    expect(linked).toMatchObject(user)
    const saved = await theirs.createUser?.({ ...someone(), emailVerified: expires } as never)
    expect(await adapter.getUser(saved?.id ?? "")).toMatchObject({
      email: saved?.email,
      emailVerified: expires,
    })

    expect(await adapter.useVerificationToken(token)).toEqual(token)
    await adapter.deleteUser(user.id)
    expect(await theirs.getSessionAndUser?.(session.sessionToken)).toBeNull()
    await sequelize.close()
  })

  test("models of your own are read: names, defaults and timestamps", async () => {
    const sequelize = new Sequelize(await server.database(), { logging: false })
    const User = sequelize.define(
      "Person",
      {
        ...userAttributes,
        role: { type: DataTypes.STRING, allowNull: false, defaultValue: "member" },
        number: { type: DataTypes.INTEGER, defaultValue: () => 7 },
        seenAt: { type: DataTypes.DATE(3), defaultValue: DataTypes.NOW },
        since: { type: DataTypes.DATE(3), defaultValue: literal("CURRENT_TIMESTAMP(3)") },
        password: { type: DataTypes.STRING, set() {} },
        greeting: { type: DataTypes.VIRTUAL, get: () => "hello" },
      },
      { tableName: "people", createdAt: "created" },
    )
    await sequelize.sync()
    const adapter = sequelizeAdapter(sequelize, { models: { User }, onWarning: () => {} })
    const emailVerified = new Date(1_712_345_678_901)
    const user = await adapter.createUser({ ...someone(), emailVerified })
    expect(user).not.toHaveProperty("password")
    const read = async () => (await User.findByPk(user.id))?.get({ plain: true })
    const before = await read()
    expect(before).toMatchObject({ ...user, emailVerified, role: "member", number: 7 })
    for (const name of ["seenAt", "since", "created", "updatedAt"]) {
      const age = Date.now() - before[name].getTime()
      expect(Math.abs(age), name).toBeLessThan(10_000)
    }
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await adapter.updateUser({ id: user.id, name: "changed" })
    const after = await read()
    expect(after.created).toEqual(before.created)
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
    await sequelize.close()
  })
})

const define = (attributes: Attributes, options?: Options, dialect: "postgres" | "sqlite" = "postgres") => {
  const dialectModule = dialect === "sqlite" ? { dialectModule: sqlite3OverLibsql, storage: "auth.db" } : {}
  const sequelize = new Sequelize({ dialect, logging: false, ...dialectModule })
  sequelize.define("user", { ...userAttributes, ...attributes }, options)
  return sequelize
}

test.each<[string, Attributes, Options, string]>([
  ["soft deletion", {}, { paranoid: true }, "deletes its rows softly"],
  ["a version", {}, { version: true }, "is a version column"],
  ["a hook", {}, { hooks: { beforeSave() {} } }, "has the hook beforeCreate"],
  ["a default scope", {}, { defaultScope: { where: { name: "Ada" } } }, "its default scope hides rows"],
  ["a getter", { name: { type: DataTypes.STRING, get: () => "Ada" } }, {}, "has a getter or setter"],
  ["a setter", {}, { setterMethods: { name() {} } }, "has a getter or setter"],
  ["UUIDV1", { key: { type: DataTypes.UUID, defaultValue: DataTypes.UUIDV1 } }, {}, "its default is UUIDV1"],
])("%s is refused", (_, attributes, options, message) => {
  expect(() => sequelizeAdapter(define(attributes, options))).toThrow(message)
})

test("a hook of all models is refused, and an object that is not a model", () => {
  const sequelize = define({})
  expect(sequelizeAdapter(sequelize).createUser).toBeTypeOf("function")
  expect(() => sequelizeAdapter(sequelize, { models: { Account: {} } })).toThrow(
    "models.Account is not a model of Sequelize",
  )
  const hooked = define({})
  hooked.addHook("afterFind", () => {})
  expect(() => sequelizeAdapter(hooked)).toThrow("has the hook afterFind")
})

test("dates of Sequelize on MySQL in another time zone are refused", () => {
  const sequelize = new Sequelize({ dialect: "mysql", timezone: "+02:00", logging: false })
  sequelize.define("user", userAttributes)
  expect(() => sequelizeAdapter(sequelize)).toThrow("remove the option timezone")
})

test("dates of Sequelize on SQLite are refused", () => {
  expect(() => sequelizeAdapter(define({}, {}, "sqlite"))).toThrow(
    "writes dates on SQLite in a form of its own",
  )
})
