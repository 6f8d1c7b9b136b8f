/** How a client is opened in the module of the adapter. */
export type Client = {
  /** The package that shows that a project uses the client. */
  readonly package: string
  /** The packages that the module needs. */
  readonly packages: readonly string[]
  /** The statement that imports the client; it is sorted between the imports of `mortise` by its specifier. */
  readonly imports: string
  readonly factory: string
  readonly subpath: string
  readonly open: string
  /** The line of the environment that a server needs, as an example. */
  readonly environment?: string
  /** What the default creates in the folder of the project, as a pattern of .gitignore. */
  readonly creates?: string
  /** Whether the store needs no tables. */
  readonly hasNoTables?: true
}

const postgresUrl = "DATABASE_URL=postgres://user:password@localhost:5432/app"
const mysqlUrl = "DATABASE_URL=mysql://user:password@localhost:3306/app"
const redis = "REDIS_URL=redis://localhost:6379"
const redisUrl = 'process.env.REDIS_URL ?? "redis://localhost:6379"'
const url = (fallback: string): string => `process.env.DATABASE_URL ?? "${fallback}"`

/** The clients that `init` recognizes, in the order of preference. */
export const clients: Readonly<Record<string, Client>> = {
  pg: {
    package: "pg",
    packages: ["pg", "@types/pg"],
    imports: 'import { Pool } from "pg"',
    factory: "pgAdapter",
    subpath: "pg",
    open: `new Pool({ connectionString: ${url("")} })`,
    environment: postgresUrl,
  },
  postgres: {
    package: "postgres",
    packages: ["postgres"],
    imports: 'import postgres from "postgres"',
    factory: "postgresAdapter",
    subpath: "postgres",
    open: `postgres(${url("")})`,
    environment: postgresUrl,
  },
  mysql2: {
    package: "mysql2",
    packages: ["mysql2"],
    imports: 'import { createPool } from "mysql2/promise"',
    factory: "mysql2Adapter",
    subpath: "mysql2",
    open: `createPool(${url("")})`,
    environment: mysqlUrl,
  },
  mariadb: {
    package: "mariadb",
    packages: ["mariadb"],
    imports: 'import { createPool } from "mariadb"',
    factory: "mariadbAdapter",
    subpath: "mariadb",
    open: `createPool(${url("")})`,
    environment: mysqlUrl.replace("mysql:", "mariadb:"),
  },
  "better-sqlite3": {
    package: "better-sqlite3",
    packages: ["better-sqlite3", "@types/better-sqlite3"],
    imports: 'import Database from "better-sqlite3"',
    factory: "betterSqlite3Adapter",
    subpath: "better-sqlite3",
    open: `new Database(${url("auth.db")})`,
    creates: "auth.db*",
  },
  pglite: {
    package: "@electric-sql/pglite",
    packages: ["@electric-sql/pglite"],
    imports: 'import { PGlite } from "@electric-sql/pglite"',
    factory: "pgliteAdapter",
    subpath: "pglite",
    open: `new PGlite(${url("auth-data")})`,
    creates: "auth-data/",
  },
  libsql: {
    package: "@libsql/client",
    packages: ["@libsql/client"],
    imports: 'import { createClient } from "@libsql/client"',
    factory: "libsqlAdapter",
    subpath: "libsql",
    open: `createClient({ url: ${url("file:auth.db")} })`,
    creates: "auth.db*",
  },
  // Last: many applications use Redis as a cache beside their database.
  ioredis: {
    package: "ioredis",
    packages: ["ioredis"],
    imports: 'import { Redis } from "ioredis"',
    factory: "ioredisAdapter",
    subpath: "ioredis",
    open: `new Redis(${redisUrl})`,
    environment: redis,
    hasNoTables: true,
  },
  redis: {
    package: "redis",
    packages: ["redis"],
    imports: 'import { createClient } from "redis"',
    factory: "redisAdapter",
    subpath: "redis",
    // Without the listener, a lost connection would end the process. Calls wait until the client is connected.
    open: `createClient({ url: ${redisUrl} })
client.on("error", (error) => console.error("Redis:", error.message))
client.connect().catch(() => {})`,
    environment: redis,
    hasNoTables: true,
  },
}
