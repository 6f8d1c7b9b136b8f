import { createConnection, type RowDataPacket } from "mysql2/promise"
import { Client } from "pg"
import { startMariadb } from "../../../packages/workshop/src/servers/mariadb.ts"
import { startPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import type { Contestant, Workload } from "../contestant.ts"
import { mariadbContestants } from "../contestants/mariadb.ts"
import { postgresContestants } from "../contestants/postgres.ts"
import { type Entrant, enter } from "../entrants.ts"
import type { Settings } from "../settings.ts"
import type { Table } from "../table.ts"
import { workloads } from "../workloads.ts"
import { countCalls } from "./count-calls.ts"

/** The number of statements that the server has run since the last call. */
type Counter = { since(): Promise<number>; close(): Promise<unknown> }

/** The number of statements per call, as counted by the servers. */
export async function statements(settings: Settings): Promise<Table[]> {
  const preload = ["shared_preload_libraries=pg_stat_statements"]
  const postgres = await startPostgres({ settings: preload })
  const onPostgres = await tableOf("PostgreSQL", postgresContestants(postgres), settings, () =>
    postgresCounter(postgres.database()),
  ).finally(() => postgres.close())
  const mariadb = await startMariadb()
  const onMariadb = await tableOf("MariaDB", mariadbContestants(mariadb), settings, () =>
    mariadbCounter(mariadb.database()),
  ).finally(() => mariadb.close())
  return [onPostgres, onMariadb]
}

async function tableOf(
  server: string,
  contestants: readonly Contestant[],
  settings: Settings,
  open: () => Promise<Counter>,
): Promise<Table> {
  const counter = await open()
  const rows: (string | number)[][] = workloads.map(({ name, callers }) => [`${name} ×${callers}`])
  for (const [nth, contestant] of contestants.entries()) {
    settings.progress(nth * 10, contestants.length * 10, `statements on ${server}: ${contestant.name}`)
    const entrant = await enter(contestant, Math.min(settings.population, 100))
    for (const [row, workload] of workloads.entries())
      rows[row]?.push(await perCall(workload, entrant, counter))
    await entrant.close()
  }
  await counter.close()
  return {
    name: `statements-${server.toLowerCase()}`,
    title: `Statements per call on ${server}`,
    about:
      "As counted by the server, including the statements that begin and end a transaction; ×n is the number of callers.",
    columns: ["operation", ...contestants.map(({ name }) => name)],
    rows,
  }
}

async function perCall(workload: Workload, entrant: Entrant, counter: Counter): Promise<number | string> {
  const found = await countCalls(workload, entrant, counter.since)
  return found ? found.counted / found.calls : "–"
}

async function postgresCounter(url: Promise<string>): Promise<Counter> {
  const client = new Client({ connectionString: await url })
  await client.connect()
  await client.query("CREATE EXTENSION pg_stat_statements")
  const text = `SELECT coalesce(sum(calls), 0)::int AS seen FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`
  return {
    async since() {
      const { rows } = await client.query<{ seen: number }>(text)
      await client.query("SELECT pg_stat_statements_reset()")
      return rows[0]?.seen ?? Number.NaN
    },
    close: () => client.end(),
  }
}

async function mariadbCounter(url: Promise<string>): Promise<Counter> {
  const connection = await createConnection(await url)
  let before = 0
  return {
    async since() {
      const [rows] = await connection.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Questions'")
      const seen = Number(rows[0]?.["Value"])
      // This query is counted too.
      const since = seen - before - 1
      before = seen
      return since
    },
    close: () => connection.end(),
  }
}
