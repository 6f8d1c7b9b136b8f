import { openMariadb } from "../../../../../workshop/src/servers/mariadb.ts"
import type { Engine } from "../../../support/engines.ts"

// Both wait until these connections have ended. A pool may open others meanwhile.
const onPostgres =
  "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
const onMariadb =
  "BEGIN NOT ATOMIC FOR connection IN (SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()) DO " +
  "EXECUTE IMMEDIATE CONCAT('KILL ', connection.id); " +
  "WHILE EXISTS (SELECT id FROM information_schema.processlist WHERE id = connection.id) DO DO SLEEP(0.01); END WHILE; " +
  "END FOR; END"

/** Ends every other connection to a database, as a failing network or an administrator does. */
export const disconnectFrom = (
  { execute, serve }: Pick<Engine, "execute" | "serve">,
  url: string,
): Promise<void> => execute(url, serve === openMariadb ? onMariadb : onPostgres)
