/**
 * Finds out what a column's transformers do by transforming sample values. A transformer is accepted if it keeps
 * values, stores numbers as text, or stores dates in a form of `DateStorage`. All others are refused: statements
 * compare stored values in the database, where a transformer cannot be called.
 */
import type { DateStorage, Kind } from "../../../contract/fields.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import type { OrmColumn } from "../orm-table.ts"

/** Converts the values of a column. */
export type Transformer = { to(value: unknown): unknown; from(value: unknown): unknown }

const sample = {
  text: " Äbc ",
  date: new Date(1_712_345_678_901),
  number: 1_712_345_678,
  boolean: true,
} as const

const isAbsent = (value: unknown): boolean => value === null || value === undefined

/** How a column's transformers represent the field's values, or why they are refused. */
export function readTransformer(
  transformers: readonly Transformer[],
  kind: Kind | undefined,
  engine: EngineName,
): Pick<OrmColumn, "stored" | "refusal"> {
  const to = (value: unknown) => transformers.reduce((current, transformer) => transformer.to(current), value)
  const from = (value: unknown) =>
    transformers.reduceRight((current, transformer) => transformer.from(current), value)
  const isKept = (value: unknown) => to(value) === value && from(value) === value
  const refused = {
    refusal:
      "its transformer changes values, which only TypeORM does: remove the transformer, or describe the column with defineSchema",
  }
  try {
    if (!isAbsent(to(null)) || !isAbsent(from(null))) return refused
    if (kind === "date") {
      const written = to(sample.date)
      const stored = readDateStorage(written, engine)
      return stored && Number(from(written)) === sample.date.getTime() ? { stored } : refused
    }
    if (kind === "integer" || kind === "number") {
      const isRead = Number(to(sample.number)) === sample.number && from(to(sample.number)) === sample.number
      return isRead ? {} : refused
    }
    const samples = kind === "text" || kind === "boolean" ? [sample[kind]] : Object.values(sample)
    return samples.every(isKept) ? {} : refused
  } catch {
    return refused
  }
}

function readDateStorage(written: unknown, engine: EngineName): DateStorage | undefined {
  const iso = sample.date.toISOString()
  const storages: readonly (readonly [unknown, DateStorage])[] = [
    [String(sample.date.getTime()), "milliseconds"],
    [iso, "iso"],
    [iso.replace("Z", "+00:00"), "iso_offset"],
    ...(engine === "sqlite" ? ([[sample.date.getTime(), "native"]] as const) : []),
  ]
  return storages.find(([form]) => form === written)?.[1]
}
