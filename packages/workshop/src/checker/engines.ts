import type { Engine } from "./engine.ts"
import { openMariadbEngine } from "./mariadb-engine.ts"
import { openPostgresEngine } from "./postgres-engine.ts"
import { openClusterEngine, openProtocolEngine, openRedisEngine } from "./redis-engine.ts"
import { openSqliteEngine } from "./sqlite-engine.ts"

/** Every engine, by the name that is printed. */
export const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  SQLite: openSqliteEngine,
  PostgreSQL: openPostgresEngine,
  MariaDB: openMariadbEngine,
  Redis: openRedisEngine,
  "Redis Cluster": openClusterEngine,
  "Claim protocol": openProtocolEngine,
}
