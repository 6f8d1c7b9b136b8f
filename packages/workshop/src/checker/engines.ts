import type { Engine, EngineOptions } from "./engine.ts"
import { addLayersTo } from "./layered-engine.ts"
import { openMariadbEngine } from "./mariadb-engine.ts"
import { openPostgresEngine } from "./postgres-engine.ts"
import { openClusterEngine, openProtocolEngine, openRedisEngine } from "./redis-engine.ts"
import { openSplitEngine } from "./split-engine.ts"
import { openSqliteEngine } from "./sqlite-engine.ts"

/** Every engine, by the name that is printed. */
export const engines: Readonly<Record<string, (options: EngineOptions) => Promise<Engine>>> = {
  SQLite: (options) => openSqliteEngine(undefined, options),
  PostgreSQL: (options) => openPostgresEngine(undefined, undefined, options),
  MariaDB: (options) => openMariadbEngine(undefined, options),
  Redis: (options) => openRedisEngine(undefined, options),
  "Redis Cluster": openClusterEngine,
  "Claim protocol": (options) => openProtocolEngine(undefined, options),
  Split: openSplitEngine,
}

/** What the adapters of an engine can have. */
export type Variant = "layers" | "tenants"

/** Opens the engine with this name, as it is printed. */
export async function openEngine(name: string, variant?: Variant): Promise<Engine> {
  const [base = "", printed = variant] = name.split(" with ")
  const open = engines[base]
  if (!open) throw new Error(`There is no engine ${name}: choose one of ${Object.keys(engines).join(", ")}.`)
  const engine = await open({ hasTenants: printed === "tenants" })
  if (printed === "layers") return addLayersTo(engine)
  return printed ? { ...engine, name: `${base} with ${printed}` } : engine
}
