/**
 * Compiles a schema into SQL statements, once per schema and dialect. Lookups by key are compiled in advance, because
 * every adapter needs them. A statement whose text depends on a patch or a guard is compiled at its first use and
 * cached under a signature: the names of the fields and operators in it, never a value. A call then only picks a
 * statement and encodes its values.
 */
import { type ModelName, modelNames } from "../../../contract/models.ts"
import type { Model, Schema } from "../../../contract/schema.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Statement } from "../../../sql/driver.ts"
import { type Once, statement } from "../../../sql/statement.ts"
import { rowDecoder } from "./columns.ts"
import { compileChanges } from "./compile-changes.ts"
import { compileFinds } from "./compile-finds.ts"
import { compileInserts } from "./compile-inserts.ts"
import { compileUpkeep } from "./compile-upkeep.ts"

/** The statements of one model, with their values. */
export type ModelStatements = ReturnType<typeof compileModel>

export type SchemaStatements = Readonly<Record<ModelName, ModelStatements>>

const compiled = new WeakMap<Schema, Map<Dialect, SchemaStatements>>()

/** The statements of a schema in a dialect, shared by every adapter that uses both. */
export function compileSchema(schema: Schema, dialect: Dialect): SchemaStatements {
  const byDialect = compiled.get(schema) ?? new Map<Dialect, SchemaStatements>()
  compiled.set(schema, byDialect)
  const existing = byDialect.get(dialect)
  if (existing) return existing
  const statements = Object.fromEntries(
    modelNames.map((name) => [name, compileModel(schema, schema.models[name], dialect)]),
  ) as SchemaStatements
  byDialect.set(dialect, statements)
  return statements
}

function compileModel(schema: Schema, model: Model, dialect: Dialect) {
  const cache = new Map<string, Statement>()
  const once: Once = (signature, text, single = true) => {
    const existing = cache.get(signature)
    if (existing) return existing
    const made = statement(text(), single)
    cache.set(signature, made)
    return made
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
