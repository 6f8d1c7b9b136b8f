import { drizzle } from "drizzle-orm/node-postgres"
import { Pool } from "pg"
import { describe, expect, onTestFinished, test } from "vitest"
import { isFullRun, suiteOptions } from "../../../workshop/src/tests/tier.ts"
import { defineSchema, type Schema } from "../../src/index.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { generate } from "../../src/stores/sql/generate/index.ts"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { type DrizzleTables, drizzleAdapter } from "../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
import { kyselyAdapter } from "../../src/stores/sql/orms/kysely/kysely-adapter.ts"
import { mikroOrmAdapter } from "../../src/stores/sql/orms/mikro-orm/mikro-orm-adapter.ts"
import { sequelizeAdapter } from "../../src/stores/sql/orms/sequelize/sequelize-adapter.ts"
import { typeormAdapter } from "../../src/stores/sql/orms/typeorm/typeorm-adapter.ts"
import { conform } from "../stores/servers/support/conform.ts"
import { everyOperation, everythingElse } from "../stores/servers/support/every-operation.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { someone } from "../support/people.ts"
import { writeGenerated } from "./generate/write-module.ts"
import { installOrms } from "./install.ts"
import { postgresDatabases } from "./support/databases.ts"

await installOrms()
const { pushWithDrizzle } = await import("./generate/drizzle-kit.ts")
const { MikroORM, EntitySchema: MikroEntity } = await import("@mikro-orm/core")
const { PostgreSqlDriver } = await import("@mikro-orm/postgresql")
const { DataTypes, Sequelize } = await import("sequelize")
const { DataSource, EntitySchema } = await import("typeorm")

const server = openForTests(postgresDatabases.serve)
const quiet = { onWarning: () => {} }
const counted = defineSchema({ pgSchema: 'My "Auth"', ids: "serial" })
const named = defineSchema({ pgSchema: "auth" })

/** A database with the tables of a schema, and misleading tables of the same names in `public`. */
async function migrated(schema: Schema) {
  const url = await server.database()
  const pool = new Pool({ connectionString: url })
  for (const { table } of Object.values(schema.models)) await pool.query(`CREATE TABLE "${table}" (id int)`)
  const adapter = pgAdapter(pool, { schema, ...quiet })
  await migrate(adapter)
  return { url, pool, adapter, close: () => pool.end() }
}

describe("conformance of tables in a named schema", () => {
  test.runIf(isFullRun)(
    "on pg, with ids from a sequence",
    async () => {
      await conform(() => migrated(counted), suiteOptions)
    },
    1_800_000,
  )

  test.runIf(isFullRun)(
    "through Sequelize, whose statements return rows as objects",
    async () => {
      await conform(async () => {
        const { url, close } = await migrated(counted)
        await close()
        const sequelize = new Sequelize(url, { logging: false })
        return {
          adapter: sequelizeAdapter(sequelize, { schema: counted, ...quiet }),
          close: () => sequelize.close(),
        }
      }, suiteOptions)
    },
    1_800_000,
  )

  test("of Drizzle's pgSchema, as generate writes them", async () => {
    const text = generate(named, "drizzle", { engine: "postgres" })
    const tables = await import(writeGenerated("drizzle-conformance-pg-schema.ts", text))
    const options: DrizzleTables = {
      usersTable: tables.users,
      accountsTable: tables.accounts,
      sessionsTable: tables.sessions,
      verificationTokensTable: tables.verificationTokens,
      authenticatorsTable: tables.authenticators,
      slotsTable: tables.slots,
    }
    const open = async () => {
      const { pool, close } = await migrated(named)
      return { adapter: drizzleAdapter(drizzle(pool), { ...options, ...quiet } as object), close }
    }
    const { adapter, close } = await open()
    for (const [, call] of [...(await everyOperation(adapter)), ...(await everythingElse(adapter))])
      await call()
    await close()
    if (isFullRun) await conform(open, suiteOptions)
  }, 1_800_000)
})

test("drizzle-kit and migrate create the same tables in a schema", async () => {
  const file = writeGenerated("drizzle-pg-schema.ts", generate(named, "drizzle", { engine: "postgres" }))
  const pushed = await server.database()
  await pushWithDrizzle("postgres", pushed, file, "auth")
  const pool = new Pool({ connectionString: pushed })
  onTestFinished(() => pool.end())
  expect(await inspect(pgAdapter(pool, { schema: named }))).toMatchObject({ findings: [] })
  const { url, close } = await migrated(named)
  await close()
  expect(await pushWithDrizzle("postgres", url, file, "auth")).toEqual([])
})

describe("an ORM's own tables in a schema are used there", () => {
  const create =
    "CREATE SCHEMA auth; CREATE TABLE auth.users (id text PRIMARY KEY, name text, email text UNIQUE, email_verified timestamptz(3), image text)"
  const database = async () => {
    const url = await server.database()
    await postgresDatabases.execute(url, create)
    return url
  }

  test("TypeORM", async () => {
    const User = new EntitySchema({
      ...{ name: "UserEntity", tableName: "users", schema: "auth" },
      columns: {
        id: { type: "text", primary: true },
        name: { type: "text", nullable: true },
        email: { type: "text", nullable: true },
        emailVerified: { name: "email_verified", type: "timestamptz", precision: 3, nullable: true },
        image: { type: "text", nullable: true },
      },
    })
    const source = await new DataSource({
      ...{ type: "postgres", url: await database(), entities: [User] },
    }).initialize()
    const adapter = typeormAdapter(source, { entities: { UserEntity: User } as never, ...quiet })
    const user = await adapter.createUser(someone())
    expect(await source.manager.findOneBy(User, { id: user.id })).toEqual(user)
    await source.destroy()
  })

  test("Sequelize", async () => {
    const sequelize = new Sequelize(await database(), { logging: false })
    const User = sequelize.define(
      "user",
      {
        id: { type: DataTypes.TEXT, primaryKey: true },
        name: DataTypes.TEXT,
        email: DataTypes.TEXT,
        emailVerified: { type: DataTypes.DATE(3), field: "email_verified" },
        image: DataTypes.TEXT,
      },
      { schema: "auth", tableName: "users", timestamps: false },
    )
    const user = await sequelizeAdapter(sequelize, quiet).createUser(someone())
    expect((await User.findByPk(user.id))?.get()).toEqual(user)
    await sequelize.close()
  })

  test("Kysely's withSchema is refused, because it does not apply", async () => {
    const { Kysely, PostgresDialect } = await import("kysely")
    const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) })
    expect(() => kyselyAdapter(db.withSchema("auth"))).toThrow("withSchema does not apply")
    expect(kyselyAdapter(db.withSchema("auth"), { schema: named }).createUser).toBeTypeOf("function")
    expect(kyselyAdapter(db).createUser).toBeTypeOf("function")
    await db.destroy()
  })

  test.each(["entity", "configuration"])("MikroORM, by its %s", async (place) => {
    const text = { type: "text", nullable: true }
    const User = new MikroEntity({
      ...{ name: "User", tableName: "users", ...(place === "entity" && { schema: "auth" }) },
      properties: {
        id: { type: "text", primary: true },
        ...{ name: text, email: text, image: text },
        emailVerified: { type: "datetime", columnType: "timestamptz(3)", nullable: true },
      },
    } as never)
    const orm = await MikroORM.init({
      ...{ entities: [User], driver: PostgreSqlDriver, clientUrl: await database() },
      ...(place === "configuration" && { schema: "auth" }),
    })
    const user = await mikroOrmAdapter(orm, quiet).createUser(someone())
    expect(await orm.em.fork().findOne("User", { id: user.id } as never)).toMatchObject({ email: user.email })
    await orm.close(true)
  })
})
