import type { Fault } from "../../../introspection/drift.ts"
import type { FoundColumn } from "../../../introspection/found-table.ts"
import { idAdvice } from "../../../introspection/id-advice.ts"
import { isTextDate, textDateLength, toStorage } from "../../../storage.ts"
import type { ColumnSpec } from "../../../tables/table-spec.ts"

const fault = (code: Fault["code"], why: string, severity: Fault["severity"] = "error"): Fault[] => [
  { code, severity, why },
]

const longTexts: Partial<Record<string, number>> = {
  tinytext: 255,
  text: 2 ** 16 - 1,
  mediumtext: 2 ** 24 - 1,
  longtext: 2 ** 32 - 1,
  tinyblob: 255,
  blob: 2 ** 16 - 1,
  mediumblob: 2 ** 24 - 1,
  longblob: 2 ** 32 - 1,
}

export function checkColumn({ column, type, field }: ColumnSpec, existing: FoundColumn): readonly Fault[] {
  const [, base = "", size] = /^(\w+)(?:\((\d+)[^)]*\))?/.exec(existing.type.toLowerCase()) ?? []
  const wrong = fault(
    "wrong_type",
    `${column} has the type ${existing.type} instead of ${type}: a stored value is refused or changed.`,
  )
  const wrongId = wrong.map((typeFault) => ({ ...typeFault, advice: idAdvice(existing.type) }))
  if (type.startsWith("BIGINT") && field.kind === "text") {
    if (base !== "bigint" && base !== "int") return wrongId
    return type.includes("AUTO_INCREMENT") && !existing.hasDefault
      ? fault("wrong_type", `${column} does not generate ids (${type} does): no row can be inserted.`)
      : []
  }
  if (field.form === "id" && /int$/.test(base)) return wrongId
  switch (field.kind) {
    case "text":
      // Not even a unique index helps: MySQL indexes only a prefix of a long text.
      return field.inKey && longTexts[base] !== undefined
        ? wrong
        : checkRoom(column, field, base, size, field.max, wrong)
    case "date":
      return checkDate(column, field, existing, base, size, wrong)
    case "integer":
    case "number":
      return checkNumber(field, base, existing, wrong)
    case "boolean":
      return base === "tinyint" ? [] : wrong
    case "json":
      return base === "json" || (longTexts[base] !== undefined && base.endsWith("text")) ? [] : wrong
  }
}

function checkRoom(
  column: string,
  { form }: ColumnSpec["field"],
  base: string,
  size: string | undefined,
  needed = 0,
  wrong: Fault[] = [],
): readonly Fault[] {
  // Only generated ids use these types. A CHAR loses trailing spaces, which such an id does not have.
  if (form === "id" && /^(char|uuid)$/.test(base)) return []
  const room = longTexts[base] ?? (/^var(char|binary)$/.test(base) ? Number(size) : undefined)
  if (room === undefined) return wrong
  return room < needed
    ? fault(
        "short_column",
        `${column} holds ${room}, but values can have up to ${needed} bytes: longer ones are refused.`,
        "warning",
      )
    : []
}

function checkDate(
  column: string,
  field: ColumnSpec["field"],
  { type }: FoundColumn,
  base: string,
  size: string | undefined,
  wrong: Fault[],
): readonly Fault[] {
  const storage = toStorage(field)
  if (isTextDate(storage)) return checkRoom(column, field, base, size, textDateLength(storage), wrong)
  if (base === "timestamp")
    return storage === "date"
      ? fault(
          "wrong_type",
          `${column} has the type ${type}: dates shift by the time zone of each connection, and those after 2038 are refused.`,
        )
      : fault(
          "wrong_type",
          `${column} has the type ${type}: dates after 2038 are refused, and connections in different time zones read different dates.`,
          "warning",
        )
  if (base !== "datetime") return wrong
  return storage !== "seconds_date" && Number(size ?? 0) < 3
    ? fault(
        "short_column",
        `${column} stores no milliseconds: dates are rounded, and what has expired can count as valid.`,
      )
    : []
}

function checkNumber(
  { kind, max }: ColumnSpec["field"],
  base: string,
  { name, type }: FoundColumn,
  wrong: Fault[],
): readonly Fault[] {
  if (base === (kind === "integer" ? "bigint" : "double")) return []
  if (/^(tiny|small|medium)?int$/.test(base)) {
    const isEnough =
      max !== undefined && base === "int" && max < (type.includes("unsigned") ? 2 ** 32 : 2 ** 31)
    return isEnough
      ? []
      : fault(
          "small_number",
          `${name} has the type ${type}, which is too small: larger numbers, such as dates after 2038, are refused.`,
          "warning",
        )
  }
  return kind === "number" && base === "bigint"
    ? fault("wrong_type", `${name} has the type ${type}: a number with a fraction is rounded.`, "warning")
    : wrong
}
