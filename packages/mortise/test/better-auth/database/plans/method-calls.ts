import type { BetterAuthOptions } from "better-auth"
import type { DBAdapter, Where } from "better-auth/adapters"

/** A call, and how many rows it is about. */
export type Call = { readonly name: string; readonly rows: number; run(): Promise<unknown> }
export type Adapter = DBAdapter<BetterAuthOptions>

/** A field of a model, or several, by which rows are found, and the conditions for the row of a number. */
type Key = { readonly model: string; readonly fields: string; where(row: number): Where[] }

const by = (model: string, field: string, prefix: string): Key => ({
  ...{ model, fields: field },
  where: (row) => [{ field, value: prefix + row }],
})

const expired = (model: string): Key => ({
  ...{ model, fields: "expiresAt" },
  where: () => [{ field: "expiresAt", operator: "lt", value: new Date(Date.now() + 600_000) }],
})

const keys: readonly Key[] = [
  by("user", "id", "user-"),
  by("user", "email", "email-"),
  by("session", "id", "session-"),
  by("session", "token", "token-"),
  by("session", "userId", "user-"),
  expired("session"),
  by("account", "id", "account-"),
  by("account", "userId", "user-"),
  {
    ...{ model: "account", fields: "providerId and accountId" },
    where: (row) => [
      { field: "providerId", value: "credential" },
      { field: "accountId", value: `user-${row}` },
    ],
  },
  by("verification", "id", "verification-"),
  by("verification", "identifier", "identifier-"),
  expired("verification"),
  by("rateLimit", "id", "limit-"),
  by("rateLimit", "key", "key-"),
]

const changes: Readonly<Record<string, Record<string, unknown>>> = {
  user: { name: "Ada" },
  session: { userAgent: "agent" },
  account: { scope: "scope" },
  verification: { value: "other" },
  rateLimit: { lastRequest: 1 },
}

const changeOf = (model: string): Record<string, unknown> => ({ ...changes[model] })

/** Every method on every key, each with a row of its own after `last`. */
export function methodCalls(adapter: Adapter, last: number): Call[] {
  let row = last
  return keys.flatMap(({ model, fields, where: whereOf }) => {
    const update = changeOf(model)
    const page = {
      sortBy: { field: fields.replace(/ .*/, ""), direction: "desc" },
      limit: 5,
      offset: 1,
    } as const
    const increment = { count: 1 }
    const methods: Readonly<Record<string, (where: Where[]) => Promise<unknown>>> = {
      findOne: (where) => adapter.findOne({ model, where }),
      "findOne with select": (where) => adapter.findOne({ model, where, select: ["id"] }),
      findMany: (where) => adapter.findMany({ model, where }),
      "findMany with sortBy": (where) => adapter.findMany({ model, where, ...page }),
      count: (where) => adapter.count({ model, where }),
      update: (where) => adapter.update({ model, where, update }),
      updateMany: (where) => adapter.updateMany({ model, where, update }),
      ...(model === "rateLimit" && {
        incrementOne: (where) => adapter.incrementOne({ model, where, increment }),
      }),
      consumeOne: (where) => adapter.consumeOne({ model, where }),
      delete: (where) => adapter.delete({ model, where }),
      deleteMany: (where) => adapter.deleteMany({ model, where }),
    }
    return Object.entries(methods).map(([method, run]): Call => {
      const where = whereOf(++row)
      return { name: `${method} of ${model} by ${fields}`, rows: 10, run: () => run(where) }
    })
  })
}

const indexed = [
  ["user", "id", "user-"],
  ["user", "email", "email-"],
  ["session", "token", "token-"],
  ["session", "userId", "user-"],
  ["account", "userId", "user-"],
  ["verification", "identifier", "identifier-"],
] as const

/** Values of the rows after `last`. */
const listOf = (prefix: string, length: number, last: number): string[] =>
  Array.from({ length }, (_, index) => `${prefix}${last + index + 1}`)

/** Lists in conditions on indexed fields. Lists of 5,000 are only read: the rest costs time. */
export const listCalls = (adapter: Adapter, last: number): Call[] =>
  indexed.flatMap(([model, field, prefix]) =>
    [1, 100, 5000].flatMap((length) => {
      const where: Where[] = [{ field, operator: "in", value: listOf(prefix, length, last) }]
      const either = [...where, { field: "id", value: "none" }].map(
        (condition) => ({ ...condition, connector: "OR" }) as const,
      )
      const methods: Readonly<Record<string, () => Promise<unknown>>> = {
        findMany: () => adapter.findMany({ model, where, limit: length }),
        ...(length < 5000 && {
          "findMany with OR": () => adapter.findMany({ model, where: either, limit: length }),
          count: () => adapter.count({ model, where }),
          updateMany: () => adapter.updateMany({ model, where, update: changeOf(model) }),
        }),
      }
      return Object.entries(methods).map(
        ([method, run]): Call => ({
          name: `${method} of ${model} by ${length} of ${field}`,
          rows: length,
          run,
        }),
      )
    }),
  )
