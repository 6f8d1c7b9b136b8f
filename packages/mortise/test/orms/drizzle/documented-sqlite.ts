import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"

// The schema in the documentation of @auth/drizzle-adapter.

const date = { mode: "timestamp_ms" } as const

export const users = sqliteTable("user", {
  id: text("id")
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  name: text("name"),
  email: text("email").unique(),
  emailVerified: integer("emailVerified", date),
  image: text("image"),
})

const userId = () =>
  text("userId")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

export const accounts = sqliteTable(
  "account",
  {
    userId: userId(),
    type: text("type").$type<"email" | "oidc" | "oauth" | "webauthn">().notNull(),
    provider: text("provider").notNull(),
    providerAccountId: text("providerAccountId").notNull(),
    refresh_token: text("refresh_token"),
    access_token: text("access_token"),
    expires_at: integer("expires_at"),
    token_type: text("token_type"),
    scope: text("scope"),
    id_token: text("id_token"),
    session_state: text("session_state"),
  },
  (account) => [primaryKey({ columns: [account.provider, account.providerAccountId] })],
)

export const sessions = sqliteTable("session", {
  sessionToken: text("sessionToken").primaryKey(),
  userId: userId(),
  expires: integer("expires", date).notNull(),
})

export const verificationTokens = sqliteTable(
  "verificationToken",
  {
    identifier: text("identifier").notNull(),
    token: text("token").notNull(),
    expires: integer("expires", date).notNull(),
  },
  (token) => [primaryKey({ columns: [token.identifier, token.token] })],
)

export const authenticators = sqliteTable(
  "authenticator",
  {
    credentialID: text("credentialID").notNull().unique(),
    userId: userId(),
    providerAccountId: text("providerAccountId").notNull(),
    credentialPublicKey: text("credentialPublicKey").notNull(),
    counter: integer("counter").notNull(),
    credentialDeviceType: text("credentialDeviceType").notNull(),
    credentialBackedUp: integer("credentialBackedUp", { mode: "boolean" }).notNull(),
    transports: text("transports"),
  },
  (passkey) => [primaryKey({ columns: [passkey.userId, passkey.credentialID] })],
)
