/**
 * Starts a cluster for a user: `npm run cluster -- galera` or `npm run cluster -- postgres`. With `--chaos <minutes>`,
 * faults happen to it under load, and the answers of all calls are compared with the final state of every node.
 */
import { parseArgs } from "node:util"
import { describeHistory, isClean } from "../test/clusters/check-history.ts"
import type { Cluster } from "../test/clusters/cluster.ts"
import { type Connect, connectTo, withMysql2, withPg } from "../test/clusters/connect.ts"
import { type Fault, galeraFaults, postgresFaults } from "../test/clusters/faults.ts"
import { startGaleraCluster } from "../test/clusters/galera-cluster.ts"
import { startPostgresCluster } from "../test/clusters/postgres-cluster.ts"
import { withstand } from "../test/clusters/withstand.ts"
import { execute as onMariadb } from "../test/servers/mariadb.ts"
import { execute as onPostgres } from "../test/servers/postgres.ts"
import { mysqlTables, postgresTables } from "../test/stores/servers/support/tables.ts"

// From the start on, so that an interrupted start is cleaned up too.
let isInterrupted = false
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      isInterrupted = true
      resolve()
    })
})

const usage = "Usage: npm run cluster -- galera|postgres [--chaos <minutes>]"

/** Faults in turn until the time is over. Returns whether no node contradicted an answer. */
async function chaos<C extends Cluster>(
  cluster: C,
  connect: Connect,
  faults: readonly Fault<C>[],
  minutes: number,
): Promise<boolean> {
  const end = Date.now() + minutes * 60_000
  let clean = true
  for (let nth = 0; Date.now() < end && !isInterrupted; nth++) {
    const fault = faults[nth % faults.length] as Fault<C>
    const { history, contradictions } = await withstand(cluster, () => connectTo(cluster, connect), fault)
    const found = contradictions.filter((each) => !isClean(each))
    clean &&= found.length === 0
    console.log(`${found.length === 0 ? "holds" : "VIOLATED"}  ${fault.name}: ${describeHistory(history)}`)
    for (const each of found) console.log(each)
  }
  return clean
}

/** Waits for Ctrl-C. */
async function serve({ urls, nodes }: Cluster): Promise<boolean> {
  console.log(`For applications: ${urls.join(" ")}`)
  for (const { name, url } of nodes) console.log(`${name}: ${url}`)
  console.log("Ctrl-C ends the cluster and removes its files.")
  const alive = setInterval(() => {}, 60_000)
  await interrupted
  clearInterval(alive)
  return true
}

async function run(name: string | undefined, minutes: number | undefined): Promise<boolean> {
  if (name === "postgres") {
    const cluster = await startPostgresCluster()
    await onPostgres(cluster.primary().url, ...postgresTables())
    const work = minutes ? chaos(cluster, withPg, postgresFaults, minutes) : serve(cluster)
    return work.finally(() => cluster.close())
  }
  if (name === "galera") {
    const cluster = await startGaleraCluster()
    await onMariadb((cluster.nodes[0] as { url: string }).url, ...mysqlTables())
    const work = minutes ? chaos(cluster, withMysql2, galeraFaults, minutes) : serve(cluster)
    return work.finally(() => cluster.close())
  }
  console.error(usage)
  return false
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { chaos: { type: "string" } },
})
process.exitCode = (await run(positionals[0], values.chaos ? Number(values.chaos) : undefined)) ? 0 : 1
