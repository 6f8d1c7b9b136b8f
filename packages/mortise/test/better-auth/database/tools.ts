import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth"
import type { DBAdapter, Where } from "better-auth/adapters"
import { getMigrations } from "better-auth/db/migration"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import type { SuiteDatabase } from "../their-suite/run-their-suite.ts"

// A user has one of them: most relations of Better Auth are to many rows.
const profiles = {
  id: "profiles",
  schema: {
    profile: {
      fields: {
        city: { type: "string", required: true },
        userId: {
          type: "string",
          required: true,
          unique: true,
          references: { model: "user", field: "id", onDelete: "cascade" },
        },
      },
    },
    visit: {
      fields: {
        profileId: { type: "string", required: true, references: { model: "profile", field: "id" } },
        userId: { type: "string", required: true, references: { model: "user", field: "id" } },
      },
    },
  },
} satisfies BetterAuthPlugin

/** Fields of every type, on the users. */
export const options = {
  plugins: [profiles],
  user: {
    additionalFields: {
      age: { type: "number", required: false },
      serial: { type: "number", bigint: true, required: false },
      active: { type: "boolean", required: false },
      born: { type: "date", required: false },
      tags: { type: "string[]", required: false },
      scores: { type: "number[]", required: false },
      data: { type: "json", required: false },
    },
  },
  logger: { disabled: true },
} satisfies BetterAuthOptions

export type User = { readonly id: string; readonly email: string; readonly [field: string]: unknown }

/** What the tests of a database use. */
export type Tools = {
  database(): SuiteDatabase
  adapter(): DBAdapter<BetterAuthOptions>
  createUser(data?: Record<string, unknown>): Promise<User>
  findUser(id: string): Promise<User | null>
  /** The names of the users that match, in order. */
  findNames(...where: Where[]): Promise<unknown[]>
}

/** Opens a database with tables of Better Auth's own migrations before the tests. Each test starts without rows. */
export function openTools(open: () => Promise<SuiteDatabase>): Tools {
  let database: SuiteDatabase
  let adapter: DBAdapter<BetterAuthOptions>
  let count = 0
  beforeAll(async () => {
    database = await open()
    await database.reset()
    const { runMigrations } = await getMigrations({ ...options, database: database.migrations })
    await runMigrations()
    adapter = mortiseDatabase(database.client)(options)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    for (const model of ["verification", "session", "account", "visit", "profile", "user"])
      await adapter.deleteMany({ model, where: [] })
  })
  return {
    database: () => database,
    adapter: () => adapter,
    createUser: (data = {}) =>
      adapter.create<Record<string, unknown>, User>({
        model: "user",
        data: { name: "Ada", email: `${++count}@example.com`, emailVerified: false, ...data },
      }),
    findUser: (id) => adapter.findOne<User>({ model: "user", where: [{ field: "id", value: id }] }),
    async findNames(...where) {
      const sortBy = { field: "name", direction: "asc" } as const
      const users = await adapter.findMany<User>({ model: "user", where, sortBy })
      return users.map(({ name }) => name)
    },
  }
}
