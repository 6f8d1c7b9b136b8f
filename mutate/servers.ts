import { startMariadb } from "../packages/workshop/src/servers/mariadb.ts"
import { startPostgres } from "../packages/workshop/src/servers/postgres.ts"

/** The variables that name running servers to the tests, which then start none. */
export type ServerVariables = Readonly<Record<string, string>>

/** Starts one PostgreSQL and one MariaDB for all mutants. They end with this process. */
export async function startServers(): Promise<ServerVariables> {
  const [postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  return {
    MORTISE_POSTGRES_URL: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
    MORTISE_MARIADB_URL: `mysql://root@127.0.0.1:${mariadb.port}/mysql`,
  }
}
