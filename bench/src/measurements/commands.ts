import { connect, type Socket } from "node:net"
import { startRedis } from "../../../packages/workshop/src/servers/redis.ts"
import { command } from "../../../packages/workshop/src/servers/redis-command.ts"
import { until } from "../../../packages/workshop/src/servers/until.ts"
import type { Workload } from "../contestant.ts"
import { redisContestants } from "../contestants/redis.ts"
import { type Entrant, enter } from "../entrants.ts"
import type { Settings } from "../settings.ts"
import type { Table } from "../table.ts"
import { workloads } from "../workloads.ts"
import { countCalls } from "./count-calls.ts"

/** The commands since the last call: the ones that clients sent, and all that the server ran, including scripts. */
type Counted = { readonly sent: number; readonly run: number }

type Counter = { since(): Promise<Counted>; close(): void }

/** The number of commands per call, as counted by Redis. */
export async function commands(settings: Settings): Promise<Table[]> {
  const server = await startRedis()
  const counter = await openCounter(server.port)
  // All contestants use this server, one after the other.
  const contestants = redisContestants(async () => ({
    ...server,
    close: async () => void (await command(server.port, "FLUSHALL")),
  }))
  const counts: (Counted | undefined)[][] = []
  for (const [nth, contestant] of contestants.entries()) {
    settings.progress(nth * 10, contestants.length * 10, `commands on Redis: ${contestant.name}`)
    const entrant = await enter(contestant, Math.min(settings.population, 100))
    const own: (Counted | undefined)[] = []
    for (const workload of workloads) own.push(await perCall(workload, entrant, counter))
    counts.push(own)
    await entrant.close()
  }
  counter.close()
  await server.close()
  const rowsOf = (kind: keyof Counted) =>
    workloads.map(({ name, callers }, row) => [
      `${name} ×${callers}`,
      ...counts.map((own) => own[row]?.[kind] ?? "–"),
    ])
  const columns = ["operation", ...contestants.map(({ name }) => name)]
  return [
    {
      name: "commands-sent",
      title: "Commands per call on Redis",
      about: "The commands that clients sent, as counted by the server; ×n is the number of callers.",
      columns,
      rows: rowsOf("sent"),
    },
    {
      name: "commands-run",
      title: "Commands that Redis runs per call",
      about: "With the commands inside scripts, from INFO commandstats.",
      columns,
      rows: rowsOf("run"),
    },
  ]
}

async function perCall(workload: Workload, entrant: Entrant, counter: Counter): Promise<Counted | undefined> {
  const found = await countCalls(workload, entrant, counter.since)
  return found && { sent: found.counted.sent / found.calls, run: found.counted.run / found.calls }
}

/**
 * INFO commandstats counts what the server ran, but not what a script ran. MONITOR does: it shows each command with its
 * client, or `lua`. Both are read until they agree, because the lines of MONITOR arrive later.
 */
async function openCounter(port: number): Promise<Counter> {
  const seen = { all: 0, inScripts: 0 }
  const monitor = await openMonitor(port, (line) => {
    if (/^\+\d+\.\d+ \[\d+ \S+\] "(info|INFO)"/.test(line)) return
    seen.all++
    if (/^\+\d+\.\d+ \[\d+ lua\]/.test(line)) seen.inScripts++
  })
  let before = { total: await totalRun(port), ...seen }
  return {
    async since() {
      const total = await until("MONITOR to show every command", async () => {
        const run = await totalRun(port)
        if (run - before.total !== seen.all - before.all) throw new Error("Some lines are missing.")
        return run
      })
      const run = total - before.total
      const counted = { sent: run - (seen.inScripts - before.inScripts), run }
      before = { total, ...seen }
      return counted
    },
    close: () => monitor.destroy(),
  }
}

const openMonitor = (port: number, onLine: (line: string) => void): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("MONITOR\r\n"))
    let rest = ""
    socket.on("data", (chunk) => {
      const lines = (rest + String(chunk)).split("\r\n")
      rest = lines.pop() ?? ""
      for (const line of lines) if (line === "+OK") resolve(socket)
      for (const line of lines) if (/^\+\d/.test(line)) onLine(line)
    })
    socket.once("error", reject)
  })

/** The number of commands that the server has run, without the ones by which this program reads it. */
async function totalRun(port: number): Promise<number> {
  const stats = await command(port, "INFO", "commandstats")
  return [...stats.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)]
    .filter(([, name]) => name !== "info" && name !== "monitor")
    .reduce((sum, [, , calls]) => sum + Number(calls), 0)
}
