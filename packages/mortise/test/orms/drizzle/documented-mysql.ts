import { boolean, int, mysqlTable, primaryKey, timestamp, varchar } from "drizzle-orm/mysql-core"

// The schema in the documentation of @auth/drizzle-adapter.

const date = { mode: "date" } as const
const length = { length: 255 } as const

export const users = mysqlTable("user", {
  id: varchar("id", length)
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  name: varchar("name", length),
  email: varchar("email", length).unique(),
  emailVerified: timestamp("emailVerified", { mode: "date", fsp: 3 }),
  image: varchar("image", length),
})

const userId = () =>
  varchar("userId", length)
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

export const accounts = mysqlTable(
  "account",
  {
    userId: userId(),
    type: varchar("type", length).$type<"email" | "oidc" | "oauth" | "webauthn">().notNull(),
    provider: varchar("provider", length).notNull(),
    providerAccountId: varchar("providerAccountId", length).notNull(),
    refresh_token: varchar("refresh_token", length),
    access_token: varchar("access_token", length),
    expires_at: int("expires_at"),
    token_type: varchar("token_type", length),
    scope: varchar("scope", length),
    id_token: varchar("id_token", { length: 2048 }),
    session_state: varchar("session_state", length),
  },
  (account) => [primaryKey({ columns: [account.provider, account.providerAccountId] })],
)

export const sessions = mysqlTable("session", {
  sessionToken: varchar("sessionToken", length).primaryKey(),
  userId: userId(),
  expires: timestamp("expires", date).notNull(),
})

export const verificationTokens = mysqlTable(
  "verificationToken",
  {
    identifier: varchar("identifier", length).notNull(),
    token: varchar("token", length).notNull(),
    expires: timestamp("expires", date).notNull(),
  },
  (token) => [primaryKey({ columns: [token.identifier, token.token] })],
)

export const authenticators = mysqlTable(
  "authenticator",
  {
    credentialID: varchar("credentialID", length).notNull().unique(),
    userId: userId(),
    providerAccountId: varchar("providerAccountId", length).notNull(),
    credentialPublicKey: varchar("credentialPublicKey", length).notNull(),
    counter: int("counter").notNull(),
    credentialDeviceType: varchar("credentialDeviceType", length).notNull(),
    credentialBackedUp: boolean("credentialBackedUp").notNull(),
    transports: varchar("transports", length),
  },
  (passkey) => [primaryKey({ columns: [passkey.userId, passkey.credentialID] })],
)
