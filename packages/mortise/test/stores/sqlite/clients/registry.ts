import type { RuntimeName } from "../../../../../workshop/src/runtimes/runtimes.ts"
import type { SqliteClient } from "./client.ts"

/**
 * What a client connects to: a file through one connection or several, memory, or a server. A serial client has one
 * connection too, and lets other statements wait while a transaction is open.
 */
export type Kind = "connection" | "serial" | "pool" | "memory" | "server"

export type Registered = {
  readonly runtime: RuntimeName
  readonly kind: Kind
  load(): Promise<SqliteClient>
  /** The checks that the engine cannot pass, which its page names. */
  readonly lacks?: readonly string[]
  /** Whether only one process can open a file. */
  readonly isSingleProcess?: boolean
}

const libsqlClient = () => import("./libsql-client.ts")
const nodeSqlite = () => import("./node-sqlite.ts").then(({ client }) => client)

/** Every client that the SQLite dialect is tested on, with the runtime that it needs and is loaded in. */
export const clients = {
  libsql: {
    runtime: "node",
    kind: "connection",
    load: () => import("./libsql.ts").then(({ client }) => client),
  },
  "@libsql/client on a file": {
    runtime: "node",
    kind: "pool",
    load: () => libsqlClient().then(({ file }) => file),
  },
  "@libsql/client in memory": {
    runtime: "node",
    kind: "memory",
    load: () => libsqlClient().then(({ memory }) => memory),
  },
  "@libsql/client on a server": {
    runtime: "node",
    kind: "server",
    load: () => import("./libsql-server.ts").then(({ client }) => client),
  },
  "@tursodatabase/serverless on a server": {
    runtime: "node",
    kind: "server",
    load: () => import("./turso-serverless.ts").then(({ client }) => client),
  },
  "node:sqlite of Node 22": { runtime: "node-22", kind: "connection", load: nodeSqlite },
  "node:sqlite of Node 24": { runtime: "node-24", kind: "connection", load: nodeSqlite },
  "better-sqlite3": {
    runtime: "node-24",
    kind: "connection",
    load: () => import("./better-sqlite3.ts").then(({ client }) => client),
  },
  "bun:sqlite": {
    runtime: "bun",
    kind: "connection",
    load: () => import("./bun-sqlite.ts").then(({ client }) => client),
  },
  "SQL of Bun": {
    runtime: "bun",
    kind: "serial",
    load: () => import("./bun-sql.ts").then(({ client }) => client),
  },
  "@tursodatabase/database": {
    runtime: "node",
    kind: "serial",
    load: () => import("./turso.ts").then(({ client }) => client),
    isSingleProcess: true,
    // It ends the process when it reads a damaged page, and does not open a file that is not a database.
    lacks: ["overwritten pages are corrupt", "a file that is not a database is corrupt"],
  },
} as const satisfies Record<string, Registered>

export type ClientName = keyof typeof clients

/** A client by its name. */
export const clientOf = (name: ClientName): Registered => clients[name]
