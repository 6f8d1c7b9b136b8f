import { PGlite } from "@electric-sql/pglite"
import type { BetterAuthOptions } from "better-auth"
import Database from "libsql"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"

/** An empty database, with the client that both Better Auth's own adapter and ours use. */
export type AuthDatabase = {
  /** As Better Auth's `database` with its own adapter. */
  readonly theirs: NonNullable<BetterAuthOptions["database"]>
  /** Options with our adapter, as `auth` carries them. */
  ours(
    options?: BetterAuthOptions,
    settings?: { usePlural?: boolean },
  ): { readonly options: BetterAuthOptions }
  run(text: string): Promise<void>
  rows(text: string): Promise<Record<string, unknown>[]>
  /** Whether ids in the tables of Better Auth's own migrations are short. */
  readonly hasShortIds?: boolean
  readonly isSqlite?: boolean
  /** An identifier in the engine's quotes. */
  quote(name: string): string
  close(): Promise<void>
}

const oursOn =
  (client: object): AuthDatabase["ours"] =>
  (options = {}, settings) => ({ options: { ...options, database: mortiseDatabase(client, settings) } })

export async function openSqlite(): Promise<AuthDatabase> {
  const client = new Database(":memory:")
  return {
    // Better Auth would take the property `db` of this client for a Kysely.
    theirs: { aggregate() {}, prepare: (text: string) => client.prepare(text), close() {} } as never,
    ours: oursOn(client),
    run: async (text) => void client.exec(text),
    rows: async (text) => client.prepare(text).all() as Record<string, unknown>[],
    isSqlite: true,
    quote: (name) => `"${name}"`,
    close: async () => void client.close(),
  }
}

/** Empty databases, one after the other, in one PGlite: it takes seconds to start. */
export async function servePglite(): Promise<{ database(): Promise<AuthDatabase>; close(): Promise<void> }> {
  const client = await PGlite.create()
  const database = async (): Promise<AuthDatabase> => {
    await client.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return {
      theirs: poolOf(client) as never,
      ours: oursOn(client),
      run: async (text) => void (await client.exec(text)),
      rows: async (text) => (await client.query(text)).rows as Record<string, unknown>[],
      quote: (name) => `"${name}"`,
      close: async () => {},
    }
  }
  return { database, close: () => client.close() }
}

/** PGlite as a pool of `pg`, as far as Kysely uses one. */
const poolOf = (client: PGlite) => ({
  connect: async () => ({
    async query(text: string, values: unknown[]) {
      const { rows, affectedRows } = await client.query(text, values)
      return { rows, rowCount: affectedRows ?? 0, command: text.split(" ")[0]?.toUpperCase() }
    },
    release() {},
  }),
  end: async () => {},
})

export async function openPg(url: string): Promise<AuthDatabase> {
  const pool = new Pool({ connectionString: url, max: 4 })
  return {
    theirs: pool,
    ours: oursOn(pool),
    run: async (text) => void (await pool.query(text)),
    rows: async (text) => (await pool.query(text)).rows,
    quote: (name) => `"${name}"`,
    close: () => pool.end(),
  }
}

export async function openMysql(url: string): Promise<AuthDatabase> {
  const pool = createPool({ uri: url, connectionLimit: 4, timezone: "Z" })
  return {
    theirs: pool as never,
    ours: oursOn(pool),
    run: async (text) => void (await pool.query(text)),
    rows: async (text) => (await pool.query(text))[0] as Record<string, unknown>[],
    hasShortIds: true,
    quote: (name) => `\`${name}\``,
    close: () => pool.end(),
  }
}
