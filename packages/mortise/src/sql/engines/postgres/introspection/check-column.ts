import type { Fault } from "../../../introspection/drift.ts"
import type { FoundColumn } from "../../../introspection/found-table.ts"
import { idAdvice } from "../../../introspection/id-advice.ts"
import { isTextDate, textDateLength, toStorage } from "../../../storage.ts"
import type { ColumnSpec } from "../../../tables/table-spec.ts"

const fault = (code: Fault["code"], why: string, severity: Fault["severity"] = "error"): Fault[] => [
  { code, severity, why },
]

const bigTypes = ["bigint", "numeric"]
const numberTypes = ["double precision", "numeric"]

export function checkColumn({ column, type, field }: ColumnSpec, existing: FoundColumn): readonly Fault[] {
  const [base = "", size] =
    /^(.*?)(?:\((\d+)[^)]*\))?$/.exec(existing.type.replace(/\((\d+)\) (.*)/, " $2($1)"))?.slice(1) ?? []
  const wrong = fault(
    "wrong_type",
    `${column} has the type ${existing.type} instead of ${type}: a stored value is refused or changed.`,
  )
  if (field.form === "id") {
    const wrongId = wrong.map((typeFault) => ({ ...typeFault, advice: idAdvice(base) }))
    return checkId(type, base, existing, wrongId)
  }
  switch (field.kind) {
    case "text":
      return checkText(field.max, base, size, column, wrong)
    case "date":
      return checkDate(field, base, size, column, wrong)
    case "integer":
    case "number":
      return checkNumber(field, base, column, wrong)
    case "boolean":
      return base === "boolean" ? [] : wrong
    case "json":
      return base === "jsonb" ? [] : wrong
  }
}

function checkDate(
  field: ColumnSpec["field"],
  base: string,
  size: string | undefined,
  column: string,
  wrong: Fault[],
): readonly Fault[] {
  const storage = toStorage(field)
  if (isTextDate(storage)) return checkText(textDateLength(storage), base, size, column, wrong)
  const needed = storage === "utc_date" ? withoutZone : withZone
  if (base !== needed && (base === withZone || base === withoutZone)) return [wrongZone(column, base)]
  if (base !== needed) return wrong
  return storage !== "seconds_date" && size !== undefined && Number(size) < 3
    ? fault(
        "short_column",
        `${column} stores no milliseconds: dates are rounded, and what has expired can count as valid.`,
      )
    : []
}

const withZone = "timestamp with time zone"
const withoutZone = "timestamp without time zone"

const wrongZone = (column: string, type: string): Fault =>
  type === withoutZone
    ? {
        code: "missing_time_zone",
        severity: "error",
        why: `${column} is a timestamp without time zone: each date would shift by the time zone of the connection that stores it, so rows would expire hours early or late. Calls are refused.`,
        advice:
          'Fix: declare dates: "utc" for it, or a preset, in defineSchema; or convert the column by the statements in fix. Both take the stored dates for UTC, which is what Prisma and Drizzle store.',
      }
    : {
        code: "wrong_type",
        severity: "error",
        why: `${column} is a timestamp with time zone, but the schema declares dates: "utc" for it: each date would shift by the time zone of the connection. Calls are refused.`,
        advice:
          "Fix: remove that declaration from defineSchema, or convert the column by the statements in fix.",
      }

function checkId(type: string, base: string, existing: FoundColumn, wrong: Fault[]): readonly Fault[] {
  if (type.startsWith("bigint")) {
    if (!["bigint", "integer"].includes(base)) return wrong
    return type.includes("IDENTITY") && !existing.hasDefault
      ? fault("wrong_type", `${existing.name} does not generate ids (${type} does): no row can be inserted.`)
      : []
  }
  if (type === "uuid") return base === "uuid" ? [] : wrong
  return base === "text" || base === "character varying" || base === "citext" ? [] : wrong
}

function checkText(
  max: number | undefined,
  base: string,
  size: string | undefined,
  column: string,
  wrong: Fault[],
) {
  // The case folding of citext is reported as a collation.
  if (!["text", "character varying", "citext"].includes(base)) return wrong
  return size !== undefined && max !== undefined && Number(size) < max
    ? fault(
        "short_column",
        `${column} holds ${size} characters, but values can have up to ${max}: longer ones are refused.`,
        "warning",
      )
    : []
}

function checkNumber({ kind, max }: ColumnSpec["field"], base: string, column: string, wrong: Fault[]) {
  const fits = kind === "integer" ? bigTypes : numberTypes
  if (fits.includes(base)) return []
  if (base === "integer" || base === "smallint")
    return max !== undefined && max < 2 ** 31 && base === "integer"
      ? []
      : fault(
          "small_number",
          `${column} has the type ${base}, whose maximum is ${base === "integer" ? 2 ** 31 - 1 : 2 ** 15 - 1}: larger numbers, such as dates after 2038, are refused.`,
          "warning",
        )
  return kind === "number" && base === "bigint"
    ? fault("wrong_type", `${column} has the type bigint: a number with a fraction is rounded.`, "warning")
    : wrong
}
