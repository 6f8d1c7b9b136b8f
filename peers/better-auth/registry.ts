import type { BetterAuthSetup } from "@mortise/conformance/better-auth"
import { engines } from "../servers/engines.ts"
import { versionOf } from "../version-of.ts"
import { type OpenClient, openOn, openOnRedis } from "./open-on.ts"
import type { Peer } from "./peer.ts"

type Store = "memory" | "sqlite" | "postgres" | "mariadb" | "redis"

type Opener = (url: string) => Promise<OpenClient>
type Module = Partial<Record<"onPostgres" | "onMariadb" | "onRedis", Opener>> &
  Partial<Record<"inMemory" | "onSqlite", () => Promise<BetterAuthSetup>>>

const version = (name: string): string =>
  versionOf(name, name === "mortise" ? new URL("../../", import.meta.url).href : import.meta.url)
const named = (name: string): string => `${name} ${version(name)}`

type Described = Pick<Peer, "package" | "note" | "skip" | "topics"> & {
  /** The file in `adapters`. */
  readonly file: string
  readonly on: Store
  /** The packages between adapter and store, outermost first. */
  readonly clients?: readonly string[]
}

const titles: Record<Store, string> = {
  memory: "memory",
  sqlite: "SQLite",
  postgres: "PostgreSQL",
  mariadb: "MariaDB",
  redis: "Redis",
}

const peer =
  (from: Peer["from"]) =>
  ({ file, on, clients = [], ...described }: Described): Peer => ({
    ...described,
    name: `${file}-on-${on}`,
    version: version(described.package),
    store: [titles[on], ...clients.map(named)].join(", "),
    from,
    open: () => open(file, on),
  })

async function open(file: string, on: Store): Promise<BetterAuthSetup> {
  const module: Module = await import(`./adapters/${file}.ts`)
  const missing = () => new Error(`adapters/${file}.ts exports no function for ${titles[on]}.`)
  if (on === "memory" || on === "sqlite") {
    const embedded = on === "memory" ? module.inMemory : module.onSqlite
    if (!embedded) throw missing()
    return embedded()
  }
  const opener = { postgres: module.onPostgres, mariadb: module.onMariadb, redis: module.onRedis }[on]
  if (!opener) throw missing()
  return on === "redis" ? openOnRedis(opener) : openOn(engines[on], opener)
}

const ofKysely = {
  file: "kysely",
  package: "@better-auth/kysely-adapter",
  note: "The client is the value of `database`, and Better Auth's own migrations make the tables.",
}
const ofDrizzle = {
  file: "drizzle",
  package: "@better-auth/drizzle-adapter",
  note: "The schema that Better Auth's command line generates, and drizzle-kit's tables of it. Default options, so without transactions.",
}
const ofPrisma = {
  file: "prisma",
  package: "@better-auth/prisma-adapter",
  note: "The models that Better Auth's command line generates; the tables are created from SQL, not by a migration. Default options, so without transactions.",
}

const storageTopics = [
  ...["stored-sessions", "mirrored-sessions", "stored-links", "stored-limits"],
  ...["storage-values", "storage-lifetimes", "storage-races"],
]
const ofStorage = "A secondary storage: the cases about storages, with users in the memory adapter."

const official: readonly Described[] = [
  { ...ofKysely, on: "sqlite", clients: ["libsql"] },
  { ...ofKysely, on: "postgres", clients: ["pg"] },
  { ...ofKysely, on: "mariadb", clients: ["mysql2"] },
  { ...ofDrizzle, on: "sqlite", clients: ["drizzle-orm", "@libsql/client"] },
  { ...ofDrizzle, on: "postgres", clients: ["drizzle-orm", "pg"] },
  { ...ofPrisma, on: "sqlite", clients: ["@prisma/client", "@prisma/adapter-libsql"] },
  { ...ofPrisma, on: "postgres", clients: ["@prisma/client", "@prisma/adapter-pg"] },
  {
    file: "memory",
    on: "memory",
    package: "@better-auth/memory-adapter",
    note: "For development and tests, as its code says.",
  },
  {
    file: "redis-storage",
    on: "redis",
    package: "@better-auth/redis-storage",
    clients: ["ioredis"],
    note: `${ofStorage} Those about sessions are warnings, because Better Auth reads, changes and writes back a list of the sessions of each user, which its interface does not let a storage make atomic.`,
    topics: storageTopics,
  },
]

const ownTables = "It leaves the tables to its users. These are Better Auth's own."

const community: readonly Described[] = [
  {
    file: "anarchitects-typeorm",
    on: "postgres",
    package: "@anarchitects/better-auth-typeorm-adapter",
    clients: ["typeorm", "pg"],
    note: `${ownTables} Ids are texts, not UUIDs.`,
  },
  {
    file: "effect",
    on: "postgres",
    package: "better-auth-effect",
    clients: ["@effect/sql-pg"],
    note: ownTables,
  },
  {
    file: "remult",
    on: "postgres",
    package: "@nerdfolio/remult-better-auth",
    clients: ["remult", "pg"],
    note: "The adapter generates the entities, and Remult creates their tables. It cannot generate the suite's own model, which has a JSON field, so the cases of that model are skipped.",
    skip: {
      "keys/emails": "its values are no addresses, which the entities refuse",
      "joins/nothing-to-join": "it needs the suite's own model",
    },
  },
  {
    file: "zenstack",
    on: "postgres",
    package: "@zenstackhq/better-auth",
    clients: ["@zenstackhq/orm", "pg"],
    note: "The models that it generates, and ZenStack's tables of them. Two optional lists of the suite's own model are corrected by hand, because ZenStack does not read what the package writes.",
  },
]

const ofMortise = {
  file: "mortise",
  package: "mortise",
  note: "`mortiseDatabase` of `mortise/better-auth`, and the tables of `migrateBetterAuth`.",
}

const ours: readonly Described[] = [
  { ...ofMortise, on: "sqlite", clients: ["@libsql/client"] },
  { ...ofMortise, on: "postgres", clients: ["pg"] },
  { ...ofMortise, on: "mariadb", clients: ["mysql2"] },
  {
    file: "mortise-storage",
    on: "redis",
    package: "mortise",
    clients: ["ioredis"],
    note: `\`mortiseStorage\` of \`mortise/better-auth\`. ${ofStorage}`,
    topics: storageTopics,
  },
]

/** The measured version of Better Auth. */
export const betterAuthVersion: string = version("better-auth")

/** Every adapter and storage that is measured. */
export const peers: readonly Peer[] = [
  ...official.map(peer("Better Auth")),
  ...community.map(peer("the community")),
  ...ours.map(peer("this project")),
]
