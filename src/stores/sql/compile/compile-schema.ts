import { modelNames } from "../../../contract/models.ts"
import type { Model, Schema } from "../../../contract/schema.ts"
import type { Dialect } from "../dialect.ts"
import type { Statement } from "../driver.ts"
import { rowDecoder } from "./columns.ts"
import { compileChanges } from "./compile-changes.ts"
import { compileFinds } from "./compile-finds.ts"
import { compileInserts } from "./compile-inserts.ts"
import { compileUpkeep } from "./compile-upkeep.ts"
import type { ModelStatements, SchemaStatements } from "./model-statements.ts"
import { type Once, statement } from "./statement.ts"

const made = new WeakMap<Schema, Map<Dialect, SchemaStatements>>()

/** The plans of a schema in a dialect, shared by every adapter that uses both. */
export function compileSchema(schema: Schema, dialect: Dialect): SchemaStatements {
  const ofSchema = made.get(schema) ?? new Map<Dialect, SchemaStatements>()
  made.set(schema, ofSchema)
  const known = ofSchema.get(dialect)
  if (known) return known
  const plans = Object.fromEntries(
    modelNames.map((name) => [name, compileModel(schema, schema.models[name], dialect)]),
  )
  ofSchema.set(dialect, plans as SchemaStatements)
  return plans as SchemaStatements
}

function compileModel(schema: Schema, model: Model, dialect: Dialect): ModelStatements {
  const cache = new Map<string, Statement>()
  const once: Once = (what, text, single = true) => {
    const known = cache.get(what)
    if (known) return known
    const compiled = statement(text(), single)
    cache.set(what, compiled)
    return compiled
  }
  return {
    model,
    decode: rowDecoder(model, dialect),
    ...compileInserts(schema, model, dialect, once),
    ...compileFinds(schema, model, dialect, once),
    ...compileChanges(schema, model, dialect, once),
    ...compileUpkeep(model, dialect, once),
  }
}
