import type { Owner } from "../../../contract/models.ts"
import type { Column, Model, Schema } from "../../../contract/schema.ts"
import type { Severity } from "../../../contract/server-finding.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { FindingCode, TableComparison } from "../../../sql/introspection/drift.ts"
import type { Ask } from "../../../sql/introspection/introspection.ts"
import { toStorage } from "../../../sql/storage.ts"
import type { ForeignKey, TableSpec } from "../../../sql/tables/table-spec.ts"
import { findColumn } from "./columns.ts"

/** The table of a model: `migrate` creates it, `inspect` compares it with the database. */
export type ModelTable = TableSpec & { readonly model: Model }

/** The table of a model, the table in the database, and their differences. */
export type ModelComparison = TableComparison<ModelTable>

/** What a wall needs to know about the tables. */
export type WalledTables = {
  readonly specs: readonly ModelTable[]
  readonly dialect: Dialect
  readonly ask: Ask
}

/** What the database lacks of a wall. */
export type WallProblem = {
  readonly code: Extract<FindingCode, "missing_policy" | "open_policy" | "bypassed_policies">
  readonly spec: ModelTable
  readonly severity: Severity
  readonly why: string
  readonly advice: string
  readonly by: "migrate" | "hand"
  readonly statements: readonly string[]
}

/** What migrations need to know about a second wall between tenants. */
export type TableWall = {
  /** The statements that put a table behind the wall. */
  buildTexts(spec: ModelTable, dialect: Dialect): readonly string[]
  findProblems(tables: WalledTables): Promise<readonly WallProblem[]>
}

/** The tables of a schema in a dialect, users first. */
export const toModelTables = (schema: Schema, dialect: Dialect): ModelTable[] =>
  Object.values(schema.models).map((model) => toModelTable(schema, model, dialect))

/** A model's table as messages name it. */
export const tableTitle = (
  { pgSchema }: { readonly pgSchema?: string | undefined },
  { table }: { readonly table: string },
): string => (pgSchema === undefined ? table : `${pgSchema}.${table}`)

function toModelTable(schema: Schema, model: Model, dialect: Dialect): ModelTable {
  const { owner, expiry } = model
  const toColumnNames = (fields: readonly string[]) => fields.map((field) => findColumn(model, field).column)
  const [primary = [], ...uniques] = model.keys
  const tenant = model.tenant ? [model.tenant] : []
  // A key's index also serves lookups by its first column, or by the first after the tenant.
  const leads = (field: string) => model.keys.some((key) => key[tenant.length] === field)
  const indexed = [owner?.field, expiry].filter(
    (field) => field !== undefined && !leads(field) && canUseIndex(findColumn(model, field)),
  ) as string[]
  return {
    model,
    table: model.table,
    title: tableTitle(schema, model),
    columns: [...tenant, ...model.fields, ...model.filled].map((field) => ({
      field,
      column: field.column,
      type: dialect.type(field, schema.ids),
      notNull: isNotNull(field),
      inKey: field.inKey,
    })),
    primaryKey: toColumnNames(primary),
    uniques: uniques.map(toColumnNames),
    indexes: toColumnNames(indexed).map((column) => [...tenant.map((part) => part.column), column]),
    lowerUniques:
      schema.email === "legacy" && model.name === "user" && dialect.indexesLower
        ? toColumnNames(["email"])
        : [],
    foreignKeys: owner?.mustExist ? [foreignKey(schema, model, owner, dialect)] : [],
  }
}

/** Whether an index is in the order of a column's values. Texts that hold milliseconds are compared as numbers. */
export const canUseIndex = (column: Column): boolean => toStorage(column) !== "milliseconds_date"

/**
 * Whether the column is `NOT NULL`. It is not when the default is a function: SQL cannot call it for existing rows,
 * and a process of an older version, which does not know the field, must still be able to insert.
 */
function isNotNull({ presence, default: value, inKey }: Column): boolean {
  if (presence === "defaulted") return inKey || (typeof value !== "function" && value !== null)
  return presence === "required" || presence === "generated"
}

const foreignKey = (schema: Schema, model: Model, owner: Owner, { family }: Dialect): ForeignKey => ({
  ...(model.tenant && { tenant: model.tenant.column }),
  column: findColumn(model, owner.field).column,
  table: schema.models.user.table,
  title: tableTitle(schema, schema.models.user),
  references: findColumn(schema.models.user, owner.of).column,
  // MariaDB reports its default as RESTRICT, which ORMs take for a difference.
  ...(family === "mysql" && { onUpdate: "no action" }),
})
