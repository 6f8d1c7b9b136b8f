import type { Where } from "better-auth/adapters"
import type { Adapter, Call } from "./method-calls.ts"

/** Pages, lookups at once, and alternatives, about the rows after `last`. */
export function pageCalls(adapter: Adapter, last: number): Call[] {
  const page = (field: string, direction: "asc" | "desc", where: Where[] = []) =>
    adapter.findMany({ model: "user", where, sortBy: { field, direction }, limit: 50, offset: 50 })
  const where = [
    { field: "id", value: `user-${last + 1}`, connector: "OR" },
    { field: "email", value: `email-${last + 2}`, connector: "OR" },
  ] satisfies Where[]
  const ofUser = (row: number): Where[] => [{ field: "id", value: `user-${last + row}` }]
  const rows = Array.from({ length: 20 }, (_, index) => index + 1)
  const after: Where = { field: "id", operator: "gt", value: `user-${last}` }
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    "users without conditions": () => adapter.findMany({ model: "user", limit: 50 }),
    "a page without order": () => adapter.findMany({ model: "user", limit: 50, offset: 50 }),
    "a page by id": () => page("id", "asc"),
    "a page by email": () => page("email", "desc"),
    "a page after an id": () => page("id", "asc", [after]),
    "id or email": () => adapter.findMany({ model: "user", where }),
    "users at once": () =>
      Promise.all(rows.map((row) => adapter.findOne({ model: "user", where: ofUser(row) }))),
  }
  return Object.entries(calls).map(([name, run]) => ({ name, rows: 100, run }))
}

/** Relations, read by joins or by statements of their own. */
export function relationCalls(adapter: Adapter, last: number): Call[] {
  const one = (field: string, prefix: string, row = 1): Where[] => [{ field, value: prefix + (last + row) }]
  const rows = Array.from({ length: 20 }, (_, index) => index + 1)
  const emails: Where = { field: "email", operator: "in", value: rows.map((row) => `email-${last + row}`) }
  const joined = { join: { session: true, account: true } } as const
  const session = { model: "session", join: { user: true } } as const
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    "a user with relations": () => adapter.findOne({ model: "user", where: one("id", "user-"), ...joined }),
    "a user with accounts": () =>
      adapter.findOne({ model: "user", where: one("email", "email-"), join: { account: true } }),
    "users with relations": () => adapter.findMany({ model: "user", where: [emails], ...joined }),
    "a session with its user": () => adapter.findOne({ ...session, where: one("token", "token-") }),
    "sessions with users at once": () =>
      Promise.all(rows.map((row) => adapter.findOne({ ...session, where: one("token", "token-", row) }))),
    "a list of sessions with users": () => adapter.findMany({ ...session, limit: 50 }),
  }
  return Object.entries(calls).map(([name, run]) => ({ name, rows: 100, run }))
}

/** PostgreSQL uses an index for it in the locale C only, and SQLite shows the plan for any pattern. */
export const startCall = (adapter: Adapter, last: number): Call => ({
  ...{ name: "the start of a text", rows: 100 },
  run: () =>
    adapter.findMany({
      model: "user",
      where: [{ field: "email", operator: "starts_with", value: `email-${last + 1}` }],
    }),
})

/** Calls that read a whole table, with the reason. */
export const exceptions = {
  "count without conditions": "A table's rows are counted one by one.",
  "listing by an unindexed field": "Better Auth declares no index on the name of a user.",
  "an unindexed field or an indexed one": "Better Auth declares no index on the name of a user.",
  "a page by an unindexed field": "Better Auth declares no index on the creation of a user.",
  contains: "No index of a column finds a part of its texts.",
  ends_with: "No index of a column finds the ends of its texts.",
  "starts_with in any case": "The index of a column has each text in one case.",
  "equal in any case": "The index of a column has each text in one case.",
  ne: "Nearly all rows match.",
  not_in: "Nearly all rows match.",
} as const

export function exceptionalCalls(adapter: Adapter): Call[] {
  const count = (...where: Where[]) => adapter.count({ model: "user", where })
  const name: Where = { field: "name", value: "name-1" }
  const email = { field: "email", value: "email-1" }
  const sortBy = { field: "createdAt", direction: "desc" } as const
  const calls: Readonly<Record<keyof typeof exceptions, () => Promise<unknown>>> = {
    "count without conditions": () => count(),
    "listing by an unindexed field": () => adapter.findMany({ model: "user", where: [name], limit: 50 }),
    "an unindexed field or an indexed one": () =>
      count({ ...name, connector: "OR" }, { ...email, connector: "OR" }),
    "a page by an unindexed field": () => adapter.findMany({ model: "user", sortBy, limit: 50 }),
    contains: () => count({ ...email, operator: "contains" }),
    ends_with: () => count({ ...email, operator: "ends_with" }),
    "starts_with in any case": () => count({ ...email, operator: "starts_with", mode: "insensitive" }),
    "equal in any case": () => count({ ...email, mode: "insensitive" }),
    ne: () => count({ ...email, operator: "ne" }),
    not_in: () => count({ ...email, operator: "not_in", value: ["email-1", "email-2"] }),
  }
  return Object.entries(calls).map(([name, run]) => ({ name, rows: 50, run }))
}
