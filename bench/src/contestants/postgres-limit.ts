import type { Pool } from "pg"
import type { Sql } from "postgres"
import type { Measured } from "../contestant.ts"

type Row = Record<string, unknown>
type One = (name: string, text: string, values: unknown[]) => Promise<Row | null>

/** Named prepared statements, one per call. */
export const pgLimit = (pool: Pool): Measured =>
  limitOn((name, text, values) => pool.query({ name, text, values }).then(({ rows }) => rows[0] ?? null))

/** The same statements without names, for poolers that give each statement another connection. */
export const pgLimitUnnamed = (pool: Pool): Measured =>
  limitOn((_, text, values) => pool.query({ text, values }).then(({ rows }) => rows[0] ?? null))

/** The same statements, prepared by postgres.js. */
export const postgresLimit = (sql: Sql): Measured =>
  limitOn((_, text, values) =>
    sql.unsafe(text, values as never[], { prepare: true }).then((rows) => rows[0] ?? null),
  )

const users = `"id", "name", "email", "emailVerified", "image"`
const sessions = `"sessionToken", "userId", "expires"`
const tokens = `"identifier", "token", "expires"`
const given = `"userId", "type", "provider", "providerAccountId", "access_token"`
const accounts = `${given}, "refresh_token", "id_token", "expires_in", "expires_at", "scope", "token_type", "session_state"`

const texts = {
  createUser: `INSERT INTO users (${users}) VALUES ($1, $2, $3, $4, $5) RETURNING ${users}`,
  createSession: `INSERT INTO sessions (${sessions}) VALUES ($1, $2, $3) RETURNING ${sessions}`,
  updateSession: `UPDATE sessions SET "expires" = $1 WHERE "sessionToken" = $2 RETURNING ${sessions}`,
  linkAccount: `INSERT INTO accounts (${given}) VALUES ($1, $2, $3, $4, $5) RETURNING ${accounts}`,
  createToken: `INSERT INTO verification_tokens (${tokens}) VALUES ($1, $2, $3) RETURNING ${tokens}`,
  useToken: `DELETE FROM verification_tokens WHERE "identifier" = $1 AND "token" = $2 RETURNING ${tokens}`,
  byId: `SELECT ${users} FROM users WHERE "id" = $1`,
  byEmail: `SELECT ${users} FROM users WHERE "email" = $1`,
  byAccount: `SELECT u."id", u."name", u."email", u."emailVerified", u."image" FROM accounts a JOIN users u ON u."id" = a."userId" WHERE a."provider" = $1 AND a."providerAccountId" = $2`,
  bySession: `SELECT s."sessionToken", s."userId", s."expires", u."id", u."name", u."email", u."emailVerified", u."image" FROM sessions s JOIN users u ON u."id" = s."userId" WHERE s."sessionToken" = $1`,
}

/** Hand-written code: one statement per operation; the client converts dates. */
function limitOn(one: One): Measured {
  const ask = (name: keyof typeof texts, values: unknown[]) => one(name, texts[name], values)
  return {
    createUser: ({ id, name, email, emailVerified, image }) =>
      ask("createUser", [id, name, email, emailVerified, image]),
    createSession: ({ sessionToken, userId, expires }) =>
      ask("createSession", [sessionToken, userId, expires]),
    updateSession: ({ sessionToken, expires }) => ask("updateSession", [expires, sessionToken]),
    getSessionAndUser: async (sessionToken) => {
      const row = await ask("bySession", [sessionToken])
      if (!row) return null
      const { userId, expires, id, name, email, emailVerified, image } = row
      return { session: { sessionToken, userId, expires }, user: { id, name, email, emailVerified, image } }
    },
    getUser: (id) => ask("byId", [id]),
    getUserByEmail: (email) => ask("byEmail", [email]),
    getUserByAccount: ({ provider, providerAccountId }) => ask("byAccount", [provider, providerAccountId]),
    linkAccount: ({ userId, type, provider, providerAccountId, access_token }) =>
      ask("linkAccount", [userId, type, provider, providerAccountId, access_token]),
    createVerificationToken: ({ identifier, token, expires }) =>
      ask("createToken", [identifier, token, expires]),
    useVerificationToken: ({ identifier, token }) => ask("useToken", [identifier, token]),
  }
}
