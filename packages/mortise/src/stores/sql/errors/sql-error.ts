/**
 * Diagnoses a failed statement. The dialect recognizes the engine's error: a taken key, a missing owner, an empty
 * column, a missing table, or a code. A taken key arrives as column names, as an index name, or as one text, depending
 * on the engine; the schema maps it back to a model and its fields. An unrecognized error means that the answer was
 * lost: a read is `transient` and is retried, a write is `indeterminate`. Clients' messages and stacks can contain
 * values, so only the error's name and code are passed on as the cause.
 */

import { type ErrorCode, MortiseError } from "../../../contract/errors.ts"
import type { ModelName } from "../../../contract/models.ts"
import type { Model, Schema } from "../../../contract/schema.ts"
import { conflict, ownerMissing } from "../../../contract/store-errors.ts"
import { connectionProblem } from "../../../shared/connection-failures.ts"
import { mortise } from "../../../shared/mortise-command.ts"
import type { Dialect, TakenKey, Violation } from "../../../sql/dialect.ts"
import { errorContext } from "../../../sql/errors/error-context.ts"
import { safeCause } from "../../../sql/errors/safe-cause.ts"
import { findColumn } from "../compile/columns.ts"
import { tableTitle } from "../compile/tables.ts"

const messages: Partial<Record<ErrorCode, string>> = {
  transient: "The database was busy and changed nothing: try again.",
  indeterminate:
    "The database's answer was lost, so the change may have been applied: check before you repeat it.",
  unavailable: "The database refused the statement: check that it is open and reachable.",
  readonly: "The database does not accept writes: check whether it is a replica or its file is read-only.",
  corrupt: "The database cannot read its own data: restore it from a backup.",
  invalid: "The database refused one of the values: check the types and constraints of the table.",
}

/** Turns an engine's error into a `MortiseError` that contains no value. */
export function sqlError(
  schema: Schema,
  dialect: Dialect,
  model: ModelName,
  error: unknown,
  isRead: boolean,
): MortiseError {
  if (error instanceof MortiseError) return error
  const problem = connectionProblem(error)
  const violation = dialect.violation(error) ?? {
    code: errorContext(error).code ?? (problem ? "unavailable" : isRead ? "transient" : "indeterminate"),
  }
  if ("brokenReference" in violation)
    return model === "user" ? stillOwner(schema, error) : ownerMissing(model, safeCause(error))
  if ("taken" in violation) {
    const [taken, fields] = takenFields(schema, model, violation.taken)
    return conflict(taken, fields, safeCause(error))
  }
  if ("emptyColumn" in violation) return emptyColumn(schema, model, violation, error)
  const { code, detail, message } =
    "missing" in violation
      ? {
          ...violation,
          code: "not_migrated" as const,
          message: missingMessage(schema, schema.models[model], violation),
        }
      : { detail: undefined, message: violation.code === "unavailable" ? problem : undefined, ...violation }
  return new MortiseError(code, message ?? messages[code] ?? "The database failed.", {
    model,
    cause: safeCause(error, detail),
  })
}

/**
 * A user has no owner, so the error means that another row refers to the user. In a preset's tables, that row may have
 * been stored while the user was being deleted; another attempt then deletes it too.
 */
const stillOwner = ({ preset }: Schema, error: unknown): MortiseError =>
  new MortiseError(
    preset ? "transient" : "conflict",
    "A row of another table refers to this user, and its foreign key does not cascade: delete that row first.",
    { model: "user", cause: safeCause(error) },
  )

type EmptyColumn = Extract<Violation, { readonly emptyColumn: string }>
type Missing = Extract<Violation, { readonly missing: unknown }>

/** The call lacks a declared field, or the column is undeclared and can never get a value. */
function emptyColumn(
  schema: Schema,
  name: ModelName,
  { emptyColumn: column, table, detail }: EmptyColumn,
  error: unknown,
): MortiseError {
  const model = findTableModel(schema, table) ?? schema.models[name]
  const field = model.fields.find((candidate) => candidate.column === column)
  const message = field
    ? `${model.name}.${field.name} needs a value, because the column ${model.table}.${column} is NOT NULL: pass one, or allow null in the database.`
    : `The column ${model.table}.${column} is NOT NULL without a default, and the schema does not declare it: declare it ${schema.managed ? `in the schema of ${schema.managed.by}` : `under ${model.name}.fields in defineSchema`}, or give it a default in the database.`
  return new MortiseError("invalid", message, {
    model: model.name,
    fields: [field?.name ?? column],
    cause: safeCause(error, detail),
  })
}

function missingMessage(schema: Schema, ofCall: Model, { missing, name }: Missing): string {
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
  const formatKey = ({ table, fields }: Model, key: readonly string[]) =>
    key.map((name) => `${table}.${fields.find((field) => field.name === name)?.column}`).join(", ")
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
