import type { RuntimeName } from "../../../runtimes/runtimes.ts"
import type { SqliteClient } from "./client.ts"

/** What a client connects to: a file through one connection or several, memory, or a server. */
export type Kind = "connection" | "pool" | "memory" | "server"

export type Registered = {
  readonly runtime: RuntimeName
  readonly kind: Kind
  load(): Promise<SqliteClient>
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
} as const satisfies Record<string, Registered>

export type ClientName = keyof typeof clients
