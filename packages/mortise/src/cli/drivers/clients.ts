import { callExport, constructExport, type Module, silenceErrors } from "./exports.ts"

/**
 * A client library that Mortise has a driver for. The build, the tests and the checks read this list too, and derive
 * the paths of a driver from its name: `npm run check` names what a new one lacks.
 */
export type Client = {
  readonly store: "postgres" | "mysql" | "sqlite" | "redis"
  /** The npm package or the built-in module. */
  readonly package: string
  /** Whether it connects to all SQL engines; `store` is the first of them. */
  readonly onEveryEngine?: boolean
  /** Whether it exists in Workers only. */
  readonly inWorkers?: boolean
  /** How `MORTISE_ADAPTER` opens it. Absent if the client needs a configuration file. */
  readonly open?: {
    /** What is imported, if it is not `package`. */
    readonly module?: string
    /** The client, or a promise of it. Absent if it is a binding of Workers. */
    client?(module: Module, url: string): unknown
    driver(): Promise<Module>
  }
  /** Why nothing outside can open it, and what to do instead. */
  readonly cannotOpen?: string
  /** What `mortise init` writes. Absent if `init` does not offer the client. */
  readonly init?: ClientText
}

/** How the module of the adapter opens a client. */
export type ClientText = {
  /** The package with the types, if they are separate. */
  readonly types?: string
  /** The statement that imports the client. */
  readonly imports: string
  readonly open: string
  /** The environment variables that a server needs, with examples. */
  readonly environment?: readonly string[]
  /** What the default creates in the project's folder, as a pattern of .gitignore. */
  readonly creates?: string
  /** The frameworks of Node in which it works. Default: all. */
  readonly frameworks?: readonly string[]
  /** The statement that imports the client in Workers, if it works there. */
  readonly workerImports?: string
}

const postgresUrl = ["DATABASE_URL=postgres://user:password@localhost:5432/app"]
const mysqlUrl = ["DATABASE_URL=mysql://user:password@localhost:3306/app"]
const mariadbUrl = ["DATABASE_URL=mariadb://user:password@localhost:3306/app"]
const redis = ["REDIS_URL=redis://localhost:6379"]
const redisUrl = 'process.env.REDIS_URL ?? "redis://localhost:6379"'
const url = (fallback: string): string => `process.env.DATABASE_URL ?? "${fallback}"`

/** All clients by their subpath. If a project has several, `init` uses the first. */
export const clients = {
  pg: {
    store: "postgres",
    package: "pg",
    open: {
      client: (module, url) => constructExport(module["default"], "Pool", { connectionString: url }),
      driver: () => import("../../stores/sql/adapters/pg-adapter.ts"),
    },
    init: {
      types: "@types/pg",
      imports: 'import { Pool } from "pg"',
      open: `new Pool({ connectionString: ${url("")} })`,
      environment: postgresUrl,
    },
  },
  postgres: {
    store: "postgres",
    package: "postgres",
    open: {
      client: (module, url) => callExport(module, "default", url, { fetch_types: false }),
      driver: () => import("../../stores/sql/adapters/postgres-adapter.ts"),
    },
    init: {
      imports: 'import postgres from "postgres"',
      open: `postgres(${url("")}, { fetch_types: false })`,
      environment: postgresUrl,
    },
  },
  neon: {
    store: "postgres",
    package: "@neondatabase/serverless",
    open: {
      client: (module, url) => callExport(module, "neon", url),
      driver: () => import("../../stores/sql/adapters/neon-adapter.ts"),
    },
    init: {
      imports: 'import { neon } from "@neondatabase/serverless"',
      workerImports: 'import { neon } from "@neondatabase/serverless"',
      open: `neon(${url("")})`,
      environment: ["DATABASE_URL=postgres://user:password@example-pooler.neon.tech/app"],
    },
  },
  mysql2: {
    store: "mysql",
    package: "mysql2",
    open: {
      module: "mysql2/promise",
      client: (module, url) => callExport(module["default"], "createPool", url),
      driver: () => import("../../stores/sql/adapters/mysql2-adapter.ts"),
    },
    init: {
      imports: 'import { createPool } from "mysql2/promise"',
      open: `createPool(${url("")})`,
      environment: mysqlUrl,
    },
  },
  mariadb: {
    store: "mysql",
    package: "mariadb",
    open: {
      client: (module, url) => callExport(module["default"], "createPool", url),
      driver: () => import("../../stores/sql/adapters/mariadb-adapter.ts"),
    },
    init: {
      imports: 'import { createPool } from "mariadb"',
      open: `createPool(${url("")})`,
      environment: mariadbUrl,
    },
  },
  "better-sqlite3": {
    store: "sqlite",
    package: "better-sqlite3",
    open: {
      client: (module, url) => constructExport(module, "default", url),
      driver: () => import("../../stores/sql/adapters/better-sqlite3-adapter.ts"),
    },
    init: {
      types: "@types/better-sqlite3",
      imports: 'import Database from "better-sqlite3"',
      open: `new Database(${url("auth.db")})`,
      creates: "auth.db*",
    },
  },
  "node-sqlite": {
    store: "sqlite",
    package: "node:sqlite",
    open: {
      client: (module, url) => constructExport(module, "DatabaseSync", url),
      driver: () => import("../../stores/sql/adapters/node-sqlite-adapter.ts"),
    },
  },
  "bun-sqlite": { store: "sqlite", package: "bun:sqlite" },
  // For PostgreSQL, MySQL, MariaDB and SQLite.
  "bun-sql": {
    store: "postgres",
    package: "bun",
    onEveryEngine: true,
    init: {
      types: "@types/bun",
      imports: 'import { SQL } from "bun"',
      open: `new SQL(${url("sqlite://auth.db")})`,
      creates: "auth.db*",
      // Bun must run the application, and the others are built and started by Node.
      frameworks: ["express", "hono"],
    },
  },
  d1: {
    store: "sqlite",
    package: "cloudflare:workers",
    inWorkers: true,
    open: { driver: () => import("../../stores/sql/adapters/d1-adapter.ts") },
    init: { imports: "", workerImports: "", open: "process.env.DB", frameworks: [] },
  },
  "durable-object": {
    store: "sqlite",
    package: "cloudflare:workers",
    inWorkers: true,
    cannotOpen:
      "The storage of a Durable Object can be opened only inside the object, which creates its tables with migrate(adapter) when it starts. For other commands, serve the adapter there with mortise/server, and export httpAdapter of mortise/http from mortise.config.mjs",
  },
  pglite: {
    store: "postgres",
    package: "@electric-sql/pglite",
    init: {
      imports: 'import { PGlite } from "@electric-sql/pglite"',
      open: `new PGlite(${url("auth-data")})`,
      creates: "auth-data/",
    },
  },
  libsql: {
    store: "sqlite",
    package: "@libsql/client",
    open: {
      client: (module, url) => callExport(module, "createClient", { url }),
      driver: () => import("../../stores/sql/adapters/libsql-adapter.ts"),
    },
    init: {
      imports: 'import { createClient } from "@libsql/client"',
      open: `createClient({ url: ${url("file:auth.db")} })`,
      creates: "auth.db*",
    },
  },
  turso: {
    store: "sqlite",
    package: "@tursodatabase/database",
    open: {
      client: (module, url) => callExport(module, "connect", url),
      driver: () => import("../../stores/sql/adapters/turso-adapter.ts"),
    },
    init: {
      imports: 'import { connect } from "@tursodatabase/database"',
      open: `await connect(${url("auth.db")})`,
      creates: "auth.db*",
      // Next.js runs several processes, and only one can open the file.
      frameworks: ["sveltekit", "express", "hono"],
    },
  },
  // Last: many applications use Redis as a cache beside their database.
  ioredis: {
    store: "redis",
    package: "ioredis",
    open: {
      client: (module, url) => silenceErrors(constructExport(module, "Redis", url)),
      driver: () => import("../../stores/redis/drivers/ioredis/ioredis-adapter.ts"),
    },
    init: {
      imports: 'import { Redis } from "ioredis"',
      open: `new Redis(${redisUrl})`,
      environment: redis,
    },
  },
  redis: {
    store: "redis",
    package: "redis",
    open: {
      client(module, url) {
        const client = silenceErrors(callExport(module, "createClient", { url }))
        // A call waits until the client is connected, and fails if that takes too long.
        ;(client as { connect(): Promise<unknown> }).connect().catch(() => {})
        return client
      },
      driver: () => import("../../stores/redis/drivers/redis/redis-adapter.ts"),
    },
    init: {
      imports: 'import { createClient } from "redis"',
      // Without the listener, a lost connection would end the process. Calls wait until the client is connected.
      open: `createClient({ url: ${redisUrl} })
client.on("error", (error) => console.error("Redis:", error.message))
client.connect().catch(() => {})`,
      environment: redis,
    },
  },
  upstash: {
    store: "redis",
    package: "@upstash/redis",
    init: {
      imports: 'import { Redis } from "@upstash/redis"',
      workerImports: 'import { Redis } from "@upstash/redis/cloudflare"',
      open: `new Redis({
  url: process.env.UPSTASH_REDIS_REST_URL ?? "",
  token: process.env.UPSTASH_REDIS_REST_TOKEN ?? "",
})`,
      environment: ["UPSTASH_REDIS_REST_URL=https://example.upstash.io", "UPSTASH_REDIS_REST_TOKEN="],
    },
  },
} as const satisfies Readonly<Record<string, Client>>

/** The clients as one type, for lookups by any name. */
const all: Readonly<Record<string, Client>> = clients

/** The client with this name, if there is one. */
export const clientNamed = (name: string): Client | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined

const filterClients = (part: "open" | "init"): Readonly<Record<string, Client>> =>
  Object.fromEntries(Object.entries(all).filter(([, client]) => client[part] !== undefined))

/** The clients that `MORTISE_ADAPTER` can name. */
export const openClients = filterClients("open")

/** The clients that `init` offers. */
export const initClients = filterClients("init")
