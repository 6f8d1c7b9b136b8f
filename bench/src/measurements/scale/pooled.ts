/**
 * Many application processes behind a pooler with few connections to the database. Each connection is occupied for the
 * round trip between the pooler and the database, so that the number of connections limits the number of statements.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { startPgbouncer } from "../../../../packages/workshop/src/servers/pgbouncer.ts"
import { execute, startPostgres } from "../../../../packages/workshop/src/servers/postgres.ts"
import { oursPg } from "../../contestants/postgres-ours.ts"
import { median } from "../../median.ts"
import type { Settings } from "../../settings.ts"
import type { Table } from "../../table.ts"
import { startDelay } from "./delay.ts"
import { loadPostgres } from "./loading.ts"
import type { PooledResult } from "./pooled-process.ts"

const [processes, clientConnections, serverConnections, callers] = [10, 20, 20, 40]
const rows = 100_000
const roundTripMs = 4
const program = fileURLToPath(new URL("./pooled-process.ts", import.meta.url))

const contestants = { limit: "one statement per lookup (pg)", ours: "mortise/pg" } as const

/** Lookups of many processes through pgbouncer in transaction mode. */
export async function pooled(settings: Settings): Promise<Table[]> {
  const server = await startPostgres()
  const url = await server.database()
  await (await oursPg.open(url)).close()
  await execute(url, ...loadPostgres(rows))
  const delay = await startDelay(server.port, roundTripMs / 2)
  const pooler = await startPgbouncer(delay.through(url), { connections: serverConnections })
  try {
    const turns = { limit: [] as PooledResult[], ours: [] as PooledResult[] }
    for (let round = 0; round < settings.rounds; round++) {
      settings.progress(round * 10, settings.rounds * 10, "scale: many processes")
      for (const contestant of ["limit", "ours"] as const)
        turns[contestant].push(await turnOf(contestant, pooler.url, settings.turn * 10))
    }
    return [tableOf(turns)]
  } finally {
    await pooler.close()
    delay.close()
    await server.close()
  }
}

async function turnOf(contestant: string, url: string, ms: number): Promise<PooledResult> {
  const args = [contestant, url, String(clientConnections), String(callers), String(rows), String(ms)]
  const children = Array.from({ length: processes }, () =>
    fork(program, args, { execArgv: ["--import", "tsx"], stdio: ["ignore", 2, 2, "ipc"] }),
  )
  await Promise.all(children.map((child) => once(child, "message")))
  const results = await Promise.all(children.map(resultOf))
  const sum = (figure: keyof PooledResult) => results.reduce((total, each) => total + each[figure], 0)
  const middle = (figure: keyof PooledResult) => median(results.map((each) => each[figure]))
  return { lookups: sum("lookups"), statements: sum("statements"), p50: middle("p50"), p99: middle("p99") }
}

async function resultOf(child: ChildProcess): Promise<PooledResult> {
  const [ended, answered] = [once(child, "exit"), once(child, "message")]
  child.send("start")
  const [result] = (await answered) as [PooledResult]
  await ended
  return result
}

function tableOf(turns: Readonly<Record<keyof typeof contestants, readonly PooledResult[]>>): Table {
  const row = (contestant: keyof typeof contestants) => {
    const middle = (of: (turn: PooledResult, limit: PooledResult) => number) =>
      median(turns[contestant].map((turn, nth) => of(turn, turns.limit[nth] ?? turn)))
    return [
      contestants[contestant],
      middle((turn, limit) => turn.lookups / limit.lookups),
      middle(({ lookups, statements }) => lookups / statements),
      middle(({ p50 }, limit) => p50 / limit.p50),
      middle(({ p99 }, limit) => p99 / limit.p99),
    ]
  }
  return {
    name: "scale-pooled",
    title: "Scale: many processes behind a pooler",
    about: `\`getSessionAndUser\` in ${processes} processes with ${callers} concurrent callers and ${clientConnections} connections each, ${processes * clientConnections} in all, behind pgbouncer in transaction mode with ${serverConnections} connections to PostgreSQL, which is ${roundTripMs} ms away. Rate, p50 and p99 are ratios to one statement per lookup in the same round.`,
    columns: ["contestant", "rate", "lookups per statement", "p50", "p99"],
    rows: [row("limit"), row("ours")],
  }
}
