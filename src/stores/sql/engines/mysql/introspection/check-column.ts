import type { ColumnSpec } from "../../../compile/tables.ts"
import type { Fault } from "../../../migrate/drift.ts"
import type { FoundColumn } from "../../../migrate/found-table.ts"
import { idAdvice } from "../../../migrate/id-advice.ts"

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

export function checkColumn({ column, type, field }: ColumnSpec, found: FoundColumn): readonly Fault[] {
  const [, base = "", size] = /^(\w+)(?:\((\d+)[^)]*\))?/.exec(found.type.toLowerCase()) ?? []
  const wrong = fault(
    "wrong_type",
    `${column} has the type ${found.type} instead of ${type}: a stored value is refused or changed.`,
  )
  const wrongId = wrong.map((each) => ({ ...each, advice: idAdvice(found.type) }))
  if (type.startsWith("BIGINT") && field.kind === "text") {
    if (base !== "bigint" && base !== "int") return wrongId
    return type.includes("AUTO_INCREMENT") && !found.hasDefault
      ? fault("wrong_type", `${column} does not generate ids (${type} does): no user can be inserted.`)
      : []
  }
  if (field.form === "id" && /int$/.test(base)) return wrongId
  switch (field.kind) {
    case "text": {
      const room = longTexts[base] ?? (/^var(char|binary)$/.test(base) ? Number(size) : undefined)
      if (room === undefined) return wrong
      // Not even a unique index helps: MySQL indexes only a prefix of a long text.
      if (field.inKey && longTexts[base] !== undefined) return wrong
      return room < (field.max ?? 0)
        ? fault(
            "short_column",
            `${column} holds ${room}, but values can have up to ${field.max} bytes: longer ones are refused.`,
            "warning",
          )
        : []
    }
    case "date":
      if (base !== "datetime")
        return base === "timestamp"
          ? fault(
              "wrong_type",
              `${column} has the type ${found.type}: dates shift by the time zone of each connection, and those after 2038 are refused.`,
            )
          : wrong
      return Number(size ?? 0) < 3
        ? fault(
            "short_column",
            `${column} stores no milliseconds: dates are rounded, and an expired session can count as valid.`,
          )
        : []
    case "integer":
    case "number":
      return checkNumber(field, base, found, wrong)
    case "boolean":
      return base === "tinyint" ? [] : wrong
    case "json":
      return base === "json" || (longTexts[base] !== undefined && base.endsWith("text")) ? [] : wrong
  }
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
