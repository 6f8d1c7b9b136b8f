import { execute as onMariadb, openMariadb } from "../../../packages/workshop/src/servers/mariadb.ts"
import { execute as onPostgres, openPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import type { Measured, Population, Workload } from "../contestant.ts"
import { limitMysql2, oursMysql2 } from "../contestants/mariadb-ours.ts"
import type { Entry, Opened } from "../contestants/on-server.ts"
import { limitPg, oursPg } from "../contestants/postgres-ours.ts"
import { pgAsDocumented } from "../contestants/postgres-peers.ts"
import { measure } from "../measure.ts"
import { median } from "../median.ts"
import type { Settings } from "../settings.ts"
import type { Table } from "../table.ts"
import { workloads } from "../workloads.ts"
import { fillMariadb, fillPgAdapter, fillPostgres, sampleOf } from "./filling.ts"
import { fillRedis, openRedisServers, oursIoredis } from "./growth-on-redis.ts"

const small = 1000
const lookups = workloads.filter(({ name, callers }) => name.startsWith("get") && callers === 1)

type Grown = {
  readonly entry: Entry
  /** Whether the ids of its users are numbers. */
  readonly numbered: boolean
  fill(url: string, rows: number): Promise<void>
}

const postgres: readonly Grown[] = [
  { entry: limitPg, numbered: false, fill: (url, rows) => onPostgres(url, ...fillPostgres(rows)) },
  { entry: oursPg, numbered: false, fill: (url, rows) => onPostgres(url, ...fillPostgres(rows)) },
  { entry: pgAsDocumented, numbered: true, fill: (url, rows) => onPostgres(url, ...fillPgAdapter(rows)) },
]
const mariadb: readonly Grown[] = [limitMysql2, oursMysql2].map((entry) => ({
  entry,
  numbered: false,
  fill: (url, rows) => onMariadb(url, ...fillMariadb(rows)),
}))

const redis: readonly Grown[] = [{ entry: oursIoredis, numbered: false, fill: fillRedis }]

// The server of the tests has a small buffer pool and would read a million rows from its files. PostgreSQL uses the cache of the system.
const openInMemory = () => openMariadb({ settings: ["--innodb-buffer-pool-size=1G"] })

/** How much slower lookups become as tables grow. */
export async function growth(settings: Settings): Promise<Table[]> {
  const columns: { name: string; ratios: number[] }[] = []
  const engines = [
    [openPostgres, postgres],
    [openInMemory, mariadb],
    [openRedisServers, redis],
  ] as const
  for (const [open, grown] of engines) {
    const server = await open()
    try {
      for (const each of grown) {
        settings.progress(0, 1, `growth: ${each.entry.name}`)
        columns.push({
          name: each.entry.name,
          ratios: await ratiosOf(each, () => server.database(), settings),
        })
      }
    } finally {
      await server.close()
    }
  }
  return [
    {
      name: "growth",
      title: `From ${small} to ${settings.rows} rows`,
      about: `p50 of a lookup with ${settings.rows} users, sessions and accounts, as a ratio to its p50 with ${small} rows, measured alternately: the median of all rounds. 1.00 means no change. MariaDB has a buffer pool of 1 GiB.`,
      columns: ["lookup", ...columns.map(({ name }) => name)],
      rows: lookups.map(({ name }, nth) => [name, ...columns.map(({ ratios }) => ratios[nth] ?? "–")]),
    },
  ]
}

async function ratiosOf(
  { entry, numbered, fill }: Grown,
  database: () => Promise<string>,
  settings: Settings,
) {
  const sides: { opened: Opened; rows: number }[] = []
  try {
    for (const rows of [small, settings.rows]) {
      const url = await database()
      sides.push({ opened: await entry.open(url), rows })
      await fill(url, rows)
    }
    const ratios: number[] = []
    for (const workload of lookups) {
      const inRounds: number[] = []
      const counts: number[] = []
      for (const { opened, rows } of sides)
        counts.push(callsFor(await p50Of(workload, opened, sampleOf(rows, numbered), fewest)))
      for (let round = 0; round < settings.rounds; round++) {
        const times: number[] = []
        for (const [nth, { opened, rows }] of sides.entries())
          times.push(await p50Of(workload, opened, sampleOf(rows, numbered), counts[nth] ?? fewest))
        inRounds.push((times[1] ?? Number.NaN) / (times[0] ?? Number.NaN))
      }
      ratios.push(median(inRounds))
    }
    return ratios
  } finally {
    for (const { opened } of sides) await opened.close()
  }
}

const [fewest, most] = [20, 200]
/** A lookup that reads a whole table is slow, so a few calls are enough. */
const callsFor = (p50: number): number => Math.min(most, Math.max(fewest, Math.round(1000 / p50)))

async function p50Of(
  workload: Workload,
  { adapter }: Opened,
  population: Population,
  count: number,
): Promise<number> {
  const calls = await workload.prepare(adapter as Measured, population, count)
  return (await measure(calls, 1)).p50
}
