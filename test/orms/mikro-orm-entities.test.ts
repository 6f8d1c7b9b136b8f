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
