import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { drizzle } from "drizzle-orm/node-postgres"
import { boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { mortiseDatabase } from "mortise/better-auth"
import type { Pool } from "pg"
import { openPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import type { Engine } from "../contestant.ts"
import { requestWorkloads } from "../workloads.ts"
import { constants } from "./better-auth-constants.ts"
import { type Entry, onServer } from "./on-server.ts"
import { poolAt, versionAt } from "./postgres-ours.ts"
import { betterAuthCheck } from "./session-check.ts"

const onPool = (name: string, check: (pool: Pool) => unknown, besideLimit?: true): Entry => ({
  name,
  ...(besideLimit && { besideLimit }),
  async open(url) {
    const pool = poolAt(url)
    return { adapter: await check(pool), close: () => pool.end() }
  },
})

const date = (name: string) => timestamp(name, { withTimezone: true })
const dates = { createdAt: date("createdAt").notNull(), updatedAt: date("updatedAt").notNull() }
const schema = {
  user: pgTable("user", {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull().unique(),
    emailVerified: boolean("emailVerified").notNull(),
    image: text("image"),
    ...dates,
  }),
  session: pgTable("session", {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: text("userId").notNull(),
    expiresAt: date("expiresAt").notNull(),
    ipAddress: text("ipAddress"),
    userAgent: text("userAgent"),
    ...dates,
  }),
  // Better Auth refuses a schema without them.
  account: pgTable("account", {
    id: text("id").primaryKey(),
    accountId: text("accountId").notNull(),
    providerId: text("providerId").notNull(),
    userId: text("userId").notNull(),
    accessToken: text("accessToken"),
    refreshToken: text("refreshToken"),
    idToken: text("idToken"),
    accessTokenExpiresAt: date("accessTokenExpiresAt"),
    refreshTokenExpiresAt: date("refreshTokenExpiresAt"),
    scope: text("scope"),
    password: text("password"),
    ...dates,
  }),
  verification: pgTable("verification", {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: date("expiresAt").notNull(),
    ...dates,
  }),
}

const limit = onPool("constants", (pool) => betterAuthCheck(constants, pool))
const others = [
  onPool("mortise/better-auth (pg)", (pool) => betterAuthCheck(mortiseDatabase(pool), pool), true),
  onPool("better-auth (Kysely)", (pool) => betterAuthCheck(pool)),
  onPool("better-auth (Drizzle)", (pool) =>
    betterAuthCheck(drizzleAdapter(drizzle(pool, { schema }), { provider: "pg", schema }), pool),
  ),
]

export const betterAuthPostgres: Engine = {
  name: "better-auth-postgres",
  workloads: requestWorkloads,
  baseline: "constants",
  about:
    "`api.getSession` of Better Auth, from a request's cookie to the session and its user, with several adapters. 1.00 is an adapter that returns constants, so the rest of each ratio is the adapter. One PostgreSQL server on the loopback interface, a database and a pool of ten connections for each, the tables of Better Auth's own migration. No check extends its session, and the cookie cache is off.",
  async open() {
    const server = await openPostgres()
    const url = await server.database()
    return {
      contestants: [onServer(server, limit), ...others.map((entry) => onServer(server, entry))],
      version: await versionAt(url),
      env: { MORTISE_POSTGRES_URL: url },
      close: () => server.close(),
    }
  },
}
