import type { Peer } from "../registry.ts"
import { readBenchSchema, readSchema } from "../schemas/read-schema.ts"
import { slowOutage } from "../skips.ts"
import { versionOf } from "../version-of.ts"
import { type Engine, engines } from "./engines.ts"
import { type OpenClient, openOn } from "./open-on.ts"

export type ServerPeer = Peer & { readonly engine: Engine }

type Module = Partial<Record<"onPostgres" | "onMariadb", (url: string) => Promise<OpenClient>>>
type Described = {
  readonly adapter: string
  /** The name of the variant, if an adapter is measured more than once. */
  readonly variant?: string
  /** The packages between adapter and server, outermost first. */
  readonly clients: readonly string[]
  readonly note: string
  /** The statements that create the tables, if the client does not create them. */
  readonly schemas?: () => readonly Promise<string>[]
  readonly skip?: Readonly<Record<string, string>>
}

const named = (name: string): string => `${name} ${versionOf(name)}`

const on = (engine: Engine, described: Described): ServerPeer => {
  const { adapter, variant, clients, note, schemas = () => [], skip = {} } = described
  return {
    name: [adapter, ...(variant ? [variant] : []), "on", engine.name].join("-"),
    package: `@auth/${adapter}-adapter`,
    version: versionOf(`@auth/${adapter}-adapter`),
    store: clients.map(named).join(" on ") + (variant ? `, tables ${variant.replaceAll("-", " ")}` : ""),
    note,
    skip,
    engine,
    open: async () => {
      const module: Module = await import(`./adapters/${adapter}.ts`)
      const open = engine.name === "postgres" ? module.onPostgres : module.onMariadb
      if (!open) throw new Error(`adapters/${adapter}.ts exports no function for ${engine.title}.`)
      return openOn(engine, schemas(), open)
    },
  }
}

const drizzleTables = () => [
  readBenchSchema("drizzle-postgres.sql"),
  readSchema("drizzle-postgres-passkeys.sql"),
]

const onPostgres: readonly Described[] = [
  {
    adapter: "pg",
    clients: ["pg"],
    note: "The documented tables, without additional keys or indexes. Their ids are numbers.",
    schemas: () => [readBenchSchema("pg-adapter.sql")],
  },
  {
    adapter: "drizzle",
    clients: ["drizzle-orm", "pg"],
    note: "The tables that the adapter defines by default.",
    schemas: drizzleTables,
  },
  {
    adapter: "drizzle",
    variant: "as-printed",
    clients: ["drizzle-orm", "pg"],
    note: "The tables that drizzle-kit creates from the schema in the documentation: they have no primary key for accounts, tokens and passkeys.",
    schemas: () => [...drizzleTables(), readSchema("drizzle-postgres-as-printed.sql")],
  },
  {
    adapter: "kysely",
    clients: ["kysely", "pg"],
    note: "The documented schema; it requires an email, and ids are UUIDs.",
    schemas: () => [readBenchSchema("kysely-postgres.sql")],
  },
  {
    adapter: "prisma",
    clients: ["@prisma/client", "@prisma/adapter-pg"],
    note: "The documented PostgreSQL models, which require an email; the tables are created from SQL, not by a migration.",
    schemas: () => [readSchema("prisma-postgres.sql")],
  },
  {
    adapter: "typeorm",
    clients: ["typeorm", "pg"],
    note: "The entities of the adapter, created by synchronize; ids are UUIDs.",
  },
  {
    adapter: "sequelize",
    clients: ["sequelize", "pg"],
    note: "The models of the adapter, created by sequelize.sync() as documented; ids are UUIDs.",
  },
  {
    adapter: "mikro-orm",
    clients: ["@mikro-orm/core", "@mikro-orm/postgresql"],
    note: "The entities of the adapter on MikroORM 5, the major version that it supports.",
  },
]

const onMariadb: readonly Described[] = [
  {
    adapter: "drizzle",
    clients: ["drizzle-orm", "mysql2"],
    note: "The tables that the adapter defines by default for MySQL.",
    schemas: () => [readBenchSchema("drizzle-mariadb.sql"), readSchema("drizzle-mariadb-passkeys.sql")],
  },
  {
    adapter: "kysely",
    clients: ["kysely", "mysql2"],
    note: "The documented schema (for PostgreSQL) with the types of MariaDB; it requires an email.",
    schemas: () => [readBenchSchema("kysely-mariadb.sql")],
  },
  {
    adapter: "prisma",
    clients: ["@prisma/client", "@prisma/adapter-mariadb"],
    note: "The documented MySQL models, in which a user can have only one account, and cannot be deleted before their accounts and sessions; the tables are created from SQL, not by a migration.",
    schemas: () => [readSchema("prisma-mariadb.sql")],
    skip: slowOutage,
  },
  {
    adapter: "typeorm",
    clients: ["typeorm", "mysql2"],
    note: "The entities of the adapter, created by synchronize.",
  },
  {
    adapter: "sequelize",
    clients: ["sequelize", "mysql2"],
    note: "The models of the adapter, created by sequelize.sync() as documented.",
  },
  {
    adapter: "mikro-orm",
    clients: ["@mikro-orm/core", "@mikro-orm/mariadb"],
    note: "The entities of the adapter on MikroORM 5, the major version that it supports.",
  },
]

/** The official adapters on real relational servers. */
export const serverPeers: readonly ServerPeer[] = [
  ...onPostgres.map((described) => on(engines.postgres, described)),
  ...onMariadb.map((described) => on(engines.mariadb, described)),
]
