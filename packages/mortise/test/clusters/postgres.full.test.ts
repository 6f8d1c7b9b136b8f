import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { execute } from "../../../workshop/src/servers/postgres.ts"
import { until } from "../../../workshop/src/servers/until.ts"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { manifest } from "../../src/index.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { postgresAdapter } from "../../src/stores/sql/adapters/postgres-adapter.ts"
import { inspect } from "../../src/stores/sql/migrate/index.ts"
import { failure } from "../support/failure.ts"
import { postgresTables } from "../support/tables.ts"
import { type ClientName, withPg } from "./connect.ts"
import { postgresFaults } from "./faults.ts"
import { type PostgresCluster, startPostgresCluster } from "./postgres-cluster.ts"
import type { PostgresNode } from "./postgres-node.ts"
import { subjectOf } from "./subject.ts"
import { countFindings, describeOutcome, withstandFault } from "./withstand.ts"

// Each fault needs several processes, which start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const standbyOf = (cluster: PostgresCluster): PostgresNode =>
  cluster.nodes.find((node) => node !== cluster.primary()) as PostgresNode

type Fault = (typeof postgresFaults)[number]
const [, behindLag, hangingStandby] = postgresFaults as readonly [Fault, Fault, Fault]
const clientNames: readonly ClientName[] = ["pg", "postgres.js"]
const everyCase = clientNames.flatMap((client) =>
  postgresFaults.map((fault) => ({ client, name: fault.name, fault })),
)
const cases = everyCase.filter(
  ({ client, fault }) => isFullRun || fault === behindLag || (client === "pg" && fault === hangingStandby),
)

describe("PostgreSQL with two standbys and quorum commit", () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await startPostgresCluster()
    await execute(cluster.primary().url, ...postgresTables())
  })
  afterAll(() => cluster?.close())

  test.each(cases)(
    "SEC-N6 no acknowledged change of $client is lost or undone when $name",
    async ({ fault, client }) => {
      const outcome = await withstandFault(subjectOf(cluster, client), {
        name: fault.name,
        run: () => fault.run(cluster),
      })
      console.log(describeOutcome(outcome))
      expect(outcome.findings).toEqual([])
      expect(outcome.calls.length).toBeGreaterThan(500)
    },
  )

  test("SEC-N7 a standby refuses session lookups and writes, unless stale reads are allowed", async () => {
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
    const run = () => behindLag.run(cluster)
    const outcome = await withstandFault(subjectOf(cluster, "pg"), { name: behindLag.name, run })
    console.log(`asynchronous: ${describeOutcome(outcome)}`)
    expect(countFindings(outcome.findings).lost).toBeGreaterThan(0)
    await client.close()
  })
})
