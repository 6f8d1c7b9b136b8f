import { setTimeout as sleep } from "node:timers/promises"
import { createPool as createMariadbPool } from "mariadb"
import { createPool, type RowDataPacket } from "mysql2/promise"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../../src/index.ts"
import { mariadbAdapter } from "../../src/stores/sql/drivers/mariadb.ts"
import { mysql2Adapter } from "../../src/stores/sql/drivers/mysql2.ts"
import { inspect } from "../../src/stores/sql/migrate/index.ts"
import { execute } from "../servers/mariadb.ts"
import { failure } from "../stores/servers/support/failure.ts"
import { someToken } from "../stores/servers/support/people.ts"
import { mysqlTables } from "../stores/servers/support/tables.ts"
import { checkHistory, describeHistory, none } from "./check-history.ts"
import type { ClusterNode } from "./cluster.ts"
import { type GaleraCluster, startGaleraCluster } from "./galera-cluster.ts"
import { newHistory, startCallers } from "./history.ts"

const timeoutSeconds = 10
const rounds = 30

type Client = { readonly adapter: Adapter; close(): Promise<void> }

const clients: Readonly<Record<string, (url: string) => Client>> = {
  mysql2(uri) {
    const pool = createPool({ uri, connectionLimit: 8 })
    return { adapter: mysql2Adapter(pool, { timeoutSeconds }), close: () => pool.end() }
  },
  mariadb(url) {
    const pool = createMariadbPool(
      `${url.replace("mysql:", "mariadb:")}?connectionLimit=8&socketTimeout=9000`,
    )
    return { adapter: mariadbAdapter(pool, { timeoutSeconds }), close: () => pool.end() }
  },
}

describe("Galera with three nodes and wsrep_sync_wait = 7", () => {
  let cluster: GaleraCluster
  const [first, second] = [0, 1].map((nth) => () => cluster.nodes[nth] as ClusterNode) as [
    () => ClusterNode,
    () => ClusterNode,
  ]
  beforeAll(async () => {
    cluster = await startGaleraCluster()
    await execute(first().url, ...mysqlTables())
  })
  afterAll(() => cluster?.close())

  const connectAll = (name: string): Client[] =>
    cluster.urls.map((url) => (clients[name] as (url: string) => Client)(url))

  test.each(Object.keys(clients))(
    "a token that %s uses on three nodes at once has one winner",
    async (name) => {
      const connected = connectAll(name)
      for (let round = 0; round < rounds; round++) {
        const token = someToken()
        await connected[0]?.adapter.createVerificationToken(token)
        const used = await Promise.all(connected.map(({ adapter }) => adapter.useVerificationToken(token)))
        expect(used.filter((row) => row !== null)).toHaveLength(1)
      }
      for (const { close } of connected) await close()
    },
  )

  test("the control fails: DELETE … RETURNING as text gives one token to several callers", async () => {
    const pools = cluster.urls.map((uri) => createPool({ uri, connectionLimit: 2 }))
    let doubles = 0
    for (let round = 0; round < rounds; round++) {
      await pools[0]?.query("INSERT INTO verification_tokens VALUES (?, ?, NOW())", ["control", `t${round}`])
      const text = `DELETE FROM verification_tokens WHERE token = 't${round}' RETURNING token`
      const used = await Promise.all(pools.map((pool) => pool.query<RowDataPacket[]>(text).catch(() => [[]])))
      if (used.filter(([rows]) => rows.length > 0).length > 1) doubles++
    }
    console.log(`text protocol: several winners in ${doubles} of ${rounds} rounds`)
    expect(doubles).toBeGreaterThan(0)
    for (const pool of pools) await pool.end()
  })

  const faults: Readonly<Record<string, () => Promise<void>>> = {
    "a node that is killed and joins again": () => cluster.failOver(),
    "a node that is isolated for six seconds": async () => {
      await cluster.isolate(second(), true)
      await sleep(6000)
      await cluster.isolate(second(), false)
    },
    "a node that hangs for six seconds": async () => {
      await second().freeze()
      await sleep(6000)
      await second().thaw()
    },
  }

  test.each(Object.entries(faults))(
    "%s does not lose or undo an acknowledged change",
    async (_, fault) => {
      const connected = connectAll("mysql2")
      const history = newHistory()
      const stop = startCallers(
        connected.map(({ adapter }) => adapter),
        history,
      )
      await sleep(1000)
      await fault()
      await cluster.check()
      await sleep(500)
      await stop()
      console.log(describeHistory(history))
      expect(history.users.size).toBeGreaterThan(20)
      for (const { adapter } of connected) expect(await checkHistory(history, adapter)).toEqual(none)
      expect(history.slowestMs).toBeLessThan(timeoutSeconds * 1000 + 1000)
      for (const { close } of connected) await close()
    },
    90_000,
  )

  test("inspect reports a node that does not wait for the others, and dirty reads are refused", async () => {
    const codes = async (...settings: string[]) => {
      const pool = createPool({ uri: first().url, connectionLimit: 1 })
      for (const setting of settings) await pool.query(`SET SESSION ${setting}`)
      const { ok, replication = [] } = await inspect(mysql2Adapter(pool))
      await pool.end()
      return [ok, ...replication.map(({ code }) => code)]
    }
    expect(await codes()).toEqual([true])
    expect(await codes("wsrep_sync_wait = 1")).toEqual([true, "stale_reads"])
    expect(await codes("wsrep_dirty_reads = ON")).toEqual([false, "dirty_reads"])
    const pool = createPool({ uri: first().url, connectionLimit: 1 })
    await pool.query("SET SESSION wsrep_dirty_reads = ON")
    await failure(mysql2Adapter(pool).getSessionAndUser("s"), "readonly")
    expect(await mysql2Adapter(pool, { allowStaleReads: true }).getSessionAndUser("s")).toBeNull()
    await failure(mysql2Adapter(pool).getSessionAndUser("s"), "readonly")
    await pool.end()
  })
})
