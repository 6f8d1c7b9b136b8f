import type { BetterAuthOptions, DBAdapter } from "better-auth"
import type { BetterAuthSetup, Tested } from "./run-options.ts"
import { rowModel, suiteOptions } from "./suite-options.ts"

type Database = NonNullable<Tested["database"]>

/** Opens the adapter of a database as Better Auth does. */
export async function openAdapter(database: Database, options: BetterAuthOptions): Promise<DBAdapter> {
  const fullOptions = { ...options, database }
  if (typeof database === "function") return database(fullOptions)
  const { getAdapter } = await import("better-auth/db/adapter")
  return getAdapter(fullOptions)
}

/** Creates the tables of the suite, unless the database must have them. */
export async function createTables({ database, migrate, plugins = [] }: Tested): Promise<void> {
  const options = { ...suiteOptions, plugins: [...(suiteOptions.plugins ?? []), ...plugins] }
  if (migrate) return void (await migrate(options))
  if (!database || typeof database === "function") return
  const { getMigrations } = await import("better-auth/db/migration")
  await (await getMigrations({ ...options, database })).runMigrations()
}

/** Why the cases of a model cannot run, by model. */
export type Lacking = ReadonlyMap<string, string>

/**
 * Creates and deletes a row of each model. A store that creates its tables when they are first written has them all
 * afterwards. Another store may lack those of the suite and of the rate limiter.
 */
export async function findLackingModels(adapter: DBAdapter): Promise<Lacking> {
  const lacking = new Map<string, string>()
  const unique = crypto.randomUUID()
  const now = new Date()
  const write = async (model: string, data: Record<string, unknown>): Promise<{ id: string } | undefined> => {
    try {
      return await adapter.create<Record<string, unknown>, { id: string }>({ model, data })
    } catch {
      lacking.set(
        model,
        `no row of ${model} can be created: pass migrate, or create the tables of suiteOptions`,
      )
      return undefined
    }
  }
  const user = await write("user", { name: "", email: `${unique}@example.com`, emailVerified: false })
  const userId = user?.id ?? ""
  const rows = [
    ["session", { userId, token: unique, expiresAt: now, updatedAt: now }],
    ["account", { userId, accountId: unique, providerId: "probe", updatedAt: now }],
    ["verification", { identifier: unique, value: unique, expiresAt: now }],
    ["rateLimit", { key: unique, count: 0, lastRequest: 0 }],
    [rowModel, { slug: unique, team: unique }],
  ] as const
  for (const [model, data] of rows) {
    const row = await write(model, data)
    if (row) await adapter.delete({ model, where: [{ field: "id", value: row.id }] }).catch(() => {})
  }
  if (user) await adapter.delete({ model: "user", where: [{ field: "id", value: userId }] }).catch(() => {})
  // Nothing works without these: their cases run, and say why.
  for (const model of ["user", "session", "account", "verification"]) lacking.delete(model)
  return lacking
}

/** The functions of a setup by name, for calls from another process. Those of its storage begin with `storage.`. */
export async function openRemote({ database, storage }: BetterAuthSetup): Promise<object> {
  const adapter = database && (await openAdapter(database, suiteOptions))
  const ofStorage = Object.entries(storage ?? {}).map(([name, method]: [string, unknown]) => [
    `storage.${name}`,
    typeof method === "function" ? method.bind(storage) : method,
  ])
  return { ...adapter, ...Object.fromEntries(ofStorage) }
}
