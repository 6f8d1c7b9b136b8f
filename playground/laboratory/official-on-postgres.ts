import { randomBytes } from "node:crypto"
import pg from "pg"
import type { AuthAdapter } from "../../packages/mortise/src/auth/index.ts"
import type { Backend } from "../../packages/mortise/test/auth/support/backends.ts"
import type { Model } from "../../packages/mortise/test/authjs/harness/app.ts"
import { readBenchSchema, readSchema } from "../../peers/schemas/read-schema.ts"
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

/** The adapters that run on PostgreSQL, with the tables that they define or document. */
const adapters: Partial<Readonly<Record<OfficialAdapterName, OnPostgres>>> = {
  "@auth/drizzle-adapter": {
    tables: { user: "user", account: "account", session: "session", verificationToken: "verificationToken" },
    schemas: () =>
      Promise.all([readBenchSchema("drizzle-postgres.sql"), readSchema("drizzle-postgres-passkeys.sql")]),
    open: async (url) => (await import("../../peers/servers/adapters/drizzle.ts")).onPostgres(url),
  },
  "@auth/kysely-adapter": {
    tables: capitalized,
    schemas: () => Promise.all([readBenchSchema("kysely-postgres.sql")]),
    open: async (url) => (await import("../../peers/servers/adapters/kysely.ts")).onPostgres(url),
  },
  "@auth/typeorm-adapter": {
    tables: {
      user: "users",
      account: "accounts",
      session: "sessions",
      verificationToken: "verification_tokens",
    },
    schemas: async () => [],
    open: async (url) => (await import("../../peers/servers/adapters/typeorm.ts")).onPostgres(url),
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
