import { buildSchema } from "../contract/build-schema.ts"
import { MortiseError } from "../contract/errors.ts"
import type { Field, Fields } from "../contract/fields.ts"
import type { ExistingTables, ExtraFields, PresetName, Schema, SchemaOptions } from "../contract/schema.ts"
import { checkNameClashes, checkSchemaOptions } from "./check-schema.ts"
import { type EngineName, engineTitles } from "./engine-name.ts"
import { presets } from "./presets/presets.ts"

type None = Record<never, Field>

/** The options of a schema with a preset, and the schemas that were resolved for an engine. */
type Resolutions = {
  readonly options: SchemaOptions<ExtraFields>
  readonly byEngine: Map<EngineName, Schema>
}
const resolutions = new WeakMap<Schema, Resolutions>()

/**
 * Describes your tables: names, extra fields, ids. A mistake throws `invalid` and says what to write instead.
 *
 * @example
 * ```ts
 * import { defineSchema, text } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const schema = defineSchema({
 *   user: { table: "app_user", fields: { role: text({ default: "member" }) } },
 *   naming: "snake_case",
 * })
 * const user = await memoryAdapter({ schema }).createUser({ email: "ada@example.com" })
 * user.role satisfies string
 * ```
 */
export function defineSchema<
  const U extends Fields = None,
  const A extends Fields = None,
  const S extends Fields = None,
  const V extends Fields = None,
  const P extends Fields = None,
>(
  // One type parameter per model, because TypeScript cannot infer the members of a single one.
  options: SchemaOptions<{ user: U; account: A; session: S; verificationToken: V; authenticator: P }> = {},
): Schema<{ user: U; account: A; session: S; verificationToken: V; authenticator: P }> {
  checkSchemaOptions(options)
  return options.preset ? withPreset(options, options.preset) : buildChecked(options)
}

function buildChecked<X extends ExtraFields>(
  options: SchemaOptions<ExtraFields>,
  tables?: ExistingTables,
): Schema<X> {
  const schema = buildSchema<X>(options, tables)
  checkNameClashes(schema)
  return schema
}

/** Until the engine is known, the schema describes the tables of the first engine that the preset has. */
function withPreset<X extends ExtraFields>(
  options: SchemaOptions<ExtraFields>,
  preset: PresetName,
): Schema<X> {
  const [first] = Object.keys(presets[preset]) as [EngineName]
  const schema = buildChecked<X>(options, presets[preset][first])
  resolutions.set(schema, { options, byEngine: new Map([[first, schema]]) })
  return schema
}

/**
 * The schema for an engine: its preset's schema, if it has one. Throws `invalid` if the engine cannot have it. It is the same object at every call, because compiled
 * statements and opened clients are cached by it.
 */
export function schemaFor(schema: Schema, engine: EngineName): Schema {
  if (schema.pgSchema !== undefined && engine !== "postgres") throw noPgSchema(engine)
  const resolution = resolutions.get(schema)
  if (!resolution || !schema.preset) return schema
  const existing = resolution.byEngine.get(engine)
  if (existing) return existing
  const tables = presets[schema.preset][engine]
  if (!tables) throw noTables(schema.preset, engine)
  const resolved: Schema = buildChecked(resolution.options, tables)
  resolution.byEngine.set(engine, resolved)
  return resolved
}

const noPgSchema = (engine: EngineName): MortiseError =>
  new MortiseError(
    "invalid",
    `pgSchema in defineSchema is only for PostgreSQL, not for ${engineTitles[engine]}: remove it there, or use prefix.`,
  )

const noTables = (preset: string, engine: EngineName): MortiseError =>
  new MortiseError(
    "invalid",
    `The preset ${preset} has no tables for ${engineTitles[engine]}: name your tables and columns in defineSchema instead.`,
  )
