import { AsyncLocalStorage } from "node:async_hooks"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import type { DBAdapter } from "better-auth/adapters"
import { organization } from "better-auth/plugins"
import Sqlite from "libsql"
import { onTestFinished } from "vitest"
import { type Database, mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"

export type Adapter = DBAdapter<BetterAuthOptions>

/** The tenant of whoever calls. */
export const tenants = new AsyncLocalStorage<string>()

export const options = {
  secret: "a-secret-that-only-tests-use-0123456789",
  baseURL: "http://localhost:3000",
  emailAndPassword: {
    enabled: true,
    password: {
      hash: async (text: string) => `hash of ${text}`,
      verify: async (pair: { hash: string; password: string }) => pair.hash === `hash of ${pair.password}`,
    },
  },
  rateLimit: { enabled: true, storage: "database" as const },
  plugins: [organization()],
  logger: { disabled: true },
} satisfies BetterAuthOptions

export const forCaller = { tenant: () => tenants.getStore() }

/** Better Auth on a new database of SQLite, with its tables. */
export async function openTenants(
  more: BetterAuthOptions = {},
  wrap = (database: Database): Database => database,
  settings: Parameters<typeof mortiseDatabase>[1] = forCaller,
  client = new Sqlite(":memory:"),
) {
  onTestFinished(() => void client.close())
  const database = wrap(mortiseDatabase(client, settings))
  const auth = betterAuth({ ...options, ...more, database })
  const { adapter } = await auth.$context
  await migrate(auth)
  const readAll = (text: string, ...values: unknown[]) => client.prepare(text).all(...values) as object[]
  return {
    client,
    auth: auth as unknown as ReturnType<typeof betterAuth<typeof options>>,
    adapter: adapter as unknown as Adapter,
    readAll,
    /** All rows of a tenant, as they are stored. */
    snapshot(tenant: string) {
      const named = readAll("SELECT name FROM sqlite_master WHERE type = 'table'") as { name: string }[]
      return named.map(({ name }) => [
        name,
        readAll(`SELECT * FROM "${name}" WHERE tenant = ? ORDER BY id`, tenant),
      ])
    },
  }
}

const [past, now, later] = [0, 1, 2].map((day) => new Date(Date.UTC(2030, 0, 1 + day))) as [Date, Date, Date]
export const times = { past, now, later }

/** Rows whose keys are the same for every tenant, and whose other texts name the tenant. */
export async function fill(adapter: Adapter, mark: string): Promise<void> {
  const create = (model: string, data: Record<string, unknown>) =>
    adapter.create({ model, data, forceAllowId: true })
  const dates = { createdAt: past, updatedAt: now }
  for (const id of ["ada", "bob", "eve"]) {
    await create("user", {
      id,
      name: `${id} of ${mark}`,
      email: `${id}@example.com`,
      emailVerified: false,
      ...dates,
    })
    for (const nth of [1, 2])
      await create("session", {
        ...{ id: `${id}${nth}`, token: `token-${id}-${nth}`, userId: id, userAgent: mark },
        ...{ expiresAt: nth === 1 ? past : later, ...dates },
      })
    await create("account", {
      ...{ id: `google-${id}`, providerId: "google", accountId: id, userId: id, scope: mark, ...dates },
    })
  }
  for (const id of ["older", "newer"])
    await create("verification", {
      ...{ id, identifier: "ada@example.com", value: `${id} of ${mark}`, expiresAt: later },
      ...{ createdAt: id === "older" ? past : now, updatedAt: now },
    })
  await create("organization", { id: "org", name: mark, slug: "org", createdAt: past })
  for (const userId of ["ada", "bob"])
    await create("member", {
      id: `member-${userId}`,
      organizationId: "org",
      userId,
      role: mark,
      createdAt: past,
    })
  await create("rateLimit", { id: "limit", key: "ip/path", count: 1, lastRequest: 1 })
}
