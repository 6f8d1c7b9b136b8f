import { afterAll, beforeAll } from "vitest"
import type { Server } from "../../../../workshop/src/servers/server.ts"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "./databases.ts"

/** Starts the three engines for the tests of a file. `emptyTables` creates the default tables in a new database. */
export function startEngines() {
  const servers: Partial<Record<"postgres" | "mysql" | "sqlite", Server>> = {}
  beforeAll(async () => {
    for (const { engine, serve } of [postgresDatabases, mariadbDatabases, sqliteDatabases])
      servers[engine] = await serve()
  })
  afterAll(async () => {
    for (const server of Object.values(servers)) await server.close()
  })
  const emptyTables = async ({ engine, tables, execute } = postgresDatabases): Promise<string> => {
    const url = (await servers[engine]?.database()) ?? ""
    await execute(url, ...tables)
    return url
  }
  return { servers, emptyTables }
}
