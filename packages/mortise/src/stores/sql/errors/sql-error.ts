/**
 * Names the table and the fields of a failed statement. A taken key arrives as column names, as an index name, or as one
 * text, depending on the engine; the schema maps it back to a model and its fields.
 */
import { MortiseError } from "../../../contract/errors.ts"
import type { ModelName } from "../../../contract/models.ts"
import type { Model, Schema } from "../../../contract/schema.ts"
import { conflict, ownerMissing } from "../../../contract/store-errors.ts"
import { mortise } from "../../../shared/mortise-command.ts"
import type { Dialect, TakenKey } from "../../../sql/dialect.ts"
import { type EmptyColumn, type MissingPart, translateError } from "../../../sql/errors/translate-error.ts"
import { findColumn } from "../compile/columns.ts"
import { tableTitle } from "../compile/tables.ts"
import { withoutTenant } from "../compile/tenant-schema.ts"

/** Turns an engine's error into a `MortiseError` that contains no value. */
export const sqlError = (
  schema: Schema,
  dialect: Dialect,
  model: ModelName,
  error: unknown,
  isRead: boolean,
): MortiseError =>
  translateError(dialect, error, isRead, {
    model,
    unavailable: "The database refused the statement: check that it is open and reachable.",
    explainMissing: (part) => explainMissing(schema, schema.models[model], part),
    takenKey(key, cause) {
      const [taken, fields] = takenFields(schema, model, key)
      return conflict(taken, withoutTenant(fields), cause)
    },
    brokenReference: (cause) => (model === "user" ? stillOwner(schema, cause) : ownerMissing(model, cause)),
    emptyColumn: (column, cause) => emptyColumn(schema, model, column, cause),
  })

/**
 * A user has no owner, so the error means that another row refers to the user. In a preset's tables, that row may have
 * been stored while the user was being deleted; another attempt then deletes it too.
 */
const stillOwner = ({ preset }: Schema, cause: Error): MortiseError =>
  new MortiseError(
    preset ? "transient" : "conflict",
    "A row of another table refers to this user, and its foreign key does not cascade: delete that row first.",
    { model: "user", cause },
  )

/** The call lacks a declared field, or the column is undeclared and can never get a value. */
function emptyColumn(
  schema: Schema,
  name: ModelName,
  { emptyColumn: column, table }: EmptyColumn,
  cause: Error,
): MortiseError {
  const model = findTableModel(schema, table) ?? schema.models[name]
  const field = model.fields.find((candidate) => candidate.column === column)
  const message = field
    ? `${model.name}.${field.name} needs a value, because the column ${model.table}.${column} is NOT NULL: pass one, or allow null in the database.`
    : `The column ${model.table}.${column} is NOT NULL without a default, and the schema does not declare it: declare it ${schema.managed ? `in the schema of ${schema.managed.by}` : `under ${model.name}.fields in defineSchema`}, or give it a default in the database.`
  return new MortiseError("invalid", message, {
    model: model.name,
    fields: [field?.name ?? column],
    cause,
  })
}

function explainMissing(schema: Schema, ofCall: Model, { missing, name }: MissingPart): string {
  const model = (missing === "table" && findTableModel(schema, name)) || ofCall
  const what =
    missing === "table"
      ? `The table ${schema.pgSchema === undefined ? (name ?? model.table) : tableTitle(schema, model)}`
      : `A column${name ? `, ${name},` : ""} of ${tableTitle(schema, model)}`
  const field = model.fields.find(({ column }) => missing === "column" && column === name)
  return schema.managed
    ? `${what} does not exist: run the migrations of ${schema.managed.by}. If they do not create it, ${schema.managed.advice(model.name, field?.name)}`
    : `${what} does not exist: run migrate(adapter) of mortise/migrate, or ${mortise} migrate, or give the existing name, or the preset of an official adapter, in defineSchema.`
}

const findTableModel = (schema: Schema, table: string | undefined): Model | undefined =>
  Object.values(schema.models).find((model) => table === model.table || table === tableTitle(schema, model))

function takenFields(schema: Schema, model: ModelName, taken: TakenKey): [ModelName, readonly string[]] {
  if ("names" in taken) return fieldsByColumnList(schema, model, taken.names)
  const described = findTableModel(schema, taken.table) ?? schema.models[model]
  if ("key" in taken) return [described.name, fieldsByIndexName(described, taken.key)]
  return [described.name, taken.columns.map((column) => findColumnField(described, column))]
}

/**
 * Compares the whole text, because a table's name can contain a dot or a comma. Names have no case in SQLite, and one of
 * its clients reports them in lower case.
 */
function fieldsByColumnList(schema: Schema, model: ModelName, names: string): [ModelName, readonly string[]] {
  const formatKey = (described: Model, key: readonly string[]) =>
    key.map((name) => `${described.table}.${findColumn(described, name).column}`).join(", ")
  for (const described of Object.values(schema.models)) {
    const keys = [...described.keys, ...described.fields.map(({ name }) => [name])]
    const key = keys.find(
      (candidate) => formatKey(described, candidate).toLowerCase() === names.toLowerCase(),
    )
    if (key) return [described.name, key]
  }
  return [model, [names]]
}

/** A key's fields by the name of its index: ours, the engine's, else the only candidate. */
function fieldsByIndexName(model: Model, name: string): readonly string[] {
  const [primary = [], ...others] = model.keys
  if (name === "PRIMARY" || name.endsWith("_pkey")) return primary
  const isNamed = (key: readonly string[]) => {
    const columns = key.map((field) => findColumn(model, field).column)
    return name === columns[0] || name === `${model.table}_${columns.join("_")}_key`
  }
  return others.find(isNamed) ?? others[0] ?? primary
}

const findColumnField = (model: Model, column: string): string =>
  model.fields.find((field) => field.column === column)?.name ?? column
