import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ExitError, exitCodes } from "../program/exit-code.ts"
import { describeError } from "../terminal/describe-error.ts"

/** An open adapter, and a function that closes its client. */
export type OpenAdapter = { readonly adapter: object; close(): Promise<void> }

type Module = Readonly<Record<string, unknown>>
type AnyFunction = (...args: unknown[]) => unknown

/** How to open a client from its package and a URL. */
type DatabaseClient = {
  readonly package: string
  open(client: Module, url: string): unknown
  adapter(client: never): Promise<object>
}

const callExport = (module: Module, name: string, ...args: unknown[]): unknown =>
  (module[name] as AnyFunction)(...args)
const constructExport = (module: Module, name: string, ...args: unknown[]): unknown =>
  Reflect.construct(module[name] as AnyFunction, args)

/** Without a listener, clients of Redis print errors, or end the process. Each call reports its own error. */
function listening(client: unknown): unknown {
  return (client as { on(event: "error", listener: () => void): unknown }).on("error", () => {})
}

/** The clients that MORTISE_ADAPTER can name. Other clients need a configuration file. */
const clients: Readonly<Record<string, DatabaseClient>> = {
  libsql: {
    package: "@libsql/client",
    open: (module, url) => callExport(module, "createClient", { url }),
    adapter: async (client) =>
      (await import("../../stores/sql/drivers/libsql/libsql-adapter.ts")).libsqlAdapter(client),
  },
  "node-sqlite": {
    package: "node:sqlite",
    open: (module, url) => constructExport(module, "DatabaseSync", url),
    adapter: async (client) =>
      (await import("../../stores/sql/drivers/node-sqlite/node-sqlite-adapter.ts")).nodeSqliteAdapter(client),
  },
  "better-sqlite3": {
    package: "better-sqlite3",
    open: (module, url) => constructExport(module, "default", url),
    adapter: async (client) =>
      (
        await import("../../stores/sql/drivers/better-sqlite3/better-sqlite3-adapter.ts")
      ).betterSqlite3Adapter(client),
  },
  pg: {
    package: "pg",
    open: (module, url) => constructExport(module["default"] as Module, "Pool", { connectionString: url }),
    adapter: async (client) => (await import("../../stores/sql/drivers/pg/pg-adapter.ts")).pgAdapter(client),
  },
  postgres: {
    package: "postgres",
    open: (module, url) => callExport(module, "default", url),
    adapter: async (client) =>
      (await import("../../stores/sql/drivers/postgres/postgres-adapter.ts")).postgresAdapter(client),
  },
  mysql2: {
    package: "mysql2/promise",
    open: (module, url) => callExport(module["default"] as Module, "createPool", url),
    adapter: async (client) =>
      (await import("../../stores/sql/drivers/mysql2/mysql2-adapter.ts")).mysql2Adapter(client),
  },
  mariadb: {
    package: "mariadb",
    open: (module, url) => callExport(module["default"] as Module, "createPool", url),
    adapter: async (client) =>
      (await import("../../stores/sql/drivers/mariadb/mariadb-adapter.ts")).mariadbAdapter(client),
  },
  ioredis: {
    package: "ioredis",
    open: (module, url) => listening(constructExport(module, "Redis", url)),
    adapter: async (client) =>
      (await import("../../stores/redis/drivers/ioredis/ioredis-adapter.ts")).ioredisAdapter(client),
  },
  redis: {
    package: "redis",
    open(module, url) {
      const client = listening(callExport(module, "createClient", { url }))
      // A call waits until the client is connected, and fails if that takes too long.
      ;(client as { connect(): Promise<unknown> }).connect().catch(() => {})
      return client
    },
    adapter: async (client) =>
      (await import("../../stores/redis/drivers/redis/redis-adapter.ts")).redisAdapter(client),
  },
}

/** Opens the adapter with this name on the database at this URL. */
export async function openAdapter(name: string, url: string | undefined): Promise<OpenAdapter> {
  if (name === "memory") {
    const { memoryAdapter } = await import("../../stores/memory/memory-adapter.ts")
    return { adapter: memoryAdapter(), close: async () => {} }
  }
  const known = Object.hasOwn(clients, name) ? clients[name] : undefined
  if (!known)
    throw configurationError(`MORTISE_ADAPTER must be one of memory, ${Object.keys(clients).join(", ")}`)
  if (!url) throw configurationError("MORTISE_DATABASE must hold the URL or the file of the database")
  const client = await openClient(name, known, url)
  return { adapter: await known.adapter(client as never), close: () => closeClient(client) }
}

/** The messages of clients repeat the URL with its password, so they are not printed. */
async function openClient(name: string, known: DatabaseClient, url: string): Promise<unknown> {
  const module = await importPackage(known.package)
  try {
    return known.open(module, url)
  } catch (error) {
    throw configurationError(
      `The client ${name} could not be opened (${await describeError(error)}): check MORTISE_DATABASE`,
    )
  }
}

/** The package as it is installed in the current folder. */
async function importPackage(name: string): Promise<Module> {
  try {
    const own = createRequire(join(process.cwd(), "package.json"))
    return await import(name.startsWith("node:") ? name : pathToFileURL(own.resolve(name)).href)
  } catch (cause) {
    throw new ExitError(
      exitCodes.configuration,
      `The package ${name} cannot be loaded: install it in this folder.`,
      cause,
    )
  }
}

async function closeClient(client: unknown): Promise<void> {
  const { end, close } = client as { end?: () => unknown; close?: () => unknown }
  await (end ?? close)?.call(client)
}

const configurationError = (sentence: string): ExitError =>
  new ExitError(exitCodes.configuration, `${sentence}.`)
