import { expect, test } from "vitest"
import { defineSchema } from "../../src/index.ts"
import { installOrms } from "./install.ts"

await installOrms()
const { entities } = await import("@auth/typeorm-adapter")
const { BeforeInsert, Column, DataSource, Entity, EntitySchema, EventSubscriber, PrimaryGeneratedColumn } =
  await import("typeorm")
const { typeormAdapter } = await import("../../src/stores/sql/orms/typeorm/typeorm-adapter.ts")

type Columns = ConstructorParameters<typeof EntitySchema>[0]["columns"]
type Settings = Partial<ConstructorParameters<typeof DataSource>[0]>

const columns: Columns = {
  id: { type: "uuid", primary: true, generated: "uuid" },
  name: { type: "varchar", nullable: true },
  email: { type: "varchar", nullable: true, unique: true },
  image: { type: "varchar", nullable: true },
}
const transformer = {
  to: (date: Date | null) => date?.getTime() ?? null,
  from: (stored: number | null) => stored && new Date(stored),
}
const userEntity = (changed: Columns) =>
  new EntitySchema({
    name: "UserEntity",
    columns: {
      ...columns,
      emailVerified: { type: "integer", nullable: true, transformer },
      ...changed,
    } as Columns,
  })

async function adapterOf(settings: Settings) {
  const source = new DataSource({ type: "better-sqlite3", database: ":memory:", ...settings } as never)
  await source.initialize()
  try {
    return typeormAdapter(source)
  } finally {
    await source.destroy()
  }
}

test("an entity that is described completely is accepted", async () => {
  expect((await adapterOf({ entities: [userEntity({})] })).createUser).toBeTypeOf("function")
})

const reversed = { to: (text: string) => text && [...text].reverse().join(""), from: (text: string) => text }
test.each<[string, Columns, string]>([
  ["a version column", { version: { type: "integer", version: true } }, "is a version column"],
  ["soft deletion", { deletedAt: { type: "datetime", deleteDate: true } }, "deletes its rows softly"],
  ["a date as text", { emailVerified: { type: "datetime", nullable: true } }, "as text without a time zone"],
  [
    "a transformed name",
    { name: { type: "varchar", transformer: reversed } },
    "its transformer changes values",
  ],
  [
    "a transformer that fails",
    { image: { type: "varchar", transformer: { to: JSON.stringify, from: JSON.parse } } },
    "its transformer changes values",
  ],
  [
    "one transformer of several",
    { name: { type: "varchar", transformer: [{ to: String, from: String }, reversed] } },
    "its transformer changes values",
  ],
  [
    "a transformed column that nothing fills",
    { code: { type: "varchar", transformer: reversed } },
    "this adapter cannot fill",
  ],
  ["a required column that nothing fills", { secret: { type: "blob" } }, "this adapter cannot fill"],
])("%s is refused", async (_, changed, message) => {
  await expect(adapterOf({ entities: [userEntity(changed)] })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining(message),
  })
})

/** A constructor for TypeORM, which takes classes. */
function constructorOf(name: string, members: object) {
  function made() {}
  Object.defineProperty(made, "name", { value: name })
  Object.assign(made.prototype, members)
  return made as unknown as new () => object
}

const subscriberOf = (name: string, members: object) => {
  const made = constructorOf(name, members)
  EventSubscriber()(made)
  return made
}

test.each([
  [{ listenTo: () => entities.UserEntity, beforeInsert() {} }, "users"],
  [{ afterLoad() {} }, "users"],
  [{ listenTo: () => entities.SessionEntity, afterUpdate() {} }, "sessions"],
])("a subscriber that observes entities is refused: %o", async (members, table) => {
  const subscribers = [subscriberOf("Observer", members)]
  await expect(adapterOf({ entities: Object.values(entities), subscribers })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining(
      `The table ${table} cannot be used: the subscriber Observer observes it`,
    ),
  })
})

test("a subscriber that observes no entity is accepted", async () => {
  const subscribers = [subscriberOf("Tracing", { beforeTransactionStart() {} })]
  const adapter = await adapterOf({ entities: Object.values(entities), subscribers })
  expect(adapter.createUser).toBeTypeOf("function")
})

test("listeners of an entity are refused", async () => {
  const UserEntity = constructorOf("UserEntity", { greet() {} })
  const { prototype } = UserEntity
  Entity("users")(UserEntity)
  PrimaryGeneratedColumn("uuid")(prototype, "id")
  for (const name of ["name", "email", "image", "emailVerified"])
    Column({ type: "varchar", nullable: true })(prototype, name)
  BeforeInsert()(prototype, "greet")
  await expect(adapterOf({ entities: [UserEntity] })).rejects.toThrow(
    "it has listeners (before-insert), which only TypeORM calls",
  )
})

test("entities are read when they are known", async () => {
  const all = Object.values(entities)
  const source = new DataSource({ type: "better-sqlite3", database: ":memory:", entities: all })
  expect(() => typeormAdapter(source)).toThrow("known after await dataSource.initialize()")
  expect(typeormAdapter(source, { schema: defineSchema() }).createUser).toBeTypeOf("function")
  await source.initialize()
  const unknown = { UserEntity: constructorOf("Person", {}) }
  expect(() => typeormAdapter(source, { entities: unknown })).toThrow("does not know the UserEntity")
  await source.destroy()
})
