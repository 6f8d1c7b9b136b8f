import { join } from "node:path"
import { createClient } from "@libsql/client"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import type { ForTenant } from "../../../src/contract/tenants.ts"
import { createAdapter } from "../../../src/operations/create-adapter.ts"
import type { OpenStore } from "../../../src/operations/store.ts"
import { createMemoryStore, createTables } from "../../../src/stores/memory/memory-store.ts"
import { createMemoryUpkeep } from "../../../src/stores/memory/memory-upkeep.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { temporaryTree } from "../../support/temporary-tree.ts"

/** What a process is told of its calls: `onCall` before each call of the store, which fails if it throws. */
export type ProcessOptions = { readonly now?: () => number; readonly onCall?: () => void }

/** Opens processes on one store: each knows only what it has read itself. */
export type OpenProcess = (options?: ProcessOptions) => ForTenant

const cost = { insert: 1, find: 1, list: 1, findWithUser: 1, update: 1, take: 1, removeUser: 1 }

function openMemory(): OpenProcess {
  const schema = defaultSchema()
  const opened = new Map<string | undefined, OpenStore>()
  const openTenant = (tenant: string | undefined): OpenStore => {
    const tables = createTables(schema)
    const existing = opened.get(tenant) ?? {
      store: createMemoryStore(tables, schema.ids),
      upkeep: createMemoryUpkeep(tables),
    }
    opened.set(tenant, existing)
    return existing
  }
  return ({ now = Date.now, onCall = () => {} } = {}) => {
    const watch = <T extends object>(functions: T): T => {
      const watched = Object.entries(functions).map(([name, run]) => [
        name,
        async (...args: unknown[]) => {
          onCall()
          return run(...args)
        },
      ])
      return Object.fromEntries(watched)
    }
    const open = (tenant?: string) => {
      const { store, upkeep } = openTenant(tenant)
      return { store: watch(store), upkeep: watch(upkeep) }
    }
    const promises = { name: "memory", removal: "atomic", durability: "none", roundTrips: cost } as const
    return createAdapter({ ...promises, open }, { tenants: true, now })
  }
}

async function openSqlite(): Promise<OpenProcess> {
  const url = `file:${join(temporaryTree({}), "tenants.db")}`
  await migrate(libsqlAdapter(createClient({ url }), { tenants: true }))
  return ({ now = Date.now, onCall = () => {} } = {}) =>
    libsqlAdapter(createClient({ url }), { tenants: true, now, onStatement: onCall })
}

/** Stores on which processes can be opened. */
export const stores: Readonly<Record<string, () => OpenProcess | Promise<OpenProcess>>> = {
  memory: openMemory,
  sqlite: openSqlite,
}
