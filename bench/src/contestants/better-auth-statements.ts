import { createAdapterFactory } from "better-auth/adapters"
import type { openBetterSqlite3 } from "./better-sqlite3.ts"

type Row = Record<string, unknown>
type Prepared = { get(value: unknown): Row | undefined; run(...values: unknown[]): unknown }

const dates = ["expiresAt", "createdAt", "updatedAt"]

/** What a lookup costs at least on SQLite: one prepared statement for each, and its dates. */
export const statementsOn = (db: ReturnType<typeof openBetterSqlite3>) => {
  const known = new Map<string, Prepared>()
  const prepared = (text: string): Prepared => {
    const statement = known.get(text) ?? (db.prepare(text) as unknown as Prepared)
    known.set(text, statement)
    return statement
  }
  return createAdapterFactory({
    config: { adapterId: "statements" },
    adapter: () => ({
      async create({ model, data }) {
        const row = data as Row
        const values = Object.values(row).map(stored)
        const columns = Object.keys(row).join()
        prepared(`INSERT INTO ${model} (${columns}) VALUES (${values.map(() => "?")})`).run(...values)
        return data
      },
      async findOne({ model, where: [condition] }) {
        const row = prepared(`SELECT * FROM ${model} WHERE ${condition?.field} = ?`).get(condition?.value)
        if (!row) return null
        for (const name of dates) if (name in row) row[name] = new Date(row[name] as string)
        return { ...row, ...("emailVerified" in row && { emailVerified: row.emailVerified === 1 }) } as never
      },
      findMany: unused,
      update: unused,
      updateMany: unused,
      delete: unused,
      deleteMany: unused,
      count: unused,
    }),
  })
}

const stored = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === "boolean" ? Number(value) : value

const unused = (): never => {
  throw new Error("A session check makes no such call.")
}
