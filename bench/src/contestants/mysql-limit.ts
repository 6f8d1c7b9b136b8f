import type { Measured } from "../contestant.ts"

type Row = Record<string, unknown>
type Connection = { execute(text: string, values: never[]): Promise<unknown> }

/** What pools of `mysql2/promise` and of `mariadb` have in common. */
export type MysqlPool = Connection & {
  getConnection(): Promise<
    Connection & {
      beginTransaction(): Promise<unknown>
      commit(): Promise<unknown>
      rollback(): Promise<unknown>
      release(): unknown
    }
  >
}

const users = "id, name, email, emailVerified, image"
const sessions = "sessionToken, userId, expires"
const tokens = "identifier, token, expires"
const given = "userId, type, provider, providerAccountId, access_token"
const ofUser = "u.id, u.name, u.email, u.emailVerified, u.image"

const texts = {
  createUser: `INSERT INTO users (${users}) VALUES (?, ?, ?, ?, ?)`,
  createSession: `INSERT INTO sessions (${sessions}) VALUES (?, ?, ?)`,
  updateSession: "UPDATE sessions SET expires = ? WHERE sessionToken = ?",
  session: `SELECT ${sessions} FROM sessions WHERE sessionToken = ?`,
  linkAccount: `INSERT INTO accounts (${given}) VALUES (?, ?, ?, ?, ?)`,
  createToken: `INSERT INTO verification_tokens (${tokens}) VALUES (?, ?, ?)`,
  useToken: `DELETE FROM verification_tokens WHERE identifier = ? AND token = ? RETURNING ${tokens}`,
  byId: `SELECT ${users} FROM users WHERE id = ?`,
  byEmail: `SELECT ${users} FROM users WHERE email = ?`,
  byAccount: `SELECT ${ofUser} FROM accounts a JOIN users u ON u.id = a.userId WHERE a.provider = ? AND a.providerAccountId = ?`,
  bySession: `SELECT s.sessionToken, s.userId, s.expires, ${ofUser} FROM sessions s JOIN users u ON u.id = s.userId WHERE s.sessionToken = ?`,
}

/**
 * Hand-written prepared statements for MariaDB; `rowsOf` finds the rows in the client's result.
 * Inserted rows are not read back. Keys are stored as bytes, so they are converted to text.
 */
export function mysqlLimit(pool: MysqlPool, rowsOf: (answer: unknown) => Row[]): Measured {
  const ask = async (name: keyof typeof texts, values: readonly unknown[], on: Connection = pool) =>
    rowsOf(await on.execute(texts[name], values as never[]))[0]
  return {
    createUser: async (user) => {
      await ask("createUser", [user.id, user.name, user.email, user.emailVerified, user.image])
      return user
    },
    createSession: async (session) => {
      await ask("createSession", [session.sessionToken, session.userId, session.expires])
      return session
    },
    updateSession: ({ sessionToken, expires }) =>
      inTransaction(pool, async (on) => {
        await on.execute(texts.updateSession, [expires, sessionToken] as never[])
        return session(await ask("session", [sessionToken], on))
      }),
    getSessionAndUser: async (sessionToken) => {
      const row = await ask("bySession", [sessionToken])
      return row ? { session: session(row) as object, user: user(row) as object } : null
    },
    getUser: async (id) => user(await ask("byId", [id])),
    getUserByEmail: async (email) => user(await ask("byEmail", [email])),
    getUserByAccount: async ({ provider, providerAccountId }) =>
      user(await ask("byAccount", [provider, providerAccountId])),
    linkAccount: async (account) => {
      const { userId, type, provider, providerAccountId, access_token } = account
      await ask("linkAccount", [userId, type, provider, providerAccountId, access_token])
      return account
    },
    createVerificationToken: async (token) => {
      await ask("createToken", [token.identifier, token.token, token.expires])
      return token
    },
    useVerificationToken: async ({ identifier, token: value }) =>
      token(await ask("useToken", [identifier, value])),
  }
}

async function inTransaction<T>(pool: MysqlPool, work: (on: Connection) => Promise<T>): Promise<T> {
  const connection = await pool.getConnection()
  try {
    await connection.beginTransaction()
    const result = await work(connection)
    await connection.commit()
    return result
  } catch (error) {
    await connection.rollback()
    throw error
  } finally {
    await connection.release()
  }
}

const text = (value: unknown): string => String(value)
const user = (row: Row | undefined) =>
  row
    ? {
        id: text(row["id"]),
        name: row["name"],
        email: text(row["email"]),
        emailVerified: row["emailVerified"],
        image: row["image"],
      }
    : null
const session = (row: Row | undefined) =>
  row
    ? { sessionToken: text(row["sessionToken"]), userId: text(row["userId"]), expires: row["expires"] }
    : null
const token = (row: Row | undefined) =>
  row ? { identifier: text(row["identifier"]), token: text(row["token"]), expires: row["expires"] } : null
