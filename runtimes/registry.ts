import type { PlaceName } from "./places.ts"
import type { RuntimeName } from "./results.ts"

/** A client on a store: one row of the table. */
export type Row = {
  /** Its name on the command line. The module in clients/ has the same one, unless `module` names another. */
  readonly name: string
  readonly module?: string
  /** The subpath of the adapter. */
  readonly entry: string
  /** The npm package of the client. Absent if the client is part of its runtime. */
  readonly package?: string
  /** What the page calls the client. Default: the package. */
  readonly title?: string
  /** What the client is connected to. */
  readonly store: string
  readonly place: PlaceName
  readonly isSql: boolean
  /** The only runtimes that have the client, and why. */
  readonly only?: { readonly runtimes: readonly RuntimeName[]; readonly because: string }
  /** Runtimes in which the client does not work, with the reason. The command fails if it does work. */
  readonly not?: Partial<Readonly<Record<RuntimeName, string>>>
}

const sql = (name: string, store: string, place: PlaceName, more: Partial<Row> = {}): Row => ({
  name, entry: `mortise/${name}`, package: name, store, place, isSql: true,
  ...more,
})

const keys = (name: string, store: string, place: PlaceName, more: Partial<Row> = {}): Row => ({
  ...sql(name, store, place, more),
  isSql: false,
})

const inBun = { runtimes: ["bun"], because: "Part of Bun." } as const
const inWorkers = { runtimes: ["workerd"], because: "Part of Workers." } as const

const noNative = { workerd: "The client is a native module, which Workers cannot load." }

const postgres = "PostgreSQL"
const mariadb = "MariaDB"
const file = "SQLite file"

export const rows: readonly Row[] = [
  sql("pg", postgres, "postgres"),
  sql("postgres", postgres, "postgres"),
  sql("neon-http", "PostgreSQL behind an emulated endpoint", "neon over HTTP", {
    entry: "mortise/neon",
    package: "@neondatabase/serverless",
    title: "`neon` of @neondatabase/serverless",
  }),
  sql("neon-websocket", "PostgreSQL behind a WebSocket proxy", "neon over a WebSocket", {
    entry: "mortise/neon",
    package: "@neondatabase/serverless",
    title: "`Pool` of @neondatabase/serverless",
  }),
  sql("pglite", "in memory", "nothing", {
    package: "@electric-sql/pglite",
    not: {
      workerd: "The client loads WebAssembly from files beside its module, which a bundle does not have.",
    },
  }),
  sql("mysql2", mariadb, "mariadb"),
  sql("mariadb", mariadb, "mariadb"),
  ...(["postgres", "mariadb", "file"] as const).map((place) =>
    builtIn(`bun-sql-${place}`, "`SQL` of Bun", {
      module: "bun-sql", entry: "mortise/bun-sql", only: inBun,
      store: { postgres, mariadb, file }[place], place,
    }),
  ),
  sql("libsql", file, "file", { not: noNative }),
  sql("libsql-file", file, "file", {
    entry: "mortise/libsql",
    package: "@libsql/client",
    not: { workerd: "Workers have no files." },
  }),
  sql("libsql-server", "libSQL server", "libSQL server", {
    entry: "mortise/libsql",
    package: "@libsql/client",
    title: "@libsql/client/web",
  }),
  sql("turso-serverless", "libSQL server", "libSQL server", {
    entry: "mortise/libsql",
    package: "@tursodatabase/serverless",
    title: "@tursodatabase/serverless/compat",
  }),
  sql("better-sqlite3", file, "file", {
    not: {
      "node-20": "Version 13 needs Node 22; version 12, which must be compiled, is not tested.",
      ...noNative,
    },
  }),
  builtIn("node-sqlite", "node:sqlite", {
    not: { "node-20": "Node has the module since version 22.", workerd: "Workers have no such module." },
  }),
  builtIn("bun-sqlite", "bun:sqlite", { only: inBun }),
  sql("turso", file, "file", { package: "@tursodatabase/database", not: noNative }),
  builtIn("d1", "D1", { store: "D1, emulated by miniflare", place: "nothing", only: inWorkers }),
  builtIn("durable-object", "SQLite of Durable Objects", {
    store: "Durable Object in miniflare",
    place: "nothing",
    only: inWorkers,
  }),
  keys("ioredis", "Redis", "redis"),
  keys("redis", "Redis", "redis"),
  keys("upstash", "Redis behind an emulated endpoint", "upstash", { package: "@upstash/redis" }),
  builtIn("http", "`fetch`", { store: "`mortise/server` on Node 20", place: "http", isSql: false }),
  builtIn("memory", "none", { store: "in memory", place: "nothing", isSql: false }),
]

function builtIn(name: string, title: string, more: Partial<Row> = {}): Row {
  const { package: _, ...row } = sql(name, file, "file", { title, ...more })
  return row
}
