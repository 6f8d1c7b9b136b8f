import { setTimeout as sleep } from "node:timers/promises"
import { createPool, type RowDataPacket } from "mysql2/promise"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { execute } from "../../../workshop/src/servers/mariadb.ts"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { mysql2Adapter } from "../../src/stores/sql/adapters/mysql2-adapter.ts"
import { inspect } from "../../src/stores/sql/migrate/index.ts"
import { failure } from "../support/failure.ts"
import { someToken } from "../support/people.ts"
import { mysqlTables } from "../support/tables.ts"
import type { ClusterNode } from "./cluster.ts"
import { type ClientName, clients } from "./connect.ts"
import { galeraFaults } from "./faults.ts"
import { type GaleraCluster, startGaleraCluster } from "./galera-cluster.ts"
import { subjectOf } from "./subject.ts"
import { describeOutcome, withstandFault } from "./withstand.ts"

// Each fault needs several processes, which start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const rounds = 30
const clientNames: readonly ClientName[] = ["mysql2", "mariadb"]

describe("Galera with three nodes and wsrep_sync_wait = 7", () => {
  let cluster: GaleraCluster
  const first = () => cluster.nodes[0] as ClusterNode
  beforeAll(async () => {
    cluster = await startGaleraCluster()
    await execute(first().url, ...mysqlTables())
  })
  afterAll(() => cluster?.close())

  test.each(clientNames)(
    "SEC-N10 a token that %s uses on three nodes at once has one winner",
    async (name) => {
      const connected = cluster.urls.map((url) => clients[name](url))
      const callers = connected.map(({ adapter }) => adapter)
      for (let round = 0; round < rounds; round++) {
        const token = someToken()
        await callers[0]?.createVerificationToken(token)
        const used = await Promise.all(callers.map((adapter) => adapter.useVerificationToken(token)))
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

  test.each(isFullRun ? galeraFaults : galeraFaults.slice(0, 3))(
    "SEC-N10 no acknowledged change is lost or undone when $name",
    async (fault) => {
      const outcome = await withstandFault(subjectOf(cluster, "mysql2"), {
        name: fault.name,
        run: () => fault.run(cluster),
      })
      console.log(describeOutcome(outcome))
      expect(outcome.findings).toEqual([])
      expect(outcome.calls.length).toBeGreaterThan(500)
    },
  )

  test("the control fails: without wsrep_sync_wait, a node misses what another one has acknowledged", async () => {
    for (const { url } of cluster.nodes) await execute(url, "SET GLOBAL wsrep_sync_wait = 0")
    await expect(cluster.check(0)).rejects.toMatchObject({ cause: { message: "wsrep_sync_wait is 0." } })
    const nothing = { name: "nothing happens", run: () => sleep(3000) }
    const { module, connect } = subjectOf(cluster, "mysql2")
    const outcome = await withstandFault({ module, connect }, nothing)
    console.log(`wsrep_sync_wait = 0: ${describeOutcome(outcome)}`)
    expect(outcome.findings.length).toBeGreaterThan(0)
    for (const { url } of cluster.nodes) await execute(url, "SET GLOBAL wsrep_sync_wait = 7")
  })

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
