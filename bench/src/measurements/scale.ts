import { measure, type Turn } from "../measure.ts"
import { median } from "../median.ts"
import type { Settings } from "../settings.ts"
import type { Measurement, Table } from "../table.ts"
import { workloads } from "../workloads.ts"
import { openSides, type ScaledEngine, type Side } from "./scale/engines.ts"
import type { Size } from "./scale/index-sizes.ts"
import { sampleOf } from "./scale/loading.ts"
import { processorTimeOf } from "./scale/processor-time.ts"

const chosen = workloads.filter(({ name }) =>
  ["getSessionAndUser", "createSession", "updateSession"].includes(name),
)

/** A turn of a contestant, with the processor time of the server per call, in microseconds. */
type ServedTurn = Turn & { readonly server: number }
type Turns = Map<Side, ServedTurn[]>

/** How operations change from a thousand rows to `--rows`, the size of the tables, and what a session check costs. */
export const scaleOf =
  (engine: ScaledEngine): Measurement =>
  async (settings) => {
    const rowCounts = [1000, settings.rows / 10, settings.rows]
    const server = await engine.start()
    const sides: Side[] = []
    const sizes: Size[][] = []
    try {
      for (const rows of rowCounts) {
        settings.progress(0, 1, `scale: loading ${rows} users into ${engine.name}`)
        const url = await server.database()
        sides.push(...(await openSides(engine, url, rows)))
        sizes.push(await engine.sizes(url, server))
      }
      const pid = await engine.pid(server)
      const results: Turns[] = []
      for (const workload of chosen) {
        settings.progress(0, 1, `scale: ${workload.name} ×${workload.callers} on ${engine.name}`)
        results.push(await turnsOf(workload, sides, pid, settings))
      }
      return [
        operationsTable(engine, rowCounts, results),
        sizesTable(engine, rowCounts, sizes),
        costTable(engine, settings.rows, results),
      ]
    } finally {
      for (const { close } of sides) await close()
      await server.close()
    }
  }

async function turnsOf(
  { prepare, callers }: (typeof chosen)[number],
  sides: readonly Side[],
  pid: number,
  settings: Settings,
): Promise<Turns> {
  const turns: Turns = new Map(sides.map((side) => [side, []]))
  const turnOf = async ({ adapter, rows }: Side, count: number): Promise<ServedTurn> => {
    const calls = await prepare(adapter, sampleOf(rows), count)
    const [turn, time] = await processorTimeOf(pid, () => measure(calls, callers))
    return { ...turn, server: (1000 * time) / count }
  }
  const counts = new Map<Side, number>()
  for (const side of sides) {
    await turnOf(side, 20 * callers)
    const { rate } = await turnOf(side, 100 * callers)
    counts.set(side, Math.max(4 * callers, Math.round((rate * settings.turn) / 1000)))
  }
  for (let round = 0; round < settings.rounds; round++)
    for (const side of round % 2 ? [...sides].reverse() : sides)
      turns.get(side)?.push(await turnOf(side, counts.get(side) ?? callers))
  return turns
}

/** The ratio of one turn's figure to another's: the median over all rounds. */
const ratioOf = (turns: readonly Turn[], others: readonly Turn[], figure: "rate" | "p50"): number =>
  median(turns.map((turn, nth) => turn[figure] / (others[nth]?.[figure] ?? Number.NaN)))

const meanOf = (turns: readonly ServedTurn[], figure: "cpu" | "server" = "server"): number =>
  turns.reduce((sum, turn) => sum + turn[figure], 0) / turns.length

const find = (turns: Turns, rows: number, contestant: Side["contestant"]): ServedTurn[] =>
  [...turns].find(([side]) => side.rows === rows && side.contestant === contestant)?.[1] ?? []

function operationsTable(
  { name, memory, ours }: ScaledEngine,
  rowCounts: readonly number[],
  results: readonly Turns[],
): Table {
  const [small = 0, ...larger] = rowCounts
  const rows = results.map((turns, nth) => {
    const growth = (size: number, contestant: Side["contestant"]) =>
      ratioOf(find(turns, size, contestant), find(turns, small, contestant), "p50").toFixed(2)
    const work = (size: number, contestant: Side["contestant"]) =>
      (meanOf(find(turns, size, contestant)) / meanOf(find(turns, small, contestant))).toFixed(2)
    const { name: operation = "", callers = 1 } = chosen[nth] ?? {}
    return [
      `${operation} ×${callers}`,
      ...rowCounts.map((size) => ratioOf(find(turns, size, "ours"), find(turns, size, "limit"), "rate")),
      ...larger.map((size) => `${growth(size, "ours")} (${growth(size, "limit")})`),
      ...larger.map((size) => `${work(size, "ours")} (${work(size, "limit")})`),
    ]
  })
  return {
    name: `scale-${name.toLowerCase()}`,
    title: `Scale: operations on ${name}`,
    about: `${ours.name} on tables of ${rowCounts.map(shownCount).join(", ")} users with a session and an account each. "Rate" is the rate of calls as a ratio to hand-written code on the same tables; "time" is p50 and "server" the processor time of the server per call, both as ratios to the figures with ${shownCount(small)} users, in brackets the same for hand-written code; ×n is the number of callers. ${memory}.`,
    columns: [
      "operation",
      ...rowCounts.map((size) => `rate, ${shownCount(size)}`),
      ...larger.map((size) => `time, ${shownCount(size)}`),
      ...larger.map((size) => `server, ${shownCount(size)}`),
    ],
    rows,
  }
}

function sizesTable({ name }: ScaledEngine, rowCounts: readonly number[], sizes: readonly Size[][]): Table {
  const largest = rowCounts.at(-1) ?? 1
  const all = sizes.at(-1) ?? []
  const rows = all.map(({ name: relation, bytes }) => [
    relation,
    ...sizes.map((each) => each.find((size) => size.name === relation)?.depth ?? "–"),
    Math.round(bytes / largest),
  ])
  const total = Math.round(all.reduce((sum, { bytes }) => sum + bytes, 0) / largest)
  return {
    name: `scale-sizes-${name.toLowerCase()}`,
    title: `Scale: tables and indexes on ${name}`,
    about: `The depth of each index, which is the number of its pages that a lookup reads, and bytes per user with ${shownCount(largest)} users. The indexes were built after loading, so that their pages are full: in use, expect up to half more.`,
    columns: ["table or index", ...rowCounts.map((size) => `depth, ${shownCount(size)}`), "bytes per user"],
    rows: [...rows, ["**all**", ...rowCounts.map(() => ""), total]],
  }
}

function costTable({ name, limit, ours }: ScaledEngine, largest: number, results: readonly Turns[]): Table {
  const rows = results.flatMap((turns, nth) => {
    const { name: operation = "", callers = 1 } = chosen[nth] ?? {}
    const perCore = (microseconds: number) => Math.round(1e6 / microseconds)
    return (["limit", "ours"] as const).map((contestant) => {
      const measured = find(turns, largest, contestant)
      return [
        `${operation} ×${callers}`,
        (contestant === "limit" ? limit : ours).name,
        perCore(meanOf(measured, "cpu")),
        perCore(meanOf(measured)),
      ]
    })
  })
  return {
    name: `scale-cost-${name.toLowerCase()}`,
    title: `Scale: calls per second and core on ${name}`,
    about: `Absolute figures, for sizing only: calls per second of processor time, in the application and in the server, with ${shownCount(largest)} users. Other machines differ; network and disk are not included.`,
    columns: ["operation", "contestant", "per core of the application", "per core of the server"],
    rows,
  }
}

const shownCount = (count: number): string =>
  count >= 1e6 ? `${count / 1e6} million` : count.toLocaleString("en")
