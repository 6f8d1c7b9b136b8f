import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { quickFolder } from "../../../workshop/src/folders.ts"
import { defineSchema } from "../../src/index.ts"
import { mikroOrmAdapter } from "../../src/stores/sql/orms/mikro-orm/mikro-orm-adapter.ts"
import { signIn, someAccount, someone } from "../support/people.ts"
import { installOrms } from "./install.ts"

await installOrms()
const { MikroORM, EntitySchema, Type } = await import("@mikro-orm/core")
const { BetterSqliteDriver } = await import("@mikro-orm/better-sqlite")
const { MySqlDriver } = await import("@mikro-orm/mysql")
const { defaultEntities } = await import("@auth/mikro-orm-adapter")

const text = { type: "text", nullable: true }
const date = { type: "datetime", nullable: true }
const id = { type: "string", primary: true }
const fields = { id, name: text, email: text, emailVerified: date, image: text }

/** A MikroORM that is not connected, with one entity `User` that differs in these properties, metadata or options. */
function ormWith(properties: object, metadata: object = {}, options: object = {}) {
  const user = { name: "User", properties: { ...fields, ...properties }, ...metadata }
  const settings = { driver: BetterSqliteDriver, dbName: ":memory:", connect: false, ...options }
  return MikroORM.init({ entities: [new EntitySchema(user as never)], ...settings })
}

const reversed = Object.assign(Object.create(Type.prototype), { constructor: { name: "Reversed" } })
const filters = { active: { name: "active", cond: { name: "Ada" }, default: true } }
const subscriber = (event: string) => ({ subscribers: [{ [event]: () => undefined }] })

describe("what only MikroORM does is refused", () => {
  test.each<[string, string, object, object?, object?]>([
    ["a hook", "event beforeCreate", {}, { hooks: { beforeCreate: [() => undefined] } }],
    ["a subscriber", "event afterUpdate", {}, {}, subscriber("afterUpdate")],
    ["a subscriber of every flush", "event onFlush", {}, {}, subscriber("onFlush")],
    ["a filter of the entity", "a filter hides", {}, { filters }],
    ["a filter of all entities", "a filter hides", {}, {}, { filters }],
    ["a version", "its version revision", { revision: { type: "integer", version: true } }],
    ["a custom type", "custom type Reversed", { name: { type: reversed } }],
    ["a function of the entity", "needs the entity", { slug: { ...text, onCreate: (user: object) => user } }],
    ["local time on MySQL", "set forceUtcTimezone", {}, {}, { driver: MySqlDriver }],
    ["another schema", "is in the schema auth", {}, { schema: "auth" }],
  ])("%s", async (_name, explanation, properties, metadata, options) => {
    const orm = await ormWith(properties, metadata, options)
    expect(() => mikroOrmAdapter(orm)).toThrow(explanation)
    expect(mikroOrmAdapter(orm, { schema: defineSchema() }).createUser).toBeTypeOf("function")
  })
})

test("UTC on MySQL, and filters that are off, are accepted", async () => {
  const off = { active: { name: "active", cond: { name: "Ada" }, default: false } }
  const settings = { driver: MySqlDriver, forceUtcTimezone: true, filters: off }
  const orm = await ormWith({}, { filters: off }, settings)
  expect(mikroOrmAdapter(orm).createUser).toBeTypeOf("function")
})

test("an entity has the name of the official adapter, or is named in the options", async () => {
  const orm = await ormWith({}, { name: "Person" })
  expect(mikroOrmAdapter(orm, { entities: { User: "Person" } }).createUser).toBeTypeOf("function")
  expect(() => mikroOrmAdapter(orm, { entities: { User: "Nobody" } })).toThrow(
    "MikroORM does not know the User of the options",
  )
})

test("anything but MikroORM on a SQL driver is refused", () => {
  for (const client of [undefined, {}, Promise.resolve(), { em: {} }])
    expect(() => mikroOrmAdapter(client as never)).toThrow("mikroOrmAdapter takes a MikroORM")
  const em = { getConnection: () => ({}), isInTransaction: () => false, getMetadata: () => undefined }
  expect(() => mikroOrmAdapter(em as never)).toThrow("the SQL drivers of MikroORM 6 and 7")
})

test("the initialisers of a class fill its columns, and a model without an entity is explained", async () => {
  const { folder, remove } = quickFolder()
  const orm = await MikroORM.init({
    driver: BetterSqliteDriver,
    dbName: join(folder, "auth.db"),
    entities: Object.values(defaultEntities),
  })
  await orm.schema.createSchema()
  const adapter = mikroOrmAdapter(orm)
  const { user } = await signIn(adapter)
  await adapter.linkAccount(someAccount(user.id))
  const account = await orm.em.fork().findOneOrFail(defaultEntities.Account, { user: user.id })
  expect(account.id).toMatch(/^[\da-f-]{36}$/)
  // The class sets the email to an empty text, which would be the same address for all.
  const nameless = { ...someone(), email: undefined as never }
  expect((await adapter.createUser(nameless)).email).toBeNull()
  await expect(adapter.listAuthenticatorsByUserId(user.id)).rejects.toThrow(
    'MikroORM has no table for authenticator: add a table for authenticator to the schema of MikroORM, with the primary key (credentialID) and the columns:\n  @Property({ type: "text" }) credentialID!: string',
  )
  await orm.close(true)
  remove()
})
