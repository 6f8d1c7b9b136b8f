import { openMariadb } from "../../../../../workshop/src/servers/mariadb.ts"
import type { Engine } from "../../../support/engines.ts"

// Both wait until the connections have ended.
const onPostgres = [
  "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
]
const others = "information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()"
const onMariadb = [
  `BEGIN NOT ATOMIC FOR connection IN (SELECT id FROM ${others}) DO EXECUTE IMMEDIATE CONCAT('KILL ', connection.id); END FOR; END`,
  `BEGIN NOT ATOMIC WHILE EXISTS (SELECT id FROM ${others}) DO DO SLEEP(0.01); END WHILE; END`,
]

/** Ends every other connection to a database, as a failing network or an administrator does. */
export const disconnectFrom = (
  { execute, serve }: Pick<Engine, "execute" | "serve">,
  url: string,
): Promise<void> => execute(url, ...(serve === openMariadb ? onMariadb : onPostgres))
