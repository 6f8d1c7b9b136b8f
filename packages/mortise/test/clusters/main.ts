/**
 * Starts a cluster for a user: `npm run cluster -- galera`. With `--chaos <minutes>`, faults happen to it under the load
 * of several processes, and the answers of all calls are compared with the final state of every node. `--failovers <n>`
 * repeats one failover and measures when each operation succeeds again.
 */
import { parseArgs } from "node:util"
import { type FailoverReport, repeatFailovers } from "./failovers.ts"
import { writeRecovery } from "./recovery-page.ts"
import { type Started, startGalera, startPatroni, startPostgres } from "./topologies.ts"
import { describeOutcome, type Event, type Outcome, printCounts, withstandFault } from "./withstand.ts"

// From the start on, so that an interrupted start is cleaned up too.
let isInterrupted = false
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      isInterrupted = true
      resolve()
    })
})

const topologies: Readonly<Record<string, () => Promise<Started>>> = {
  postgres: startPostgres,
  "postgres-asynchronous": () => startPostgres({ isSynchronous: false }),
  patroni: startPatroni,
  galera: startGalera,
  "redis-sentinel": async () => (await redisTopologies()).startSentinel(),
  "redis-cluster": async () => (await redisTopologies()).startCluster(),
}

/** Their clients are packages of their own, which are installed at the first use. */
const redisTopologies = (): Promise<
  Readonly<Record<"startSentinel" | "startCluster", () => Promise<Started>>>
> => import(new URL("../stores/redis/chaos/topologies.ts", import.meta.url).href)

const usage = `Usage: npm run cluster -- ${Object.keys(topologies).join("|")} [--chaos <minutes>] [--failovers <n> [--write]]`

const printFindings = ({ findings }: Pick<Outcome, "findings">) => {
  for (const { check, subject, detail } of findings.slice(0, 10))
    console.log(`  ${check}: ${subject}: ${detail}`)
}

/** Faults in turn until the time is over. Returns whether the topology kept its promises. */
async function chaos({ subject, faults }: Started, minutes: number): Promise<boolean> {
  const end = Date.now() + minutes * 60_000
  const total = { calls: 0, faults: 0, violated: 0 }
  for (let index = 0; Date.now() < end && !isInterrupted; index++) {
    const fault = faults[index % faults.length] as Event
    const outcome = await withstandFault(subject, fault)
    const isClean = outcome.findings.length === 0
    total.faults++
    total.calls += outcome.calls.length
    if (!isClean && !fault.mayLose) total.violated++
    const verdict = isClean ? "holds" : fault.mayLose ? `lost, because ${fault.mayLose}` : "VIOLATED"
    console.log(`${verdict}  ${fault.name}: ${describeOutcome(outcome)}`)
    if (!fault.mayLose) printFindings(outcome)
  }
  console.log(`${total.faults} faults, ${total.calls} calls, ${total.violated} faults broke a promise`)
  return total.violated === 0
}

/** Repeats one failover, and prints the result. */
async function failovers({ subject, failOver }: Started, count: number): Promise<FailoverReport> {
  const report = await repeatFailovers(subject, failOver, count, (line, outcome) => {
    console.log(line)
    if (!failOver.mayLose) printFindings(outcome)
  })
  console.log(
    `${report.failovers} failovers, ${report.calls} calls, slowest ${report.slowestMs} ms; errors: ${printCounts(report.errors)}`,
  )
  const promise = failOver.mayLose ? ` (expected: ${failOver.mayLose})` : ""
  console.log(`findings: ${printCounts(report.findings)}${promise}`)
  console.table(report.recovery)
  return report
}

/** Waits for Ctrl-C. */
async function serve({ addresses }: Started): Promise<boolean> {
  for (const line of addresses) console.log(line)
  console.log("Ctrl-C ends the cluster and removes its files.")
  const alive = setInterval(() => {}, 60_000)
  await interrupted
  clearInterval(alive)
  return true
}

async function work(name: string, started: Started): Promise<boolean> {
  if (values.chaos) return chaos(started, Number(values.chaos))
  if (!values.failovers) return serve(started)
  const report = await failovers(started, Number(values.failovers))
  if (values.write) await writeRecovery(name, report)
  return started.failOver.mayLose !== undefined || Object.keys(report.findings).length === 0
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { chaos: { type: "string" }, failovers: { type: "string" }, write: { type: "boolean" } },
})
const [name = ""] = positionals
const start = Object.hasOwn(topologies, name) ? topologies[name] : undefined
if (start) {
  const started = await start()
  const isRight = await work(name, started).finally(() => started.close())
  process.exitCode = isRight ? 0 : 1
} else {
  console.error(usage)
  process.exitCode = 1
}
