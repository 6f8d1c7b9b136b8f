import { hasForeignTables, type PresetName } from "../../../contract/schema.ts"
import { defineSchema, schemaFor } from "../../../schema/define-schema.ts"
import { presetNames, presets } from "../../../schema/presets/presets.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import { findFoundColumn, findFoundTable } from "../../../sql/introspection/referenced-column.ts"
import { toModelTables } from "../compile/tables.ts"
import type { Problem } from "./fix.ts"
import type { Migration } from "./migration.ts"
import type { Records } from "./version-table.ts"

type Search = { readonly tables: readonly FoundTable[]; readonly records: Records }

const compared: ReadonlySet<string> = new Set(["user", "account", "session"])

/**
 * If the database has the tables of an official Auth.js adapter, and the schema does not name its preset, the first problem
 * says so: then nothing is added, because tables beside them would be empty.
 */
export async function withOfficialTables(
  migration: Migration,
  { tables, records }: Search,
  problems: readonly Problem[],
): Promise<Problem[]> {
  const isKnown = records.hasTable || hasForeignTables(migration.schema) || hasOwnTables(migration, tables)
  const [spec] = migration.specs
  if (isKnown || !spec || problems.every(({ severity }) => severity === "warning")) return [...problems]
  const [name, ...equal] = await findPresets(migration)
  if (name === undefined) return [...problems]
  const others = equal.length === 0 ? "" : ` (or ${equal.join(" or ")}, if that adapter created them)`
  return [
    {
      code: "official_tables",
      spec,
      severity: "error",
      by: "hand",
      statements: [],
      why: "The database has the tables of an official Auth.js adapter. Other tables beside them would have none of its users.",
      advice: `Fix: pass { schema: defineSchema({ preset: "${name}" }) } to the adapter${others}.`,
    },
    ...problems,
  ]
}

/** No official adapter has slots, or the column `expires_in`. */
function hasOwnTables({ schema, introspection }: Migration, tables: readonly FoundTable[]): boolean {
  const { slot, account } = schema.models
  if (findFoundTable(introspection, tables, slot.table)) return true
  return account.fields.some(
    ({ name, column }) =>
      name === "expires_in" && findFoundColumn(introspection, tables, account.table, column),
  )
}

/** The presets whose users, accounts and sessions the database has with all their columns, the ORM's own one first. */
async function findPresets(migration: Migration): Promise<PresetName[]> {
  const { dialect, introspection, ask, schema, orm } = migration
  const { pgSchema } = schema
  const ofOrm = `authjs-${orm?.toLowerCase().replace("mikroorm", "mikro-orm")}`
  const candidates = presetNames
    .filter((preset) => presets[preset][dialect.family])
    .toSorted((left, right) => Number(right === ofOrm) - Number(left === ofOrm))
    .map((preset) => {
      const named = schemaFor(
        defineSchema({ preset, ...(pgSchema !== undefined && { pgSchema }) }),
        dialect.family,
      )
      return { preset, specs: toModelTables(named, dialect).filter(({ model }) => compared.has(model.name)) }
    })
  const names = new Set(candidates.flatMap(({ specs }) => specs.map(({ table }) => table)))
  for (const { table } of migration.specs) names.add(table)
  const existing = await introspection.readTables(ask, [...names], pgSchema)
  // Another process can have created Mortise's own tables since the first look.
  if (hasOwnTables(migration, existing)) return []
  return candidates
    .filter(({ specs }) =>
      specs.every(({ table, columns }) =>
        columns.every(({ column }) => findFoundColumn(introspection, existing, table, column)),
      ),
    )
    .map(({ preset }) => preset)
}
