import type { Engine } from "./engine.ts"
import { addLayersTo } from "./layered-engine.ts"
import { openMariadbEngine } from "./mariadb-engine.ts"
import { openPostgresEngine } from "./postgres-engine.ts"
import { openClusterEngine, openProtocolEngine, openRedisEngine } from "./redis-engine.ts"
import { openSplitEngine } from "./split-engine.ts"
import { openSqliteEngine } from "./sqlite-engine.ts"

/** Every engine, by the name that is printed. */
export const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  SQLite: openSqliteEngine,
  PostgreSQL: openPostgresEngine,
  MariaDB: openMariadbEngine,
  Redis: openRedisEngine,
  "Redis Cluster": openClusterEngine,
  "Claim protocol": openProtocolEngine,
  Split: openSplitEngine,
}

/** Opens the engine with this name, as it is printed. */
export async function openEngine(name: string): Promise<Engine> {
  const [base = "", layers] = name.split(" with ")
  const open = engines[base]
  if (!open) throw new Error(`There is no engine ${name}: choose one of ${Object.keys(engines).join(", ")}.`)
  const engine = await open()
  return layers ? addLayersTo(engine) : engine
}
