import type Database from "libsql"
import type { Measured } from "../contestant.ts"

type Row = Record<string, unknown>

/** Hand-written code: one statement per operation, prepared once, that converts its dates. */
export function sqliteLimit(db: InstanceType<typeof Database>): Measured {
  const { insertUser, insertSession, updateSession, insertToken, useToken, insertAccount, ...finding } =
    prepared(db)
  const { byId, byEmail, byAccount, bySession } = finding
  return {
    createUser: async ({ id, name, email, emailVerified, image }) =>
      user(insertUser.get(id, name, email, emailVerified?.getTime() ?? null, image) as Row),
    createSession: async ({ sessionToken, userId, expires }) =>
      session(insertSession.get(sessionToken, userId, expires.getTime()) as Row),
    updateSession: async ({ sessionToken, expires }) =>
      session(updateSession.get(expires.getTime(), sessionToken) as Row),
    getSessionAndUser: async (sessionToken) => {
      const row = bySession.get(sessionToken) as Row | undefined
      return row ? { session: session(row) as object, user: user(row) as object } : null
    },
    getUser: async (id) => user(byId.get(id) as Row | undefined),
    getUserByEmail: async (email) => user(byEmail.get(email) as Row | undefined),
    getUserByAccount: async ({ provider, providerAccountId }) =>
      user(byAccount.get(provider, providerAccountId) as Row | undefined),
    linkAccount: async ({ userId, type, provider, providerAccountId, access_token }) =>
      insertAccount.get(userId, type, provider, providerAccountId, access_token),
    createVerificationToken: async ({ identifier, token: value, expires }) =>
      token(insertToken.get(identifier, value, expires.getTime()) as Row),
    useVerificationToken: async ({ identifier, token: value }) =>
      token(useToken.get(identifier, value) as Row | undefined),
  }
}

function prepared(db: InstanceType<typeof Database>) {
  const prepare = (text: string) => db.prepare(text)
  const users = `"id", "name", "email", "emailVerified", "image"`
  const sessions = `"sessionToken", "userId", "expires"`
  const tokens = `"identifier", "token", "expires"`
  const given = `"userId", "type", "provider", "providerAccountId", "access_token"`
  const accounts = `${given}, "refresh_token", "id_token", "expires_in", "expires_at", "scope", "token_type", "session_state"`
  const insertUser = prepare(`INSERT INTO users (${users}) VALUES (?, ?, ?, ?, ?) RETURNING ${users}`)
  const insertSession = prepare(`INSERT INTO sessions (${sessions}) VALUES (?, ?, ?) RETURNING ${sessions}`)
  const updateSession = prepare(
    `UPDATE sessions SET "expires" = ? WHERE "sessionToken" = ? RETURNING ${sessions}`,
  )
  const insertToken = prepare(
    `INSERT INTO verification_tokens (${tokens}) VALUES (?, ?, ?) RETURNING ${tokens}`,
  )
  const useToken = prepare(
    `DELETE FROM verification_tokens WHERE "identifier" = ? AND "token" = ? RETURNING ${tokens}`,
  )
  const insertAccount = prepare(
    `INSERT INTO accounts (${given}) VALUES (?, ?, ?, ?, ?) RETURNING ${accounts}`,
  )
  const byId = prepare(`SELECT ${users} FROM users WHERE "id" = ?`)
  const byEmail = prepare(`SELECT ${users} FROM users WHERE "email" = ?`)
  const byAccount = prepare(
    `SELECT u.* FROM accounts a JOIN users u ON u."id" = a."userId" WHERE a."provider" = ? AND a."providerAccountId" = ?`,
  )
  const bySession = prepare(
    `SELECT s."sessionToken", s."userId", s."expires", u."id", u."name", u."email", u."emailVerified", u."image" ` +
      `FROM sessions s JOIN users u ON u."id" = s."userId" WHERE s."sessionToken" = ?`,
  )
  return {
    insertUser,
    insertSession,
    updateSession,
    insertToken,
    useToken,
    insertAccount,
    byId,
    byEmail,
    byAccount,
    bySession,
  }
}

const date = (value: unknown): Date | null => (value === null ? null : new Date(value as number))

const user = (row: Row | undefined) =>
  row
    ? {
        id: row.id,
        name: row.name,
        email: row.email,
        emailVerified: date(row.emailVerified),
        image: row.image,
      }
    : null
const session = (row: Row | undefined) =>
  row ? { sessionToken: row.sessionToken, userId: row.userId, expires: date(row.expires) } : null
const token = (row: Row | undefined) =>
  row ? { identifier: row.identifier, token: row.token, expires: date(row.expires) } : null
