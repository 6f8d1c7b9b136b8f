import { createPool } from "mysql2/promise"
import { Pool } from "pg"

/** What an engine did during a call. */
export type Reads = {
  /** How many rows it read. */
  readonly rows: number
  /** The tables, or the plan's steps, that it read from the start without an index. */
  readonly scans: readonly string[]
  /** The conditions by which it found rows in indexes, on PostgreSQL. */
  readonly conditions?: readonly string[]
}

/** A client, and what the engine does while a call uses it. */
export type Watched<Client> = {
  readonly client: Client
  watch(call: () => Promise<unknown>): Promise<Reads>
  close(): Promise<unknown>
}

type PlanNode = {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Cond"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
  readonly Plans?: readonly PlanNode[]
}

const settings = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_format": "json",
  client_min_messages: "log",
}

/** The plans that the server ran are its own notices, those of foreign keys included. */
export function watchPostgres(url: string, others: Readonly<Record<string, string>> = {}): Watched<Pool> {
  const client = new Pool({
    connectionString: url,
    max: 1,
    options: Object.entries({ ...settings, ...others })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
  })
  let nodes: PlanNode[] = []
  client.on("connect", (connection) =>
    connection.on("notice", ({ message = "" }) => {
      const json = message.indexOf("{")
      if (message.includes("plan:")) nodes.push(...nodesOf(JSON.parse(message.slice(json)).Plan))
    }),
  )
  return {
    client,
    async watch(call) {
      nodes = []
      await call()
      const read = nodes.filter((node) => node["Relation Name"] !== undefined && node["Actual Loops"] > 0)
      return {
        rows: read.map(rowsRead).reduce((sum, rows) => sum + rows, 0),
        scans: read
          .filter((node) => node["Node Type"] === "Seq Scan")
          .map((node) => node["Relation Name"] as string),
        conditions: read.flatMap((node) => node["Index Cond"] ?? []),
      }
    },
    close: () => client.end(),
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const rowsRead = (node: PlanNode): number =>
  (node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0)) *
  node["Actual Loops"]

/** The server counts the rows that a connection reads. Reading the counters counts too. */
export async function watchMariadb(url: string) {
  const client = createPool({ uri: url, connectionLimit: 1 })
  const count = async (): Promise<number> => {
    const [rows] = await client.query("SHOW SESSION STATUS LIKE 'Handler_read%'")
    return (rows as { Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0)
  }
  const countDuring = async (call: () => Promise<unknown>): Promise<number> => {
    const before = await count()
    await call()
    return (await count()) - before
  }
  const ofCounting = await countDuring(async () => {})
  return {
    client,
    watch: async (call: () => Promise<unknown>): Promise<Reads> => ({
      rows: (await countDuring(call)) - ofCounting,
      scans: [],
    }),
    close: () => client.end(),
  }
}

/**
 * SQLite reports no number of rows: a step of a plan is wasteful if it does not name the range that it reads. `explain`
 * runs on a database with the same rows.
 */
export function watchSqlite(
  explain: (text: string) => Promise<readonly (readonly unknown[])[]>,
  isWasteful: (text: string, step: string) => boolean,
) {
  let texts: string[] = []
  return {
    onStatement: (text: string): void => void texts.push(text),
    async watch(call: () => Promise<unknown>): Promise<Reads> {
      texts = []
      await call()
      const scans: string[] = []
      for (const text of texts)
        for (const [, , , step] of await explain(`EXPLAIN QUERY PLAN ${text}`))
          if (isWasteful(text, String(step))) scans.push(String(step))
      return { rows: 0, scans }
    },
  }
}
