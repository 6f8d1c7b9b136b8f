import { EntitySchema, MikroORM } from "@mikro-orm/core"
import { LibSqlDriver } from "@mikro-orm/libsql"
import { PostgreSqlDriver } from "@mikro-orm/postgresql"
import { describeEntities } from "../mikro-orm/describe-entities.ts"
import { entitiesOf } from "../mikro-orm/entities.ts"
import { postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import { describeOrm } from "../support/describe-orm.ts"
import { stores } from "./mikro-orm-stores.ts"

for (const store of stores) describeOrm(store)

const entities = entitiesOf(EntitySchema) as EntitySchema[]
const createTables = (orm: MikroORM) => orm.schema.create()

describeEntities({
  name: "MikroORM 7 on PostgreSQL, with entities",
  databases: postgresDatabases,
  connect: (clientUrl) => MikroORM.init({ entities, driver: PostgreSqlDriver, clientUrl }),
  createTables,
})
describeEntities({
  name: "MikroORM 7 on SQLite, with entities",
  databases: sqliteDatabases,
  connect: (url) => MikroORM.init({ entities, driver: LibSqlDriver, dbName: url.replace(/^file:/, "") }),
  createTables,
})
