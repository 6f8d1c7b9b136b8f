import { setTimeout as sleep } from "node:timers/promises"
import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Adapter, manifest } from "../../src/index.ts"
import { pgAdapter } from "../../src/stores/sql/drivers/pg.ts"
import { postgresAdapter } from "../../src/stores/sql/drivers/postgres.ts"
import { inspect } from "../../src/stores/sql/migrate/index.ts"
import { execute } from "../servers/postgres.ts"
import { until } from "../servers/until.ts"
import { failure } from "../stores/servers/support/failure.ts"
import { postgresTables } from "../stores/servers/support/tables.ts"
import { checkHistory, describeHistory, none } from "./check-history.ts"
import { newHistory, startCallers } from "./history.ts"
import { type PostgresCluster, startPostgresCluster } from "./postgres-cluster.ts"
import type { PostgresNode } from "./postgres-node.ts"

const timeoutSeconds = 5

type Client = { readonly adapter: Adapter; close(): Promise<void> }

const clients: Readonly<Record<string, (at: string) => Client>> = {
  pg(at) {
    const pool = new Pool({ connectionString: at, max: 8 })
    return { adapter: pgAdapter(pool, { timeoutSeconds }), close: () => pool.end() }
  },
  "postgres.js"(at) {
    const sql = postgres(at, { max: 8, onnotice: () => {} })
    return { adapter: postgresAdapter(sql, { timeoutSeconds }), close: () => sql.end({ timeout: 1 }) }
  },
}

const standbyOf = (cluster: PostgresCluster): PostgresNode =>
  cluster.nodes.find((node) => node !== cluster.primary()) as PostgresNode

describe("PostgreSQL with two standbys and quorum commit", () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await startPostgresCluster()
    await execute(cluster.primary().url, ...postgresTables())
  })
  afterAll(() => cluster?.close())

  test.each(Object.keys(clients))(
    "no acknowledged change is lost or undone by two failovers under the load of %s",
    async (name) => {
      const client = clients[name]?.(cluster.urls[0] as string) as Client
      const history = newHistory()
      const stop = startCallers([client.adapter], history)
      for (let round = 0; round < 2; round++) {
        await sleep(1500)
        const resume = await cluster.holdReplication()
        await sleep(200)
        await cluster.failOver()
        resume()
      }
      await sleep(500)
      await stop()
      console.log(`${name}: ${describeHistory(history)}`)
      expect(history.users.size).toBeGreaterThan(50)
      expect(await checkHistory(history, client.adapter)).toEqual(none)
      expect(history.slowestMs).toBeLessThan(timeoutSeconds * 1000 + 1000)
      await client.close()
    },
  )

  test("a standby refuses session lookups and writes, unless stale reads are allowed", async () => {
    const primary = clients["pg"]?.(cluster.urls[0] as string) as Client
    const user = await primary.adapter.createUser({ email: "ada@example.com" } as never)
    const session = { sessionToken: "s", userId: user.id, expires: new Date(Date.now() + 1e6) }
    await primary.adapter.createSession(session)
    const pool = new Pool({ connectionString: standbyOf(cluster).url })
    const [refusing, allowing] = [pgAdapter(pool), pgAdapter(pool, { allowStaleReads: true })]
    await until("the standby to replay the session", async () => {
      if (!(await allowing.getSessionAndUser("s"))) throw new Error("The session is missing.")
    })
    await failure(refusing.getSessionAndUser("s"), "readonly")
    await failure(Promise.all(Array.from({ length: 9 }, () => refusing.getSessionAndUser("s"))), "readonly")
    await failure(refusing.deleteSession("s"), "readonly")
    expect([manifest(refusing)?.staleReads, manifest(allowing)?.staleReads]).toEqual(["refused", "allowed"])
    await pool.end()
    await primary.close()
  })

  test("inspect reports a standby, and a role or client that weakens quorum commit", async () => {
    const codes = async (open: string, options: object = {}) => {
      const pool = new Pool({ connectionString: open, ...options })
      const { ok, replication = [] } = await inspect(pgAdapter(pool))
      await pool.end()
      return [ok, ...replication.map(({ code }) => code)]
    }
    const { url } = cluster.primary()
    expect(await codes(url)).toEqual([true])
    expect(await codes(standbyOf(cluster).url)).toEqual([false, "standby"])
    expect(await codes(url, { options: "-c synchronous_commit=local" })).toEqual([true, "local_commit"])
    expect(await codes(url, { options: "-c client_min_messages=error" })).toEqual([
      true,
      "hidden_cancelled_waits",
    ])
    const sql = postgres(url, { onnotice: () => {} })
    const { replication } = await inspect(postgresAdapter(sql))
    expect(replication).toMatchObject([{ code: "hidden_cancelled_waits", severity: "warning" }])
    await sql.end()
  })
})

describe("PostgreSQL with asynchronous standbys", () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await startPostgresCluster({ isSynchronous: false })
    await execute(cluster.primary().url, ...postgresTables())
  })
  afterAll(() => cluster?.close())

  test("the control fails: a failover behind stopped senders loses acknowledged changes", async () => {
    const client = clients["pg"]?.(cluster.urls[0] as string) as Client
    expect((await inspect(client.adapter)).replication).toMatchObject([{ code: "asynchronous_standbys" }])
    const history = newHistory()
    const stop = startCallers([client.adapter], history)
    await sleep(1500)
    const resume = await cluster.holdReplication()
    await sleep(300)
    await cluster.failOver()
    resume()
    await stop()
    const { lost, undone } = await checkHistory(history, client.adapter)
    console.log(`asynchronous: lost ${lost}, undone ${undone}, ${describeHistory(history)}`)
    expect(lost).toBeGreaterThan(0)
    await client.close()
  })
})
