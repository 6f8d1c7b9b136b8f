import { AsyncLocalStorage } from "node:async_hooks"
import type { BetterAuthOptions, DBAdapter } from "better-auth"
import { createAdapterFactory } from "better-auth/adapters"
import { compareBy, matches, type StoredRow } from "./good-conditions.ts"

type Tables = Record<string, StoredRow[]>
type Join = Record<string, { on: { from: string; to: string }; limit?: number; relation?: string }>
type CustomAdapter = ReturnType<Parameters<typeof createAdapterFactory>[0]["adapter"]>
type Schema = Parameters<Parameters<typeof createAdapterFactory>[0]["adapter"]>[0]["schema"]

/** Fields that are unique together, besides those that are unique alone. */
const uniqueTogether: Readonly<Record<string, readonly string[]>> = { account: ["providerId", "accountId"] }

/**
 * A database in memory without known defects. A transaction holds the only lock, so other calls wait for it. Calls of the
 * outer adapter inside a transaction join it.
 */
export function goodDatabase() {
  let tables: Tables = {}
  let isDown = false
  let last: Promise<unknown> = Promise.resolve()
  const inside = new AsyncLocalStorage<{ isOpen: boolean }>()

  const locked = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  /** Runs one statement: at once inside a transaction, otherwise when its turn comes. */
  const statement = async <T>(work: () => T): Promise<T> => {
    await pause()
    if (isDown) throw new Error("connection refused")
    const current = inside.getStore()
    if (current && !current.isOpen) throw new Error("The transaction has ended.")
    return current ? work() : locked(async () => work())
  }

  const transaction = async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside.getStore()?.isOpen) return work()
    return locked(async () => {
      if (isDown) throw new Error("connection refused")
      const before = structuredClone(tables)
      const state = { isOpen: true }
      try {
        return await inside.run(state, work)
      } catch (error) {
        tables = before
        throw error
      } finally {
        state.isOpen = false
      }
    })
  }

  const database = (options: BetterAuthOptions): DBAdapter => {
    const adapter: DBAdapter = createAdapterFactory({
      config: {
        adapterId: "good",
        supportsJSON: true,
        supportsArrays: true,
        transaction: (work) => transaction(() => work(adapter)),
      },
      adapter: ({ schema }) => customAdapter({ schema, statement, tables: () => tables }),
    })(options)
    return adapter
  }

  return {
    database,
    outage: () => {
      isDown = true
    },
  }
}

/** The time that a database takes to answer, in which other calls run. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

type Parts = {
  readonly schema: Schema
  statement<T>(work: () => T): Promise<T>
  tables(): Tables
}

function customAdapter({ schema, statement, tables }: Parts): CustomAdapter {
  const tableOf = (model: string): StoredRow[] => {
    if (model === "conformanceMissing") throw new Error(`There is no table ${model}.`)
    const all = tables()
    all[model] ??= []
    return all[model]
  }
  const select = (model: string, where: Parameters<typeof matches>[1]) =>
    tableOf(model).filter((row) => matches(row, where))
  const copy = structuredClone as <T>(row: T) => T
  const fieldsOf = (model: string) => schema[model]?.fields ?? {}
  const remove = (model: string, rows: readonly StoredRow[]) => {
    tables()[model] = tableOf(model).filter((row) => !rows.includes(row))
    return rows.length
  }

  const refuseDuplicates = (model: string, row: StoredRow) => {
    const alone = Object.entries(fieldsOf(model)).flatMap(([name, { unique }]) => (unique ? [[name]] : []))
    const together = uniqueTogether[model] ? [uniqueTogether[model]] : []
    for (const names of [["id"], ...alone, ...together]) {
      const isTaken = (other: StoredRow) =>
        other !== row && names.every((name) => row[name] != null && other[name] === row[name])
      if (tableOf(model).some(isTaken)) throw new Error(`unique: ${model}.${names.join(" and ")} is taken`)
    }
  }
  const refuseEmpty = (model: string, row: StoredRow) => {
    for (const [name, { required, references }] of Object.entries(fieldsOf(model))) {
      if (name === "id") continue
      if (required && row[name] == null) throw new Error(`${model}.${name} must have a value`)
      const owner = row[name]
      if (references && owner != null && !tableOf(references.model).some(({ id }) => id === owner))
        throw new Error(`${model}.${name} refers to no row`)
    }
  }

  const change = (model: string, row: StoredRow, values: object) => {
    const changed = { ...row, ...copy(values) }
    const others = tableOf(model)
    const nth = others.indexOf(row)
    others[nth] = changed
    try {
      refuseDuplicates(model, changed)
    } catch (error) {
      others[nth] = row
      throw error
    }
    return changed
  }

  const joined = (row: StoredRow, join: Join | undefined): StoredRow => {
    const all = Object.entries(join ?? {}).map(([model, { on, limit = 100, relation }]) => {
      const rows = tableOf(model).filter((other) => other[on.to] === row[on.from])
      return [model, relation === "one-to-one" ? (rows[0] ?? null) : rows.slice(0, limit)] as const
    })
    return copy({ ...row, ...Object.fromEntries(all) })
  }

  return {
    create: ({ model, data }) =>
      statement(() => {
        const empty = Object.fromEntries(Object.keys(fieldsOf(model)).map((name) => [name, null]))
        const row: StoredRow = { ...empty, ...copy(data) } as StoredRow
        refuseEmpty(model, row)
        refuseDuplicates(model, row)
        tableOf(model).push(row)
        return copy(row) as never
      }),
    findOne: ({ model, where, join }) =>
      statement(() => {
        const [row] = select(model, where)
        return (row ? joined(row, join as Join | undefined) : null) as never
      }),
    findMany: ({ model, where, limit, offset = 0, sortBy, join, select: names }) =>
      statement(() => {
        const rows = select(model, where)
        if (sortBy) rows.sort(compareBy(sortBy.field, sortBy.direction))
        const page = rows.slice(offset, offset + limit).map((row) => joined(row, join as Join | undefined))
        const picked = (row: StoredRow) =>
          names ? Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))) : row
        return page.map(picked) as never
      }),
    count: ({ model, where }) => statement(() => select(model, where).length),
    update: ({ model, where, update }) =>
      statement(() => {
        const [row] = select(model, where)
        return (row ? copy(change(model, row, update as object)) : null) as never
      }),
    updateMany: ({ model, where, update }) =>
      statement(() => {
        const rows = select(model, where)
        for (const row of rows) change(model, row, update)
        return rows.length
      }),
    delete: ({ model, where }) => statement(() => void remove(model, select(model, where).slice(0, 1))),
    deleteMany: ({ model, where }) => statement(() => remove(model, select(model, where))),
    consumeOne: ({ model, where }) =>
      statement(() => {
        const [row] = select(model, where)
        if (row) remove(model, [row])
        return (row ? copy(row) : null) as never
      }),
    incrementOne: ({ model, where, increment, set }) =>
      statement(() => {
        const [row] = select(model, where)
        if (!row) return null
        const added = Object.entries(increment).map(([name, delta]) => [name, Number(row[name] ?? 0) + delta])
        return copy(change(model, row, { ...set, ...Object.fromEntries(added) })) as never
      }),
  }
}
