import { type ErrorCode, MortiseError } from "../../contract/errors.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Model, Schema } from "../../contract/schema.ts"
import { conflict, ownerMissing } from "../../contract/store-errors.ts"
import type { Dialect, Taken } from "./dialect.ts"

const sentences: Partial<Record<ErrorCode, string>> = {
  transient: "The database was busy and changed nothing: try again.",
  indeterminate:
    "The database's answer was lost, so the change may have been made: look before you repeat it.",
  unavailable: "The database did not take the statement: is it open, reachable and migrated?",
  readonly: "The database takes no writes at present: is it a replica, or its file read-only?",
  corrupt: "The database cannot read what it holds: restore it from a backup.",
}

/** An engine's error in our words, without a value in it. A read whose answer was lost may be asked again. */
export function sqlError(
  schema: Schema,
  dialect: Dialect,
  model: ModelName,
  error: unknown,
  isRead: boolean,
): MortiseError {
  if (error instanceof MortiseError) return error
  const violation = dialect.violation(error) ?? {
    code: isRead ? ("transient" as const) : ("indeterminate" as const),
  }
  if ("ownerMissing" in violation) return ownerMissing(model, safeCause(error))
  if ("taken" in violation) {
    const [taken, fields] = keyTaken(schema, model, violation.taken)
    return conflict(taken, fields, safeCause(error))
  }
  const { code, detail } = { detail: undefined, ...violation }
  return new MortiseError(code, sentences[code] ?? "The database failed.", {
    model,
    cause: safeCause(error, detail),
  })
}

function keyTaken(schema: Schema, model: ModelName, taken: Taken): [ModelName, readonly string[]] {
  if ("key" in taken) return [model, keyNamed(schema.models[model], taken.key)]
  if ("names" in taken) return keyWritten(schema, model, taken.names)
  const described =
    Object.values(schema.models).find(({ table }) => table === taken.table) ?? schema.models[model]
  return [described.name, taken.columns.map((column) => fieldIn(described, column))]
}

/** Compared as a whole: the name of a table may itself hold a dot or a comma. */
function keyWritten(schema: Schema, model: ModelName, names: string): [ModelName, readonly string[]] {
  const written = ({ table, fields }: Model, key: readonly string[]) =>
    key.map((name) => `${table}.${fields.find((field) => field.name === name)?.column}`).join(", ")
  for (const described of Object.values(schema.models)) {
    const key = described.keys.find((each) => written(described, each) === names)
    if (key) return [described.name, key]
  }
  return [model, [names]]
}

/** The fields of a key by the name of its index: ours, or the one that the engine gives. */
const keyNamed = ({ keys, table }: Model, name: string): readonly string[] =>
  keys.find((key) => name === key[0] || name === `${table}_${key.join("_")}_key`) ?? keys[0] ?? []

const fieldIn = (model: Model, column: string): string =>
  model.fields.find((field) => field.column === column)?.name ?? column

/** What may be told of a client's error: its kind, its code and where it came from. Messages can hold values. */
export function safeCause(error: unknown, detail?: string): Error {
  const { name = "Error", code, stack } = error as { name?: string; code?: string | number; stack?: string }
  const safe = new Error([name, code, detail].filter((part) => part !== undefined).join(" "))
  const frames = stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? []
  safe.stack = [`${safe.name}: ${safe.message}`, ...frames].join("\n")
  return Object.assign(safe, code !== undefined && { code })
}
