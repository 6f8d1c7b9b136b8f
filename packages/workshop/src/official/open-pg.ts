import PostgresAdapter from "@auth/pg-adapter"
import type { Pool } from "pg"
import type { Factory } from "../adapters/backend.ts"

/** The tables in the documentation of @auth/pg-adapter. */
export const pgSchema = `
CREATE TABLE users (
  id SERIAL PRIMARY KEY, name VARCHAR(255), email VARCHAR(255), "emailVerified" TIMESTAMPTZ, image TEXT
);
CREATE TABLE accounts (
  id SERIAL PRIMARY KEY, "userId" INTEGER NOT NULL, type VARCHAR(255) NOT NULL,
  provider VARCHAR(255) NOT NULL, "providerAccountId" VARCHAR(255) NOT NULL,
  refresh_token TEXT, access_token TEXT, expires_at BIGINT, id_token TEXT, scope TEXT,
  session_state TEXT, token_type TEXT
);
CREATE TABLE sessions (
  id SERIAL PRIMARY KEY, "userId" INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL,
  "sessionToken" VARCHAR(255) NOT NULL
);
CREATE TABLE verification_token (
  identifier TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, token TEXT NOT NULL, PRIMARY KEY (identifier, token)
);`

const tables = {
  user: "users",
  account: "accounts",
  session: "sessions",
  verificationToken: "verification_token",
}

/** @auth/pg-adapter on a real server, in a database that has its tables. */
export const openPg =
  (pool: () => Pool): Factory =>
  async () => {
    await pool().query(
      Object.values(tables)
        .map((table) => `DELETE FROM ${table}`)
        .join(";"),
    )
    return {
      adapter: PostgresAdapter(pool()) as never,
      rows: async (model) => {
        if (model === "authenticator") return []
        const { rows } = await pool().query(`SELECT * FROM ${tables[model]}`)
        // The client reads bigint as text.
        return rows.map((row) => (row.expires_at ? { ...row, expires_at: Number(row.expires_at) } : row))
      },
      close: async () => {},
    }
  }
