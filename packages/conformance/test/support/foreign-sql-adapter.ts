import { createClient, type InValue, type Row } from "@libsql/client"

type Values = Readonly<Record<string, unknown>>

const tables = `
  create table users (
    id text primary key, name text, email text not null unique, emailVerified integer, image text);
  create table accounts (
    userId text not null references users on delete cascade, type text not null, provider text not null,
    providerAccountId text not null, access_token text, refresh_token text, id_token text, expires_at integer,
    scope text, token_type text, primary key (provider, providerAccountId));
  create table sessions (
    sessionToken text primary key, userId text not null references users on delete cascade,
    expires integer not null);
  create table tokens (
    identifier text, token text, expires integer not null, primary key (identifier, token));
  create table passkeys (
    credentialID text primary key, userId text not null references users on delete cascade,
    providerAccountId text, credentialPublicKey text, counter integer, credentialDeviceType text,
    credentialBackedUp integer, transports text);
`

/** A careful adapter in plain SQL, written by hand as for a single application. */
export async function foreignSqlAdapter() {
  const db = createClient({ url: ":memory:" })
  await db.executeMultiple(`pragma foreign_keys = on; ${tables}`)

  const query = async (sql: string, ...args: unknown[]): Promise<Row[]> =>
    (await db.execute({ sql, args: args.map(bound) })).rows
  const one = async (sql: string, ...args: unknown[]) => (await query(sql, ...args))[0]

  const insert = (table: string, columns: readonly string[], row: Values) =>
    one(
      `insert into ${table} (${columns}) values (${columns.map(() => "?")}) returning *`,
      ...columns.map((column) => row[column]),
    )

  const update = (table: string, columns: readonly string[], key: string, row: Values) => {
    const given = columns.filter((column) => row[column] !== undefined)
    if (given.length === 0) return one(`select * from ${table} where ${key} = ?`, row[key])
    const set = given.map((column) => `${column} = ?`)
    const values = given.map((column) => row[column])
    return one(`update ${table} set ${set} where ${key} = ? returning *`, ...values, row[key])
  }

  return {
    createUser: async (user: Values) =>
      toUser(await insert("users", ["id", ...userFields], { ...user, id: crypto.randomUUID() })),
    getUser: async (id: string) => toUser(await one("select * from users where id = ?", id)),
    getUserByEmail: async (email: string) => toUser(await one("select * from users where email = ?", email)),
    getUserByAccount: async ({ provider, providerAccountId }: Values) =>
      toUser(
        await one(
          `select users.* from users join accounts on userId = id ${account}`,
          provider,
          String(providerAccountId),
        ),
      ),
    async updateUser(user: Values) {
      const row = await update("users", userFields, "id", user)
      if (!row) throw new Error("no such user")
      return toUser(row)
    },
    async deleteUser(id: string) {
      await query("delete from tokens where identifier = (select email from users where id = ?)", id)
      await query("delete from users where id = ?", id)
    },

    async linkAccount({ providerAccountId, token_type, ...rest }: Values) {
      const type = typeof token_type === "string" ? token_type.toLowerCase() : token_type
      await insert("accounts", accountFields, {
        ...rest,
        providerAccountId: String(providerAccountId),
        token_type: type,
      })
    },
    unlinkAccount: async ({ provider, providerAccountId }: Values) =>
      void (await query(`delete from accounts ${account}`, provider, String(providerAccountId))),
    getAccount: async (id: string, provider: string) =>
      toRow(await one(`select * from accounts ${account}`, provider, String(id))),

    createSession: async (session: Values) => toExpiring(await insert("sessions", sessionFields, session)),
    async getSessionAndUser(token: string) {
      const row = await one("select * from sessions join users on id = userId where sessionToken = ?", token)
      if (!row) return null
      const { sessionToken, userId, expires } = row
      return { session: { sessionToken, userId, expires: toDate(expires) }, user: toUser(row) }
    },
    updateSession: async (session: Values) =>
      void (await update("sessions", sessionFields, "sessionToken", session)),
    deleteSession: async (token: string) =>
      void (await query("delete from sessions where sessionToken = ?", token)),

    createVerificationToken: async (token: Values) => void (await insert("tokens", tokenFields, token)),
    useVerificationToken: async ({ identifier, token }: Values) =>
      toExpiring(
        await one("delete from tokens where identifier = ? and token = ? returning *", identifier, token),
      ),

    createAuthenticator: async (passkey: Values) =>
      toPasskey(await insert("passkeys", passkeyFields, passkey)),
    getAuthenticator: async (id: string) =>
      toPasskey(await one("select * from passkeys where credentialID = ?", id)),
    listAuthenticatorsByUserId: async (userId: string) =>
      (await query("select * from passkeys where userId = ?", userId)).map(toPasskey),
    async updateAuthenticatorCounter(credentialID: string, counter: number) {
      const row = await update("passkeys", ["counter"], "credentialID", { credentialID, counter })
      if (!row) throw new Error("no such passkey")
      return toPasskey(row)
    },
  }
}

const account = "where provider = ? and providerAccountId = ?"
const userFields = ["name", "email", "emailVerified", "image"]
const accountFields = [
  ...["userId", "type", "provider", "providerAccountId", "access_token", "refresh_token", "id_token"],
  ...["expires_at", "scope", "token_type"],
]
const sessionFields = ["sessionToken", "userId", "expires"]
const tokenFields = ["identifier", "token", "expires"]
const passkeyFields = [
  ...["credentialID", "userId", "providerAccountId", "credentialPublicKey", "counter"],
  ...["credentialDeviceType", "credentialBackedUp", "transports"],
]

function bound(value: unknown): InValue {
  if (value === undefined) return null
  if (value instanceof Date) return value.getTime()
  return typeof value === "boolean" ? Number(value) : (value as InValue)
}

const toDate = (value: unknown): Date => new Date(Number(value))
const toRow = (row: Row | undefined) => (row ? { ...row } : null)
const toExpiring = (row: Row | undefined) => (row ? { ...row, expires: toDate(row["expires"]) } : null)
const toPasskey = (row: Row | undefined) =>
  row ? { ...row, credentialBackedUp: row["credentialBackedUp"] === 1 } : null

function toUser(row: Row | undefined) {
  if (!row) return null
  const { id, name, email, emailVerified, image } = row
  return { id, name, email, emailVerified: emailVerified === null ? null : toDate(emailVerified), image }
}
