import { withRetry } from "../operations/retry.ts"
import type { Awaitable } from "../shared/awaitable.ts"
import { perClient } from "../shared/per-client.ts"
import type { Dialect } from "../sql/dialect.ts"
import type { Bound, Driver } from "../sql/driver.ts"
import type { Engine } from "../sql/engine.ts"
import type { FoundTable } from "../sql/introspection/found-table.ts"
import type { SqlClient } from "../sql/sql-client.ts"
import { statement } from "../sql/statement.ts"
import { type Column, createColumn, type FieldSpec } from "./columns.ts"
import { databaseError } from "./database-error.ts"
import { withDottedTables } from "./dotted-tables.ts"
import { tenantColumn } from "./tenants.ts"

/** A model, as Better Auth's options declare it. */
export type ModelSpec = {
  /** Better Auth's own name of the model. */
  readonly model: string
  readonly table: string
  /** The type of ids that Better Auth's options ask for. */
  readonly ids: "text" | "serial" | "uuid"
  readonly fields: readonly FieldSpec[]
  /** Whether the table has the rows of several tenants. */
  readonly hasTenant?: true
}

/** A model's table, with the representation of each column. */
export type Table = {
  readonly model: string
  readonly name: string
  readonly quoted: string
  readonly dialect: Dialect
  readonly columns: readonly Column[]
  readonly id: Column
  column(name: string): Column | undefined
  /** The column of the tenant, which is none of `columns`, and the tenant whose rows statements reach. */
  readonly tenant?: { readonly quoted: string; readonly name?: string | undefined }
  /** By the field's name, or by the column's. */
  field(name: string): Column | undefined
  /** What was compiled for the table, under a signature. */
  readonly compiled: Map<string, unknown>
}

/** The tables of one set of models in one database. */
export type Tables = {
  /** A model's table. The catalog is read before its first use, and again after `forget`. */
  getTable(model: string, driver: Driver): Awaitable<Table>
  /** Forgets the tables after an error that a changed table may have caused. */
  forget(): void
}

// They belong to the client, because frameworks make adapters for every request.
const getClientTables = perClient((_driver: Driver) => new Map<string, Tables>())

export function getTables(client: SqlClient, specs: ReadonlyMap<string, ModelSpec>): Tables {
  const ofClient = getClientTables(client.driver)
  const signature = JSON.stringify([...specs.values()])
  const tables = ofClient.get(signature) ?? createTables(client, specs)
  ofClient.set(signature, tables)
  return tables
}

function createTables(client: SqlClient, specs: ReadonlyMap<string, ModelSpec>): Tables {
  const tables = new Map<string, Table>()
  const readings = new WeakMap<Driver, Promise<Read>>()
  // Calls wait only for a reading of their own driver: a transaction's reading fails with the transaction.
  const read = (driver: Driver): Promise<Read> => {
    const reading = readings.get(driver) ?? readTables(client, driver, specs)
    readings.set(driver, reading)
    return reading.finally(() => readings.delete(driver))
  }
  const load = async (spec: ModelSpec, driver: Driver): Promise<Table> => {
    const { dialect, existing } = await read(driver)
    for (const [model, table] of existing) tables.set(model, table)
    // A missing table is not remembered: a migration may create it.
    return tables.get(spec.model) ?? createTable(dialect, spec, undefined)
  }
  return {
    getTable(model, driver) {
      const table = tables.get(model)
      return table ?? load(specs.get(model) as ModelSpec, driver)
    },
    forget: () => tables.clear(),
  }
}

type Read = { readonly dialect: Dialect; readonly existing: ReadonlyMap<string, Table> }

async function readTables(
  client: SqlClient,
  driver: Driver,
  specs: ReadonlyMap<string, ModelSpec>,
): Promise<Read> {
  const names = [...new Set([...specs.values()].map(({ table }) => table))]
  const read = async (): Promise<readonly [Engine, readonly FoundTable[], (name: string) => string]> => {
    const engine = (await client.detectEngine?.(driver)) ?? client.engine
    const { readTables, foldName } = await engine.catalog()
    const ask = async (text: string, values: readonly Bound[] = []) =>
      (await driver.run(statement(text), values)).rows
    return [engine, await readTables(ask, names), foldName]
  }
  const translate = (error: unknown) =>
    databaseError({ dialect: client.engine.dialect, model: "tables", columns: [] }, error, true)
  const [engine, existingTables, foldName] = await withRetry(read, (result) => result, translate, driver)
  const dialect = withDottedTables(engine.dialect)
  const tables = new Map<string, Table>()
  for (const spec of specs.values()) {
    const existing = existingTables.find(({ table }) => foldName(table) === foldName(spec.table))
    if (existing) tables.set(spec.model, createTable(dialect, spec, existing, foldName))
  }
  return { dialect, existing: tables }
}

function createTable(
  dialect: Dialect,
  { model, table, fields, hasTenant }: ModelSpec,
  existing: FoundTable | undefined,
  foldName: (name: string) => string = (name) => name,
): Table {
  const isSame = (left: string | undefined, right: string): boolean =>
    left !== undefined && foldName(left) === foldName(right)
  // The tenant, with which every key of its tables starts, is a part of each condition.
  const keys = existing?.indexes.map(({ columns, isUnique }) => {
    const isScoped = hasTenant && isSame(columns[0], tenantColumn)
    return { isUnique, columns: isScoped ? columns.slice(1) : columns }
  })
  const columns = fields.map((field) => {
    const column = field.stored ?? field.column
    const stored = existing?.columns.find(({ name }) => isSame(name, column))
    const indexes = keys?.filter(({ columns }) => isSame(columns[0], column)) ?? []
    const isKey = indexes.some((index) => index.isUnique && index.columns.length === 1)
    return {
      ...createColumn(dialect, field, stored && { ...stored, isKey, isIndexed: indexes.length > 0 }),
      quoted: dialect.quote(column),
    }
  })
  const byColumn = new Map(columns.map((column) => [column.column, column]))
  const byField = new Map(columns.map((column) => [column.field, column]))
  return {
    model,
    name: table,
    quoted: dialect.quoteTable(table),
    dialect,
    columns,
    ...(hasTenant && { tenant: { quoted: dialect.quote(tenantColumn) } }),
    id: columns.find(({ field }) => field === "id") as Column,
    column: (name) => byColumn.get(name),
    field: (name) => byField.get(name) ?? byColumn.get(name),
    compiled: new Map(),
  }
}

/** The table for statements that reach the rows of one tenant. Tables without tenants stay as they are. */
export const ofTenant = (table: Table, name: string | undefined): Table =>
  table.tenant ? { ...table, tenant: { ...table.tenant, name } } : table

// An application selects few different sets of columns.
const mostCompiled = 200

/** What `make` makes for a table and a signature, made once. */
export function compiledOnce<T>({ compiled }: Table, signature: string, make: () => T): T {
  const existing = compiled.get(signature) as T | undefined
  if (existing) return existing
  const made = make()
  if (compiled.size < mostCompiled) compiled.set(signature, made)
  return made
}
