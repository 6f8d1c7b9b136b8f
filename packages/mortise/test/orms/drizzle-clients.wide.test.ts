import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Server } from "../../../workshop/src/servers/server.ts"
import { drizzleAdapter } from "../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
import { signIn, someone } from "../support/people.ts"
import { installOrms } from "./install.ts"
import { type Databases, mariadbDatabases, postgresDatabases, sqliteDatabases } from "./support/databases.ts"

await installOrms()
const { drizzle: onSqlite } = await import("drizzle-orm/better-sqlite3")
const { drizzle: onMysql2 } = await import("drizzle-orm/mysql2")
const { drizzle: onPg } = await import("drizzle-orm/node-postgres")
const { withReplicas } = await import("drizzle-orm/pg-core")
const { default: Database } = await import("better-sqlite3")
const { createPool } = await import("mysql2")
const { createConnection } = await import("mysql2/promise")
const { Client, Pool } = await import("pg")

describe("other clients of Drizzle", () => {
  const servers = new Map<Databases, Server>()
  const open = async (databases: Databases) => {
    const server = servers.get(databases)
    const url = (await server?.database()) ?? ""
    await databases.execute(url, ...databases.tables)
    return url
  }
  beforeAll(async () => {
    for (const databases of [postgresDatabases, mariadbDatabases, sqliteDatabases])
      servers.set(databases, await databases.serve())
  })
  afterAll(async () => {
    for (const server of servers.values()) await server.close()
  })

  test("a single client of pg, with a transaction on it", async () => {
    const client = new Client({ connectionString: await open(postgresDatabases) })
    await client.connect()
    const db = onPg({ client })
    const { user } = await db.transaction((tx) => signIn(drizzleAdapter(tx)))
    expect(await drizzleAdapter(db).getUser(user.id)).toEqual(user)
    await client.end()
  })

  test("a database from a URL", async () => {
    const db = onPg(await open(postgresDatabases))
    const { user } = await signIn(drizzleAdapter(db))
    expect(await drizzleAdapter(db).getUser(user.id)).toEqual(user)
    await (db.$client as InstanceType<typeof Pool>).end()
  })

  test("with replicas, everything is read from and written to the primary", async () => {
    const client = new Pool({ connectionString: await open(postgresDatabases) })
    const unreachable = new Pool({ connectionString: "postgres://127.0.0.1:1/none" })
    const db = withReplicas(onPg({ client }), [onPg({ client: unreachable })])
    const { user } = await signIn(drizzleAdapter(db))
    const found = await db.transaction((tx) => drizzleAdapter(tx).getUser(user.id))
    expect(found).toEqual(user)
    await client.end()
  })

  test("a pool of mysql2 with callbacks, whose driver is shared", async () => {
    const client = createPool({ uri: await open(mariadbDatabases) })
    const db = onMysql2({ client })
    const { user } = await db.transaction((tx) => signIn(drizzleAdapter(tx)))
    expect(await drizzleAdapter(db).getUser(user.id)).toEqual(user)
    client.end()
  })

  test("a single connection of mysql2 is refused, with what to use instead", async () => {
    const client = await createConnection(await open(mariadbDatabases))
    expect(() => drizzleAdapter(onMysql2({ client }))).toThrow("a pool of mysql2")
    await client.end()
  })

  test("better-sqlite3, inside its synchronous transactions too", async () => {
    const client = new Database((await open(sqliteDatabases)).replace(/^file:/, ""))
    const db = onSqlite({ client: client as never })
    const [one, two] = [someone(), someone()]
    await drizzleAdapter(db).createUser(one)
    db.transaction((tx) => void drizzleAdapter(tx).createUser(two))
    expect(await drizzleAdapter(db).getUserByEmail(two.email)).not.toBeNull()
    const undone = () =>
      db.transaction((tx) => {
        void drizzleAdapter(tx).deleteUser("x")
        void drizzleAdapter(tx).createUser(someone())
        throw new Error("undo")
      })
    expect(undone).toThrow("undo")
    client.close()
  })
})
