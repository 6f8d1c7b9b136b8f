import type { OpenPeer } from "./peer.ts"
import { versionOf } from "./version-of.ts"

export type Peer = {
  /** The short name, also that of its file in `adapters/`. */
  name: string
  /** The npm package that is measured. */
  package: string
  version: string
  /** What the adapter keeps its rows in here. */
  store: string
  /** What a reader must know to judge a result fairly. */
  note: string
  /** Cases that would say nothing about the adapter, each with the reason. */
  skip?: Readonly<Record<string, string>>
  /** Every call gives an empty store. */
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

/** Every official Auth.js adapter that runs without a server that someone must start. */
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
    "The documented schema (for PostgreSQL) in SQLite's types; it makes email required.",
  ),
  peer(
    "prisma",
    `SQLite file, ${named("@prisma/client")} on ${named("@prisma/adapter-libsql")}`,
    "The documented SQLite models; the tables are made from SQL, not by a migration.",
  ),
  peer(
    "sequelize",
    `SQLite in memory, ${named("sequelize")} on ${named("libsql")}`,
    "The adapter's models through sequelize.sync(), as documented; libsql stands in for sqlite3.",
  ),
  peer(
    "typeorm",
    `SQLite in memory, ${named("typeorm")} on ${named("libsql")}`,
    "The adapter's entities; libsql stands in for better-sqlite3. One connection, as TypeORM has on SQLite.",
  ),
  peer(
    "mikro-orm",
    `SQLite file, ${named("@mikro-orm/core")} on ${named("libsql")}`,
    "The adapter's entities on MikroORM 5, the major that it supports; libsql stands in for better-sqlite3.",
  ),
  peer(
    "pouchdb",
    `memory adapter of ${named("pouchdb")}`,
    "With the indexes that the adapter's createIndexes makes.",
  ),
  peer("d1", `D1 in ${named("miniflare")}`, "The tables that the adapter's up() makes."),
  peer(
    "dynamodb",
    `${named("dynalite")} in process`,
    "The documented table; an emulator of DynamoDB, without TTL.",
  ),
  peer("azure-tables", `${named("azurite")} in process`, "One table, as documented; Microsoft's emulator."),
]

/** The other official adapters, and why they are not measured here. */
export const leftOut: readonly { package: string; reason: string }[] = [
  ...["mongodb", "neo4j"].map((name) => serverNeeded(name, "a database server")),
  ...["dgraph", "edgedb", "firebase", "hasura"].map((name) =>
    serverNeeded(name, "a server or an emulator of its own"),
  ),
  ...["fauna", "neon", "supabase", "upstash-redis", "xata"].map((name) =>
    serverNeeded(name, "a hosted service"),
  ),
  {
    package: "@auth/surrealdb-adapter",
    reason: "takes surrealdb.js 0.11, which reaches a server over the network and has no embedded engine",
  },
]

function serverNeeded(name: string, what: string) {
  return { package: `@auth/${name}-adapter`, reason: `needs ${what}` }
}
