import type { OpenPeer } from "./peer.ts"
import { versionOf } from "./version-of.ts"

export type Peer = {
  /** The short name, also that of its file in `adapters/`. */
  name: string
  /** The npm package that is measured. */
  package: string
  version: string
  /** The store of the adapter. */
  store: string
  /** What a reader must know to judge the results fairly. */
  note: string
  /** Cases whose result would not be the fault of the adapter, each with the reason. */
  skip?: Readonly<Record<string, string>>
  /** Opens the adapter on a new, empty store. */
  open(): Promise<OpenPeer>
}

const named = (name: string): string => `${name} ${versionOf(name)}`

const peer = (name: string, store: string, note: string, skip: Peer["skip"] = {}): Peer => ({
  name,
  package: `@auth/${name}-adapter`,
  version: versionOf(`@auth/${name}-adapter`),
  store,
  note,
  skip,
  open: async () => {
    const module: { open(): Promise<OpenPeer> } = await import(`./adapters/${name}.ts`)
    return module.open()
  },
})

/** Every official Auth.js adapter that runs without a separate server. */
export const peers: readonly Peer[] = [
  peer("unstorage", `memory driver of ${named("unstorage")}`, "Default options."),
  peer(
    "drizzle",
    `SQLite in memory, ${named("drizzle-orm")} on ${named("@libsql/client")}`,
    "The tables that the adapter defines by default.",
  ),
  peer(
    "kysely",
    `SQLite in memory, ${named("kysely")} on ${named("libsql")}`,
    "The documented schema (for PostgreSQL) with the types of SQLite; it requires an email.",
  ),
  peer(
    "prisma",
    `SQLite file, ${named("@prisma/client")} on ${named("@prisma/adapter-libsql")}`,
    "The documented SQLite models; the tables are created from SQL, not by a migration.",
  ),
  peer(
    "sequelize",
    `SQLite in memory, ${named("sequelize")} on ${named("libsql")}`,
    "The models of the adapter, created by sequelize.sync() as documented; libsql replaces sqlite3.",
  ),
  peer(
    "typeorm",
    `SQLite in memory, ${named("typeorm")} on ${named("libsql")}`,
    "The entities of the adapter; libsql replaces better-sqlite3. TypeORM uses one connection on SQLite.",
  ),
  peer(
    "mikro-orm",
    `SQLite file, ${named("@mikro-orm/core")} on ${named("libsql")}`,
    "The entities of the adapter on MikroORM 5, the major version that it supports; libsql replaces better-sqlite3.",
  ),
  peer(
    "pouchdb",
    `memory adapter of ${named("pouchdb")}`,
    "With the indexes that createIndexes of the adapter creates.",
  ),
  peer("d1", `D1 in ${named("miniflare")}`, "The tables that up() of the adapter creates."),
  peer(
    "dynamodb",
    `${named("dynalite")} in process`,
    "The documented table, in an emulator of DynamoDB without TTL.",
  ),
  peer(
    "azure-tables",
    `${named("azurite")} in process`,
    "One table, as documented, in the emulator of Microsoft.",
  ),
]

/** The other official adapters, and why they are not measured here. */
export const leftOut: readonly { package: string; reason: string }[] = [
  ...["mongodb", "neo4j"].map((name) => serverNeeded(name, "a database server")),
  ...["dgraph", "edgedb", "firebase", "hasura"].map((name) =>
    serverNeeded(name, "its own server or emulator"),
  ),
  ...["fauna", "neon", "supabase", "upstash-redis", "xata"].map((name) =>
    serverNeeded(name, "a hosted service"),
  ),
  {
    package: "@auth/surrealdb-adapter",
    reason: "uses surrealdb.js 0.11, which needs a server and has no embedded engine",
  },
]

function serverNeeded(name: string, what: string) {
  return { package: `@auth/${name}-adapter`, reason: `needs ${what}` }
}
