import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core"

// The schema in the documentation of @auth/drizzle-adapter.

const date = { mode: "date" } as const

export const users = pgTable("user", {
  id: text("id")
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  name: text("name"),
  email: text("email").unique(),
  emailVerified: timestamp("emailVerified", date),
  image: text("image"),
})

const userId = () =>
  text("userId")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

export const accounts = pgTable(
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

export const sessions = pgTable("session", {
  sessionToken: text("sessionToken").primaryKey(),
  userId: userId(),
  expires: timestamp("expires", date).notNull(),
})

export const verificationTokens = pgTable(
  "verificationToken",
  {
    identifier: text("identifier").notNull(),
    token: text("token").notNull(),
    expires: timestamp("expires", date).notNull(),
  },
  (token) => [primaryKey({ columns: [token.identifier, token.token] })],
)

export const authenticators = pgTable(
  "authenticator",
  {
    credentialID: text("credentialID").notNull().unique(),
    userId: userId(),
    providerAccountId: text("providerAccountId").notNull(),
    credentialPublicKey: text("credentialPublicKey").notNull(),
    counter: integer("counter").notNull(),
    credentialDeviceType: text("credentialDeviceType").notNull(),
    credentialBackedUp: boolean("credentialBackedUp").notNull(),
    transports: text("transports"),
  },
  (passkey) => [primaryKey({ columns: [passkey.userId, passkey.credentialID] })],
)
