import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import type { Kysely } from "kysely"
import { inTime } from "./cases.ts"

type Options = NonNullable<Parameters<typeof betterAuth>[0]>
type Database = Options["database"]
type Migrations = { readonly db: Kysely<unknown>; readonly type: "sqlite" | "postgres" }

const settings = {
  secret: "a-secret-that-only-tests-use-0123456789",
  baseURL: "http://localhost:3000",
  emailAndPassword: { enabled: true },
  logger: { disabled: true },
} satisfies Options

/** Makes the tables by Better Auth's own migrations. */
export async function createTables(migrations: Migrations): Promise<void> {
  const { runMigrations } = await getMigrations({ ...settings, database: migrations })
  await runMigrations()
}

let count = 0

/** Signs people up at the same time, with a hook that counts the users through the adapter. Throws if it takes long. */
export async function signUpWithHook(database: Database, people: number): Promise<void> {
  const counts: number[] = []
  const auth = betterAuth({
    ...settings,
    database,
    databaseHooks: {
      user: {
        create: {
          // Runs in the transaction of the sign-up; an `after` hook runs when it is committed.
          async before() {
            counts.push(await (await auth.$context).adapter.count({ model: "user" }))
          },
        },
      },
    },
  })
  await auth.$context
  const signUp = () =>
    auth.api.signUpEmail({
      body: { name: "Ada", email: `ada${++count}@example.com`, password: "correct horse battery" },
    })
  await inTime(Promise.all(Array.from({ length: people }, signUp)), 10_000)
  if (counts.length !== people) throw new Error(`The hooks counted ${counts}.`)
}
