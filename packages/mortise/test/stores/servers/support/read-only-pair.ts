import { expect } from "vitest"
import { startMariadb } from "../../../../../workshop/src/servers/mariadb.ts"
import { startPostgres } from "../../../../../workshop/src/servers/postgres.ts"
import { startProxy } from "../../../../../workshop/src/servers/proxy.ts"
import { type OwnServer, withDatabase } from "../../../../../workshop/src/servers/server.ts"
import type { Adapter } from "../../../../src/index.ts"
import { type Engine, mysql2, pg } from "../../../support/engines.ts"
import { failure } from "../../../support/failure.ts"
import { someone } from "../../../support/people.ts"

const database = "app"
// Read-only mode does not bind root.
const user = "application"

type Family = {
  readonly start: () => Promise<OwnServer>
  readonly engine: Engine
  readonly readOnly: readonly string[]
  readonly prepare: readonly string[]
}

const families: Readonly<Record<"postgres" | "mysql", Family>> = {
  postgres: {
    start: startPostgres,
    engine: pg,
    readOnly: ["ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()"],
    prepare: [`CREATE ROLE ${user} LOGIN SUPERUSER`],
  },
  mysql: {
    start: startMariadb,
    engine: mysql2,
    readOnly: ["SET GLOBAL read_only = 1"],
    prepare: [`CREATE USER ${user}`, `GRANT ALL ON ${database}.* TO ${user}`],
  },
}

/** A read-only server and one that accepts writes, with the same tables. */
export type ReadOnlyPair = {
  readonly standby: OwnServer
  readonly primary: OwnServer
  /** The database of the application on the primary. */
  readonly url: string
  close(): Promise<void>
}

export async function openReadOnlyPair(name: keyof typeof families): Promise<ReadOnlyPair> {
  const { start, engine, readOnly, prepare } = families[name]
  const open = async (statements: readonly string[]) => {
    const server = await start()
    const url = await server.database()
    await engine.execute(url, `CREATE DATABASE ${database}`, ...prepare)
    await engine.createTables(withDatabase(url, database))
    await engine.execute(url, ...statements)
    return { server, url }
  }
  const { server: standby } = await open(readOnly)
  const { server: primary, url } = await open([])
  const ofApplication = new URL(withDatabase(url, database))
  ofApplication.username = user
  return {
    standby,
    primary,
    url: ofApplication.href,
    async close() {
      await standby.close()
      await primary.close()
    },
  }
}

/** Writes through a proxy that leads to the standby and then to the primary. Open connections are not cut. */
export async function expectFollowsProxy(
  { standby, primary, url }: ReadOnlyPair,
  connections: number,
  connect: (url: string) => Promise<{ adapter(): Adapter; close(): Promise<unknown> }>,
): Promise<void> {
  const proxy = await startProxy(standby.port)
  const client = await connect(proxy.through(url))
  const adapter = client.adapter()
  const hasFailed = () =>
    adapter.createUser(someone()).then(
      () => false,
      () => true,
    )
  await failure(adapter.createUser(someone()), "readonly")
  const before = await Promise.all(Array.from({ length: 2 * connections }, hasFailed))
  expect(before).not.toContain(false)
  proxy.repoint(primary.port)
  const after: boolean[] = []
  for (let nth = 0; nth < 4 * connections; nth++) after.push(await hasFailed())
  // A pool opens connections in advance, and postgres.js does not tell on which one it prepares a statement.
  expect(after.slice(2 * connections)).not.toContain(true)
  await client.close()
  await proxy.close()
}
