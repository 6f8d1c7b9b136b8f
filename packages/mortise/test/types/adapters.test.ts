import type { Adapter as AuthjsAdapter } from "@auth/core/adapters"
import { createClient } from "@libsql/client"
import { drizzle } from "drizzle-orm/node-postgres"
import { sqliteTable, text as textColumn } from "drizzle-orm/sqlite-core"
import { Kysely, PostgresDialect } from "kysely"
import type { Adapter as NextAuth4Adapter } from "next-auth-4/adapters"
import { Pool } from "pg"
import postgres from "postgres"
import { describe, expectTypeOf, test } from "vitest"
import { httpAdapter } from "../../src/http/client.ts"
import {
  type Adapter,
  defineSchema,
  type Extras,
  extras,
  type Guarded,
  type Manifest,
  type MortiseAdapter,
  manifest,
  type Slots,
  type SqlAdapter,
  slots,
  text,
  type Upkeep,
  upkeep,
} from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { ioredisAdapter } from "../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { postgresAdapter } from "../../src/stores/sql/adapters/postgres-adapter.ts"
import { inspect, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import { drizzleAdapter } from "../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
import { kyselyAdapter } from "../../src/stores/sql/orms/kysely/kysely-adapter.ts"

const schema = defineSchema({ user: { fields: { role: text({ default: "member" }) } } })
const memory = memoryAdapter()
const pool = new Pool()
const sql = pgAdapter(pool)
const extended = pgAdapter(pool, { schema })
const overridden = { ...sql, createUser: async () => Promise.reject(new Error("closed")) }
const annotated: Adapter = sql
const redis = () => ioredisAdapter({} as Parameters<typeof ioredisAdapter>[0])
const far = () => httpAdapter({ url: "https://data.example", key: "mrt_" })
const operationsOnly = () => httpAdapter({ url: "https://data.example", key: "mrt_", extras: false })

describe("factories of clients", () => {
  test("take a client, or a function that returns it or a promise of it", () => {
    expectTypeOf(pgAdapter(() => pool)).toEqualTypeOf<SqlAdapter>()
    expectTypeOf(pgAdapter(async () => pool, { schema })).toEqualTypeOf(extended)
    expectTypeOf(postgresAdapter(() => postgres())).toEqualTypeOf<SqlAdapter>()
    const wrong = [
      // @ts-expect-error -- a function without a client
      () => pgAdapter(() => undefined),
      // @ts-expect-error -- a client of another package
      () => pgAdapter(() => createClient({ url: ":memory:" })),
      // @ts-expect-error -- a promise instead of a function
      () => pgAdapter(Promise.resolve(pool)),
    ]
    expectTypeOf(wrong).toBeArray()
  })
})

describe("migrate and plan", () => {
  test("accept the adapters of SQL clients and ORMs, even with an overridden operation", () => {
    const orms = [
      () => migrate(kyselyAdapter(new Kysely({ dialect: new PostgresDialect({ pool }) }))),
      () => migrate(drizzleAdapter(drizzle(pool, { schema: {} }))),
      () => migrate(drizzleAdapter(drizzle(pool), { usersTable: sqliteTable("u", { id: textColumn() }) })),
    ]
    const clients = [
      () => migrate(sql),
      () => plan(libsqlAdapter(createClient({ url: ":memory:" }))),
      () => migrate(extended, { dryRun: true }),
      () => migrate(overridden),
      () => plan({ ...extended, deleteUser: async () => null }),
    ]
    expectTypeOf([...orms, ...clients]).toBeArray()
    expectTypeOf(sql).toEqualTypeOf<SqlAdapter>()
  })

  test("refuse adapters without tables", () => {
    const calls = [
      // @ts-expect-error the memory store has no tables
      () => migrate(memory),
      // @ts-expect-error the memory store has no tables
      () => plan({ ...memory, getUser: async () => null }),
      // @ts-expect-error Redis has no tables
      () => migrate(redis()),
      // @ts-expect-error the tables are on the other side
      () => migrate(far()),
      // @ts-expect-error the annotation hides that there are tables
      () => plan(annotated),
      // @ts-expect-error any object
      () => migrate({ createUser: () => null }),
    ]
    expectTypeOf(calls).toBeArray()
  })

  test("while inspect takes any adapter", () => {
    expectTypeOf([() => inspect(sql), () => inspect(redis()), () => inspect(annotated)]).toBeArray()
  })
})

describe("the parts of an adapter", () => {
  test("are complete for every adapter that a factory returns", () => {
    expectTypeOf(extras(memory)).toEqualTypeOf<Extras>()
    expectTypeOf(extras(sql)).toEqualTypeOf<Extras>()
    expectTypeOf(upkeep(sql)).toEqualTypeOf<Upkeep>()
    expectTypeOf(slots(sql)).toEqualTypeOf<Slots>()
    expectTypeOf(manifest(sql)).toEqualTypeOf<Manifest>()
    expectTypeOf(manifest({ ...sql, getUser: async () => null })).toEqualTypeOf<Manifest>()
    expectTypeOf(upkeep({ ...sql, getUser: async () => null })).toEqualTypeOf<Upkeep>()
    const calls = [
      () => extras(pgAdapter(pool)).signUp({ user: { email: "ada@example.com" } }),
      () => extras(redis()).listSessions("ada"),
      () => extras(far()).dropTokens("ada@example.com"),
      () => upkeep(far()).sweep(),
    ]
    expectTypeOf(calls).toBeArray()
  })

  test("have the extra fields of the schema", () => {
    expectTypeOf(extras(extended).verifyEmail).returns.resolves.toExtend<Guarded<{ role: string }>>()
    const page = () => upkeep(extended).page("user")
    expectTypeOf(page).returns.resolves.toExtend<{ rows: { role: string }[] }>()
  })

  test("may be missing in any other object", () => {
    const foreign: object = {}
    expectTypeOf(extras(foreign)).toEqualTypeOf<Partial<Extras> | undefined>()
    expectTypeOf(extras(annotated)).toEqualTypeOf<Partial<Extras> | undefined>()
    expectTypeOf(extras({ createUser: () => null })).toEqualTypeOf<Partial<Extras> | undefined>()
    expectTypeOf(upkeep(foreign)).toEqualTypeOf<Upkeep | undefined>()
    expectTypeOf(slots(annotated)).toEqualTypeOf<Slots | undefined>()
    expectTypeOf(manifest(foreign)).toEqualTypeOf<Manifest | undefined>()
    const own: Adapter = { ...sql, createUser: (user) => sql.createUser(user) }
    expectTypeOf(extras(own)).toEqualTypeOf<Partial<Extras> | undefined>()
  })

  test("are missing in a client of a backend with the nineteen operations alone", () => {
    expectTypeOf(operationsOnly).returns.toEqualTypeOf<Adapter>()
    expectTypeOf(far).returns.toEqualTypeOf<MortiseAdapter>()
  })
})

test("the adapters of both libraries accept an adapter with tables, even with an overridden operation", () => {
  const adapters: AuthjsAdapter[] = [sql, extended, overridden, { ...sql, getUser: async () => null }]
  const older: NextAuth4Adapter[] = [sql, extended, { ...sql, getUser: async () => null }]
  expectTypeOf([adapters, older]).toBeArray()
})
