import { type Client, clients } from "../packages/mortise/src/cli/drivers/clients.ts"
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

const inBun = { runtimes: ["bun"], because: "Part of Bun." } as const
const inWorkers = { runtimes: ["workerd"], because: "Part of Workers." } as const
const noNative = { workerd: "The client is a native module, which Workers cannot load." }

/** What the usual client of a store is connected to. */
const usual = {
  postgres: { store: "PostgreSQL", place: "postgres" },
  mysql: { store: "MariaDB", place: "mariadb" },
  sqlite: { store: "SQLite file", place: "file" },
  redis: { store: "Redis", place: "redis" },
} as const satisfies Record<Client["store"], Pick<Row, "store" | "place">>

/** How the rows of a client differ from the usual one. A client that is not listed has one usual row. */
const differences: Partial<Record<keyof typeof clients, readonly Partial<Row>[]>> = {
  neon: [
    {
      name: "neon-http",
      title: "`neon` of @neondatabase/serverless",
      store: "PostgreSQL behind an emulated endpoint",
      place: "neon over HTTP",
    },
    {
      name: "neon-websocket",
      title: "`Pool` of @neondatabase/serverless",
      store: "PostgreSQL behind a WebSocket proxy",
      place: "neon over a WebSocket",
    },
  ],
  pglite: [
    {
      store: "in memory",
      place: "nothing",
      not: {
        workerd: "The client loads WebAssembly from files beside its module, which a bundle does not have.",
      },
    },
  ],
  "bun-sql": [usual.postgres, usual.mysql, usual.sqlite].map(({ store, place }) => ({
    name: `bun-sql-${place}`,
    module: "bun-sql",
    title: "`SQL` of Bun",
    store,
    place,
    only: inBun,
  })),
  libsql: [
    { package: "libsql", not: noNative },
    { name: "libsql-file", not: { workerd: "Workers have no files." } },
    {
      name: "libsql-server",
      title: "@libsql/client/web",
      store: "libSQL server",
      place: "libSQL server",
    },
    {
      name: "turso-serverless",
      package: "@tursodatabase/serverless",
      title: "@tursodatabase/serverless/compat",
      store: "libSQL server",
      place: "libSQL server",
    },
  ],
  "better-sqlite3": [
    {
      not: {
        "node-20": "Version 13 needs Node 22; version 12, which must be compiled, is not tested.",
        ...noNative,
      },
    },
  ],
  "node-sqlite": [
    { not: { "node-20": "Node has the module since version 22.", workerd: "Workers have no such module." } },
  ],
  "bun-sqlite": [{ only: inBun }],
  turso: [{ not: noNative }],
  d1: [{ title: "D1", store: "D1, emulated by miniflare", place: "nothing" }],
  "durable-object": [
    { title: "SQLite of Durable Objects", store: "Durable Object in miniflare", place: "nothing" },
  ],
  upstash: [{ store: "Redis behind an emulated endpoint", place: "upstash" }],
}

const differencesByName: Readonly<Record<string, readonly Partial<Row>[]>> = differences

/** The rows of every client of the command line, and of the adapters that need no client. */
export const rows: readonly Row[] = [
  ...Object.entries<Client>(clients).flatMap(([name, client]) =>
    (differencesByName[name] ?? [{}]).map((difference) => ({ ...usualRow(name, client), ...difference })),
  ),
  {
    name: "http",
    entry: "mortise/http",
    title: "`fetch`",
    store: "`mortise/server` on Node 20",
    place: "http",
    isSql: false,
  },
  {
    name: "memory",
    entry: "mortise/memory",
    title: "none",
    store: "in memory",
    place: "nothing",
    isSql: false,
  },
]

function usualRow(name: string, client: Client): Row {
  const isBuiltIn = /^(node:|bun:|bun$|cloudflare:)/.test(client.package)
  return {
    name,
    entry: `mortise/${name}`,
    ...(isBuiltIn ? { title: client.package } : { package: client.package }),
    ...usual[client.store],
    isSql: client.store !== "redis",
    ...(client.inWorkers && { only: inWorkers }),
  }
}
