import { openPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import { onServer } from "../contestants/on-server.ts"
import { limitPg, oursPg } from "../contestants/postgres-ours.ts"
import { type Entrant, enter } from "../entrants.ts"
import { measure } from "../measure.ts"
import { median } from "../median.ts"
import type { Settings } from "../settings.ts"
import type { Table } from "../table.ts"
import { type Arrived, arrive } from "./arrivals.ts"

const shares = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3]

const lookup = ({ ready }: Entrant) => {
  const { adapter, population } = ready as NonNullable<Entrant["ready"]>
  return () => {
    const nth = Math.floor(Math.random() * population.sessions.length)
    return adapter.getSessionAndUser(population.sessions[nth]?.sessionToken ?? "")
  }
}

/** Session lookups that arrive independently of the answers, at increasing rates. */
export async function openLoop(settings: Settings): Promise<Table[]> {
  const server = await openPostgres()
  const entrants: Entrant[] = []
  try {
    for (const entry of [limitPg, oursPg])
      entrants.push(await enter(onServer(server, entry), settings.population))
    const failed = entrants.find(({ note }) => note)
    if (failed) throw new Error(`${failed.contestant.name}: ${failed.note}`)
    const calls = entrants.map(lookup)
    const most = await closedRate(calls[0] as () => Promise<unknown>, settings)
    await closedRate(calls[1] as () => Promise<unknown>, settings)
    const rows = []
    for (const [nth, share] of shares.entries()) {
      settings.progress(nth * 10, shares.length * 10, `open loop at ${share}`)
      rows.push([share.toFixed(2), ...(await arriveInTurns(calls, share * most, settings)).map(shown)])
    }
    const columns = ["arrivals", ...entrants.map(({ contestant }) => contestant.name)]
    return [{ name: "open-loop", title: "Session lookups at a fixed arrival rate", about, columns, rows }]
  } finally {
    for (const { close } of entrants) await close()
    await server.close()
  }
}

const about =
  "`getSessionAndUser` on PostgreSQL with Poisson arrivals. The arrival rate is a ratio to the highest rate of the limit with 32 callers in the same run. Cells: p50 and p99 in milliseconds since the call was due; **saturated** where the queue did not stop growing."

/** The highest rate with 32 callers, after a warm-up. */
async function closedRate(call: () => Promise<unknown>, { turn }: Settings): Promise<number> {
  const { rate } = await measure(Array(640).fill(call), 32)
  const calls = Array(Math.max(640, Math.round((rate * turn) / 1000))).fill(call)
  const turns = []
  for (let nth = 0; nth < 5; nth++) turns.push((await measure(calls, 32)).rate)
  return median(turns)
}

async function arriveInTurns(
  calls: readonly (() => Promise<unknown>)[],
  rate: number,
  { turn }: Settings,
): Promise<Arrived[]> {
  const turns = calls.map((): Arrived[] => [])
  for (let round = 0; round < 4; round++) {
    const order = round % 2 ? [...calls.keys()].reverse() : calls.keys()
    for (const nth of order)
      turns[nth]?.push(await arrive(calls[nth] as (typeof calls)[number], rate, turn * 5))
  }
  return turns.map((arrived) => ({
    p50: median(arrived.map(({ p50 }) => p50)),
    p99: median(arrived.map(({ p99 }) => p99)),
    saturated: arrived.filter(({ saturated }) => saturated).length > 2,
  }))
}

const shown = ({ p50, p99, saturated }: Arrived): string =>
  `${p50.toFixed(1)}, ${p99.toFixed(1)}${saturated ? ", **saturated**" : ""}`
