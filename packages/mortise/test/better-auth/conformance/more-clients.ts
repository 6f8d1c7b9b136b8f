/**
 * Clients that need a package, a server or a runtime of their own. They are loaded when they are opened: other
 * processes than the one that runs the tests open them too.
 */
import type { RuntimeName } from "../../../../workshop/src/runtimes/runtimes.ts"
import type { Opened } from "./setup-on.ts"

type MoreClient = {
  readonly runtime: RuntimeName
  /** What it opens: a URL of a server, or a file. */
  readonly on: "postgres" | "mariadb" | "file"
  open(place: string): Promise<Opened>
}

type Closable = { close(): unknown }

// A variable, because only Bun has this module.
const bun: string = "bun"

async function openBun(url: string): Promise<Opened> {
  const { SQL } = (await import(bun)) as { SQL: new (url: string) => object & Closable }
  const client = new SQL(url)
  return { client, close: () => client.close() }
}

/** Loads a module that is installed beside the runtimes. */
async function load<M>(path: string): Promise<M> {
  const { installRuntimes } = await import("../../../../workshop/src/runtimes/install.ts")
  await installRuntimes()
  return import(new URL(`../../../../workshop/src/runtimes/node_modules/${path}`, import.meta.url).href)
}

// The client's settings belong to the process: its endpoint and its proxy serve every database.
const openNeon = once(async () => {
  const { connectThroughProxy, loadNeon } = await import("../../../../workshop/src/neon/load-neon.ts")
  const { startNeon } = await import("../../../../workshop/src/neon/neon-endpoint.ts")
  const client = await loadNeon()
  await connectThroughProxy(client)
  const { url } = await startNeon()
  client.neonConfig.fetchEndpoint = () => url
  return client
})

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open()
    return opened
  }
}

// Neon's client demands a password, and the server of these tests ignores it.
const withPassword = (url: string): string => url.replace("postgres@", "postgres:none@")
const nowhere = "postgres://nobody:none@127.0.0.1:1/none"

type CreateClient = { createClient(config: { url: string }): object & Closable }

async function openOnServer({ createClient }: CreateClient, file: string): Promise<Opened> {
  const { openLibsqlServer } = await import("../../../../workshop/src/servers/libsql.ts")
  const client = createClient({ url: await openLibsqlServer(file) })
  return { client, close: () => client.close() }
}

export const moreClients = {
  "neon of @neondatabase/serverless": {
    runtime: "node",
    on: "postgres",
    async open(url) {
      let address = withPassword(url)
      const client = (await openNeon()).neon(address, { connectionString: () => address })
      const close = () => {
        address = nowhere
      }
      return { client, options: { transaction: false }, close }
    },
  },
  "Pool of @neondatabase/serverless": {
    runtime: "node",
    on: "postgres",
    async open(url) {
      const { Pool } = await openNeon()
      const client = new Pool({ connectionString: withPassword(url), max: 10 })
      return { client, close: () => client.end() }
    },
  },
  "SQL of Bun on PostgreSQL": { runtime: "bun", on: "postgres", open: openBun },
  "SQL of Bun on MariaDB": { runtime: "bun", on: "mariadb", open: openBun },
  "SQL of Bun on SQLite": { runtime: "bun", on: "file", open: (file) => openBun(`sqlite://${file}`) },
  "@libsql/client on a server": {
    runtime: "node",
    on: "file",
    open: async (file) => openOnServer(await import("@libsql/client"), file),
  },
  "@tursodatabase/serverless": {
    runtime: "node",
    on: "file",
    open: async (file) => openOnServer(await load("@tursodatabase/serverless/dist/compat/index.js"), file),
  },
  "@tursodatabase/database": {
    runtime: "node",
    on: "file",
    async open(file) {
      const { connect } = await load<{ connect(file: string): Promise<object & Closable> }>(
        "@tursodatabase/database/dist/promise.js",
      )
      const client = await connect(file)
      return { client, close: () => client.close() }
    },
  },
} satisfies Record<string, MoreClient>

export type MoreClientName = keyof typeof moreClients
