import { mariadbVariable, startMariadb } from "./mariadb.ts"
import { postgresVariable, startPostgres } from "./postgres.ts"

/**
 * Starts one PostgreSQL and one MariaDB for all test files, each of which creates databases of its own. Vitest calls
 * this once per run, and passes the variables on to its workers.
 */
export async function setup(): Promise<() => Promise<void>> {
  const started = await Promise.all([
    share(postgresVariable, startPostgres, ({ port }) => `postgres://postgres@127.0.0.1:${port}/postgres`),
    share(mariadbVariable, startMariadb, ({ port }) => `mysql://root@127.0.0.1:${port}/mysql`),
  ])
  return async () => {
    await Promise.all(started.map((close) => close()))
  }
}

type Started = { readonly port: number; close(): Promise<void> }

/** Starts a server, unless the variable names one, and writes its URL to the variable. */
async function share(
  variable: string,
  start: () => Promise<Started>,
  urlOf: (server: Started) => string,
): Promise<() => Promise<void>> {
  if (process.env[variable]) return async () => {}
  const server = await start()
  process.env[variable] = urlOf(server)
  return async () => {
    delete process.env[variable]
    await server.close()
  }
}
