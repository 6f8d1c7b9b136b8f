/**
 * The rows of Better Auth's models as they are stored: below layers, and below the transforms of an adapter. Values are
 * exact: a whole number that JavaScript would round is a text.
 */
import { MortiseError } from "../contract/errors.ts"
import { printable } from "../shared/printable.ts"
import { type BetterAuthInstance, openAuthTables } from "./migrate/auth-tables.ts"
import { readSpecs } from "./migrate/read-specs.ts"
import type { AuthSchema, AuthTable } from "./schema/auth-table.ts"
import { count, findMany } from "./sql/read.ts"
import type { Condition } from "./sql/where.ts"
import { create, updateMany } from "./sql/write.ts"
import { getTables, type ModelSpec, ofTenant, type Table } from "./tables.ts"

/** A row by Better Auth's names of fields. */
export type StoredRow = Readonly<Record<string, unknown>>

type Texts = Readonly<Record<string, string | null>>

/** The rows of a Better Auth configuration. */
export type StoredRows = {
  readonly engine: string
  /** Each table after the tables that it refers to. */
  readonly tables: readonly AuthTable[]
  readonly schema: AuthSchema
  /** The rows after an id, in the order of ids. */
  page(model: string, after: string | undefined, limit: number): Promise<StoredRow[]>
  find(model: string, ids: readonly string[]): Promise<StoredRow[]>
  count(model: string): Promise<number>
  /** Returns the row as it is stored now. */
  create(model: string, row: StoredRow): Promise<StoredRow>
  /** Changes texts of a row, and returns whether the earlier ones were still stored. */
  replace(model: string, id: string, from: Texts, to: Texts): Promise<boolean>
  /** Lets the database generate ids after those that were given. */
  continueIds(): Promise<void>
}

/** A model's table. */
type Model = {
  readonly plain: Table
  /** Reads and writes numbers as texts. */
  readonly exact: Table
  readonly numbers: ReadonlySet<string>
}

/** Opens the rows of a Better Auth configuration. */
export async function openStoredRows(auth: BetterAuthInstance, operation: string): Promise<StoredRows> {
  const { tables, schema, source, options, dialect, ask } = await openAuthTables(auth, operation)
  const { client } = source
  const { driver } = client
  const tenant = source.readTenant?.()
  const specs = mergeSpecs(tables, [...readSpecs(source, options).values()])
  const plainTables = getTables(client, specs)
  const exactTables = getTables(client, new Map([...specs].map(([model, spec]) => [model, withTexts(spec)])))
  plainTables.forget()
  exactTables.forget()

  const models = new Map<string, Model>()
  const openModel = async (name: string): Promise<Model> => {
    const existing = models.get(name)
    if (existing) return existing
    const fields = specs.get(name)?.fields ?? []
    const numbers = new Set(fields.filter(({ kind }) => kind === "number").map(({ field }) => field))
    const exact = readExactly(ofTenant(await exactTables.getTable(name, driver), tenant), numbers)
    const model = { plain: ofTenant(await plainTables.getTable(name, driver), tenant), exact, numbers }
    models.set(name, model)
    return model
  }

  const list = async (name: string, toWhere: (id: string) => Condition[], limit: number) => {
    const { exact, numbers } = await openModel(name)
    const id = exact.id.column
    const sortBy = { field: id, direction: "asc" } as const
    const rows = await findMany(exact, driver, { where: toWhere(id), joins: [], limit, sortBy })
    return rows.map((row) => toFields(exact, numbers, row))
  }

  return {
    engine: dialect.name,
    tables,
    schema,
    page: (name, after, limit) =>
      list(name, (id) => (after === undefined ? [] : [{ field: id, operator: "gt", value: after }]), limit),
    find: (name, ids) => list(name, (id) => [{ field: id, operator: "in", value: ids }], ids.length),
    count: async (name) => count((await openModel(name)).plain, driver, undefined),

    async create(name, row) {
      const { plain, exact, numbers } = await openModel(name)
      const table = [...numbers].some((field) => typeof row[field] === "string") ? exact : plain
      return toFields(table, numbers, await create(table, driver, toColumns(table, row)))
    },

    async replace(name, id, from, to) {
      const { plain } = await openModel(name)
      const conditions = Object.entries(toColumns(plain, { id, ...from }))
      const where = conditions.map(([field, value]) => ({ field, value }))
      return (await updateMany(plain, driver, where, toColumns(plain, to))) > 0
    },

    async continueIds() {
      if (dialect.family !== "postgres") return
      for (const { model } of tables) {
        const { quoted, id } = (await openModel(model)).plain
        if (!id.wire.isInteger) continue
        const ids = `SELECT pg_get_serial_sequence($1, $2)::regclass AS sequence, (SELECT max(${id.quoted}) FROM ${quoted}) AS last`
        const text = `SELECT setval(sequence, greatest(last, pg_sequence_last_value(sequence))) FROM (${ids}) ids WHERE sequence IS NOT NULL AND last IS NOT NULL`
        await ask(text, [quoted, id.stored ?? id.column])
      }
    },
  }
}

/** A model for each table, with the fields that plugins add to it under another key. */
const mergeSpecs = (tables: readonly AuthTable[], specs: readonly ModelSpec[]): Map<string, ModelSpec> =>
  new Map(
    tables.flatMap(({ model, table }) => {
      const parts = specs.filter((spec) => spec.table === table)
      const fields = new Map(parts.flatMap((spec) => spec.fields).map((field) => [field.column, field]))
      return parts[0] ? [[model, { ...parts[0], fields: [...fields.values()] }]] : []
    }),
  )

const withTexts = (spec: ModelSpec): ModelSpec => ({
  ...spec,
  fields: spec.fields.map((field) => (field.kind === "number" ? { ...field, kind: "string" } : field)),
})

/** Clients of SQLite round large numbers, or refuse them, unless they are selected as texts. */
const readExactly = (table: Table, numbers: ReadonlySet<string>): Table => ({
  ...table,
  columns: table.columns.map((column) => {
    if (table.dialect.family !== "sqlite" || !numbers.has(column.field)) return column
    const selectColumn = (name: string) =>
      `CASE typeof(${name}) WHEN 'integer' THEN CAST(${name} AS TEXT) ELSE ${name} END`
    return { ...column, wire: { ...column.wire, selectColumn }, decode: (stored) => stored ?? null }
  }),
})

const toColumns = (table: Table, row: StoredRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [table.field(field)?.column ?? field, value]),
  )

const toFields = (table: Table, numbers: ReadonlySet<string>, row: StoredRow): StoredRow =>
  Object.fromEntries(
    table.columns.map(({ field, column }) => {
      const value = row[column]
      if (value instanceof Date && Number.isNaN(value.getTime()))
        throw new MortiseError(
          "corrupt",
          `${table.model}.${field} of the row ${printable(String(row[table.id.column]))} holds no date: correct it, and run the command again.`,
        )
      return [field, typeof value === "string" && numbers.has(field) ? toNumber(value) : value]
    }),
  )

/** A text as a number, if it is exact as one. */
function toNumber(text: string): number | string {
  const number = Number(text)
  const isRounded = Number.isInteger(number) && !Number.isSafeInteger(number)
  return Number.isFinite(number) && !isRounded ? number : text
}
