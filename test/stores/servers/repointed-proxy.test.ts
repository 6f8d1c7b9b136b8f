import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startMariadb } from "../../servers/mariadb.ts"
import { startPostgres } from "../../servers/postgres.ts"
import { startProxy } from "../../servers/proxy.ts"
import { type OwnServer, withDatabase } from "../../servers/server.ts"
import { type Engine, mariadb, mysql2, pg, postgresJs } from "./support/engines.ts"
import { failure } from "./support/failure.ts"
import { someone } from "./support/people.ts"

const database = "app"
// Read-only mode does not bind root.
const user = "application"

type Family = {
  readonly start: (settings: readonly string[]) => Promise<OwnServer>
  readonly readOnly: string
  readonly prepare: readonly string[]
  readonly engines: readonly Engine[]
}

const families: Readonly<Record<string, Family>> = {
  PostgreSQL: {
    start: (settings) => startPostgres({ settings }),
    readOnly: "ALTER SYSTEM SET default_transaction_read_only = on",
    prepare: [`CREATE ROLE ${user} LOGIN SUPERUSER`],
    engines: [pg, postgresJs],
  },
  MariaDB: {
    start: (settings) => startMariadb({ settings }),
    readOnly: "SET GLOBAL read_only = 1",
    prepare: [`CREATE USER ${user}`, `GRANT ALL ON ${database}.* TO ${user}`],
    engines: [mysql2, mariadb],
  },
}

describe.each(Object.entries(families))("a proxy in front of %s", (_, family) => {
  let standby: OwnServer
  let primary: OwnServer

  const open = async (isReadOnly: boolean): Promise<OwnServer> => {
    const server = await family.start([])
    const [engine] = family.engines as [Engine]
    const url = await server.database()
    await engine.execute(url, `CREATE DATABASE ${database}`, ...family.prepare)
    await engine.createTables(withDatabase(url, database))
    if (isReadOnly) {
      await engine.execute(url, family.readOnly)
      if (engine === pg) await engine.execute(url, "SELECT pg_reload_conf()")
    }
    return server
  }

  beforeAll(async () => {
    standby = await open(true)
    primary = await open(false)
  })
  afterAll(async () => {
    await standby?.close()
    await primary?.close()
  })

  test.each(family.engines)(
    "that is re-pointed from a read-only server without cutting connections is followed by $name",
    async (engine) => {
      const proxy = await startProxy(standby.port)
      const url = new URL(withDatabase(await primary.database(), database))
      url.username = user
      const connections = 3
      const client = engine.connect(proxy.through(url.href), connections)
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
      for (let nth = 0; nth < 20; nth++) after.push(await hasFailed())
      // A pool opens connections in advance, and postgres.js does not tell on which one it prepares a statement.
      expect(after.slice(2 * connections)).not.toContain(true)
      await client.close()
      await proxy.close()
    },
  )
})
