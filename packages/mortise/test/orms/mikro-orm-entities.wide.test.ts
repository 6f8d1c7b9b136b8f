import { expect, test } from "vitest"
import { mikroOrmAdapter } from "../../src/stores/sql/orms/mikro-orm/mikro-orm-adapter.ts"
import { failure } from "../support/failure.ts"
import { signIn, someone } from "../support/people.ts"
import { installOrms } from "./install.ts"

await installOrms()
const { MikroORM, EntitySchema } = await import("@mikro-orm/core")
const { PostgreSqlDriver } = await import("@mikro-orm/postgresql")
const { BetterSqliteDriver } = await import("@mikro-orm/better-sqlite")
const { entitiesOf } = await import("./mikro-orm/entities.ts")
const { describeEntities } = await import("./mikro-orm/describe-entities.ts")
const { postgresDatabases, sqliteDatabases } = await import("./support/databases.ts")

const entities = entitiesOf(EntitySchema) as InstanceType<typeof EntitySchema>[]
const createTables = (orm: InstanceType<typeof MikroORM>) => orm.schema.createSchema()

describeEntities({
  name: "MikroORM 6 on PostgreSQL, with entities",
  databases: postgresDatabases,
  connect: (clientUrl) => MikroORM.init({ entities, driver: PostgreSqlDriver, clientUrl }),
  createTables,
})
describeEntities({
  name: "MikroORM 6 on SQLite, with entities",
  databases: sqliteDatabases,
  connect: (url) =>
    MikroORM.init({ entities, driver: BetterSqliteDriver, dbName: url.replace(/^file:/, "") }),
  createTables,
})

test("adapters on one transaction run their calls one after the other", async () => {
  const server = await postgresDatabases.serve()
  const orm = await MikroORM.init({ entities, driver: PostgreSqlDriver, clientUrl: await server.database() })
  await createTables(orm)
  const { user } = await signIn(mikroOrmAdapter(orm))
  const one = someone()
  await orm.em.fork().transactional(async (em) => {
    const refused = mikroOrmAdapter(em).createUser({ ...someone(), email: user.email })
    const created = mikroOrmAdapter(em).createUser(one)
    await failure(refused, "conflict")
    await created
  })
  expect(await mikroOrmAdapter(orm).getUserByEmail(one.email)).not.toBeNull()
  await orm.close(true)
  await server.close()
})
