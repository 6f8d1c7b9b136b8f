import { randomBytes } from "node:crypto"
import pg from "pg"
import type { AuthAdapter } from "../../packages/mortise/src/auth/index.ts"
import type { Backend, Model } from "../../packages/workshop/src/adapters/backend.ts"
import { readSchema } from "../../packages/workshop/src/official/schemas/read-schema.ts"
import type { AuthJsPeer } from "../../peers/peer.ts"
import type { OfficialAdapterName } from "../official-adapters.ts"

type OnPostgres = {
  readonly tables: Readonly<Record<Exclude<Model, "authenticator">, string>>
  /** The statements that create the tables; none if the client creates them. */
  schemas(): Promise<readonly string[]>
  open(url: string, schema: string): Promise<{ adapter: unknown; close(): Promise<unknown> }>
}

const capitalized = {
  user: "User",
  account: "Account",
  session: "Session",
  verificationToken: "VerificationToken",
}

/** Opens an adapter that the scoreboard measures, too. */
async function openPeer(file: string, url: string) {
  const { peer }: { peer: AuthJsPeer } = await import(`../../peers/adapters/${file}.ts`)
  const opened = await peer.stores["postgres"]?.open(url)
  if (!opened) throw new Error(`peers/adapters/${file}.ts does not run on PostgreSQL.`)
  return { adapter: opened.adapter, close: async () => opened.close?.() }
}

/** The adapters that run on PostgreSQL, with the tables that they define or document. */
const adapters: Partial<Readonly<Record<OfficialAdapterName, OnPostgres>>> = {
  "@auth/drizzle-adapter": {
    tables: { user: "user", account: "account", session: "session", verificationToken: "verificationToken" },
    schemas: () =>
      Promise.all([readSchema("drizzle-postgres.sql"), readSchema("drizzle-postgres-passkeys.sql")]),
    open: (url) => openPeer("drizzle", url),
  },
  "@auth/kysely-adapter": {
    tables: capitalized,
    schemas: () => Promise.all([readSchema("kysely-postgres.sql")]),
    open: (url) => openPeer("kysely", url),
  },
  "@auth/typeorm-adapter": {
    tables: {
      user: "users",
      account: "accounts",
      session: "sessions",
      verificationToken: "verification_tokens",
    },
    schemas: async () => [],
    open: (url) => openPeer("typeorm", url),
  },
  "@auth/prisma-adapter": {
    tables: capitalized,
    schemas: () => Promise.all([readSchema("prisma-postgres.sql")]),
    open: async (url, schema) => (await import("../prisma/open-prisma.ts")).prismaOnPostgres(url, schema),
  },
}

/** A new schema on a PostgreSQL server, for an official adapter. */
export async function officialOnPostgres(name: OfficialAdapterName, connectionString: string) {
  const described = adapters[name]
  if (!described) throw new Error(`${name} does not run on PostgreSQL.`)
  const schema = `mortise_playground_${randomBytes(6).toString("hex")}`
  const url = new URL(connectionString)
  url.searchParams.set("options", `-c search_path=${schema}`)
  const run = async (statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run([`CREATE SCHEMA "${schema}"`, ...(await described.schemas())])
  return {
    connect: () => connect(described, url.href, schema),
    remove: () => run([`DROP SCHEMA IF EXISTS "${schema}" CASCADE`]),
  }
}

async function connect(described: OnPostgres, url: string, schema: string): Promise<Backend> {
  const opened = await described.open(url, schema)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on("error", () => {})
  return {
    adapter: opened.adapter as AuthAdapter,
    rows: async (model) => {
      if (model === "authenticator") return []
      return (await pool.query(`SELECT * FROM "${described.tables[model]}"`)).rows
    },
    close: async () => {
      await opened.close()
      await pool.end()
    },
  }
}
