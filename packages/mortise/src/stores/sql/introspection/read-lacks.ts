import type { Guarantee } from "../../../contract/guarantees.ts"
import type { Schema } from "../../../contract/schema.ts"
import { mortise } from "../../../shared/mortise-command.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Bound, Driver } from "../../../sql/driver.ts"
import type { Engine } from "../../../sql/engine.ts"
import { statement } from "../../../sql/statement.ts"
import { createLowerIndex } from "../../../sql/tables/create-table.ts"
import { type ModelComparison, toModelTables } from "../compile/tables.ts"
import { compareModel } from "./compare-model.ts"
import { findMissingGuarantees } from "./find-missing-guarantees.ts"

/** What existing tables lack. */
export type Lacks = {
  readonly missingGuarantees: readonly Guarantee[]
  /** What makes calls slow on large tables, as sentences. */
  readonly warnings: readonly string[]
}

/** Reads the tables of a schema from the catalog, and returns what they lack; undefined if there are none yet. */
export async function readLacks(
  driver: Driver,
  schema: Schema,
  { dialect, introspection: load }: Engine,
): Promise<Lacks | undefined> {
  const introspection = await load()
  const specs = toModelTables(schema, dialect)
  const ask = async (text: string, values: readonly Bound[] = []) =>
    (await driver.run(statement(text), values)).rows
  const tables = await introspection.readTables(
    ask,
    specs.map(({ table }) => table),
  )
  if (tables.length === 0) return undefined
  const warnings = specs.flatMap((spec) =>
    emailIndexWarnings(compareModel(spec, tables, introspection), dialect),
  )
  return { missingGuarantees: findMissingGuarantees(schema, specs, tables, introspection), warnings }
}

// Apart from the other explanations, which drivers do not carry.
export const explainEmailIndex = (table: string, lowerColumn: string): string =>
  `${table} has no unique index on ${lowerColumn} in lower case: each lookup by email reads the whole table, and two concurrent requests can create two users whose emails differ in case.`

const emailIndexWarnings = ({ spec, drifts }: ModelComparison, dialect: Dialect): string[] =>
  drifts.flatMap((drift) =>
    drift.code === "missing_email_index"
      ? `${explainEmailIndex(spec.title, drift.lowerColumn)} Fix: ${createLowerIndex(spec, drift.lowerColumn, dialect)}; ${mortise} doctor counts the rows that prevent it.`
      : [],
  )
