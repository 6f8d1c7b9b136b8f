import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { manifest } from "../../src/index.ts"
import { pgAdapter } from "../../src/stores/sql/drivers/pg.ts"
import { postgresAdapter } from "../../src/stores/sql/drivers/postgres.ts"
import { inspect } from "../../src/stores/sql/migrate/index.ts"
import { execute } from "../servers/postgres.ts"
import { until } from "../servers/until.ts"
import { failure } from "../stores/servers/support/failure.ts"
import { postgresTables } from "../stores/servers/support/tables.ts"
import { type Contradictions, describeHistory, none } from "./check-history.ts"
import { type Connect, connectTo, timeoutSeconds, withPg, withPostgresJs } from "./connect.ts"
import { type Fault, postgresFaults } from "./faults.ts"
import { type PostgresCluster, startPostgresCluster } from "./postgres-cluster.ts"
import type { PostgresNode } from "./postgres-node.ts"
import { withstand } from "./withstand.ts"

const standbyOf = (cluster: PostgresCluster): PostgresNode =>
  cluster.nodes.find((node) => node !== cluster.primary()) as PostgresNode

const clients: Readonly<Record<string, Connect>> = { pg: withPg, "postgres.js": withPostgresJs }
// The first two faults are failovers, in which clients differ most.
const cases = Object.entries(clients).flatMap(([client, connect]) =>
  postgresFaults
    .slice(0, connect === withPg ? undefined : 2)
    .map((fault) => ({ client, connect, name: fault.name, fault })),
)

describe("PostgreSQL with two standbys and quorum commit", () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await startPostgresCluster()
    await execute(cluster.primary().url, ...postgresTables())
  })
  afterAll(() => cluster?.close())

  test.each(cases)(
    "no acknowledged change of $client is lost or undone when $name",
    async ({ fault, connect }) => {
      const { history, contradictions } = await withstand(cluster, () => connectTo(cluster, connect), fault)
      console.log(describeHistory(history))
      expect(history.users.size).toBeGreaterThan(20)
      expect(contradictions).toEqual([none, none, none])
      expect(history.slowestMs).toBeLessThan(timeoutSeconds * 1000 + 1000)
    },
  )

  test("a standby refuses session lookups and writes, unless stale reads are allowed", async () => {
    const primary = withPg(cluster.urls[0] as string)
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
    const client = withPg(cluster.urls[0] as string)
    expect((await inspect(client.adapter)).replication).toMatchObject([{ code: "asynchronous_standbys" }])
    const behindLag = postgresFaults[1] as Fault<PostgresCluster>
    const { history, contradictions } = await withstand(cluster, () => connectTo(cluster, withPg), behindLag)
    const { lost, undone, usedTwice } = contradictions[0] as Contradictions
    console.log(
      `asynchronous: lost ${lost}, undone ${undone}, tokens used twice ${usedTwice}; ${describeHistory(history)}`,
    )
    expect(lost).toBeGreaterThan(0)
    await client.close()
  })
})
