import { MortiseError } from "../contract/errors.ts"
import { mortise } from "../shared/mortise-command.ts"
import type { Dialect } from "../sql/dialect.ts"
import { translateError } from "../sql/errors/translate-error.ts"
import { tenantColumn } from "./tenants.ts"

/** The table of a failed statement. */
type Place = {
  readonly model: string
  readonly dialect: Dialect
  readonly columns: readonly { readonly field: string; readonly column: string }[]
  readonly tenant?: object
}

/** Turns a client's error into a `MortiseError` that contains no value. */
export function databaseError(
  { model, dialect, columns, tenant }: Place,
  error: unknown,
  isRead: boolean,
): MortiseError {
  const toField = (name: string): string => columns.find(({ column }) => column === name)?.field ?? name
  return translateError(dialect, error, isRead, {
    unavailable:
      "The database did not accept the statement: check that it is open and reachable, and that its user has the rights.",
    explainMissing: ({ missing, name }) =>
      `The ${missing}${name ? ` ${name}` : ""} of the model ${model} does not exist: run the migrations of Better Auth, or ${mortise} migrate.`,
    takenKey(taken, cause) {
      const names = "names" in taken ? taken.names.split(", ").map(withoutTable) : []
      const keyColumns = "columns" in taken ? taken.columns : names
      const fields = keyColumns.filter((name) => !tenant || name !== tenantColumn).map(toField)
      const key = fields.length > 0 ? `${model}.${fields.join(" and ")}` : `A unique key of ${model}`
      const message = `${key} is already taken: look up the existing row.`
      return new MortiseError("conflict", message, { fields, cause })
    },
    brokenReference: (cause) =>
      new MortiseError(
        "not_found",
        `A row that this ${model} refers to does not exist, or still refers to it.`,
        { cause },
      ),
    emptyColumn: ({ emptyColumn }, cause) =>
      new MortiseError("invalid", `${model}.${toField(emptyColumn)} needs a value: its column is NOT NULL.`, {
        cause,
      }),
  })
}

const withoutTable = (name: string): string => name.slice(name.lastIndexOf(".") + 1)

/** The error for a value that a column cannot hold. */
export const invalidValue = (model: string, field: string): MortiseError =>
  new MortiseError("invalid", `The value of ${model}.${field} does not fit the type of its column.`, {
    fields: [field],
  })
