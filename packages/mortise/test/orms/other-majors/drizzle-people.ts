import { defineRelations } from "drizzle-orm"
import { drizzle as onPg } from "drizzle-orm/node-postgres"
import * as pg from "drizzle-orm/pg-core"
import { Pool } from "pg"

/** A type whose values Drizzle converts. */
const sealed = pg.customType<{ data: string; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => `sealed ${value}`,
  fromDriver: (value) => value.slice(7),
})
/** A type that only names an SQL type. */
const named = pg.customType<{ data: string }>({ dataType: () => "varchar(64)" })

export const roleEnum = pg.pgEnum("role", ["member", "admin"])

export const users = pg.pgTable("people", {
  id: pg
    .uuid("id")
    .primaryKey()
    .$defaultFn(() => "00000000-0000-4000-8000-00000000000a"),
  name: pg.text("name"),
  email: pg.text("email").notNull(),
  emailVerified: pg.timestamp("email_verified", { withTimezone: true }),
  image: pg.text("image"),
  role: roleEnum("role").default("member").notNull(),
  plan: pg.text("plan").$type<"free" | "paid">().default("free"),
  createdAt: pg.timestamp("created_at").defaultNow().notNull(),
  updatedAt: pg.timestamp("updated_at").$onUpdate(() => new Date()),
  settings: pg.jsonb("settings").$type<{ theme: string }>(),
  balance: pg.numeric("balance"),
  logins: pg
    .integer("logins")
    .notNull()
    .$defaultFn(() => 7),
  nick: named("nick"),
  // Only Drizzle can read and write these; rows have no such fields.
  note: sealed("note"),
  tags: pg.text("tags").array(),
  big: pg.bigint("big", { mode: "bigint" }),
})

export const sessions = pg.pgTable("visits", {
  session_token: pg.text("session_token").primaryKey(),
  user_id: pg.uuid("user_id").notNull(),
  expires: pg.timestamp("expires", { mode: "date", precision: 3 }).notNull(),
})

/** Columns without names, which `casing` gives them. */
export const cased = pg.snakeCase.table("cased", {
  id: pg.serial().primaryKey(),
  name: pg.text(),
  email: pg.text(),
  emailVerified: pg.timestamp(),
  image: pg.text(),
  favoriteColor: pg.text(),
})

export const inSchema = pg.pgSchema("auth").table("sessions", {
  sessionToken: pg.text("session_token").primaryKey(),
  userId: pg.uuid("user_id").notNull(),
  expires: pg.timestamp("expires", { precision: 3 }).notNull(),
})
export const withoutEmail = pg.pgTable("user", { id: pg.text("id").primaryKey(), name: pg.text("name") })
export const withSealedName = pg.pgTable("user", {
  id: pg.text("id").primaryKey(),
  name: sealed("name"),
  email: pg.text("email"),
})

export const openPeople = (url?: string) => {
  const client = new Pool({ connectionString: url })
  const db = onPg({ client, relations: defineRelations({ users, sessions }) })
  return { client, db, casedDb: onPg({ client }), close: () => client.end() }
}
