import type { EngineName } from "../../schema/engine-name.ts"
import type { Fault } from "../../sql/introspection/drift.ts"
import type { FoundColumn } from "../../sql/introspection/found-table.ts"
import type { AuthColumn } from "./auth-table.ts"

/** What is wrong with the type of an existing column. */
export function checkColumn(column: AuthColumn, existing: FoundColumn, family: EngineName): readonly Fault[] {
  const type = existing.type.toLowerCase()
  switch (column.kind) {
    case "date":
      return family === "sqlite" ? [] : checkDate(column, type, family)
    case "id":
      return checkId(column, type, family)
    case "number":
      return checkNumber(column, type, family)
    case "boolean":
      return family === "postgres" && type !== "boolean" ? [wrongType(column, type)] : []
    default:
      return /^(timestamp|datetime|date\b|boolean)/.test(type) && family !== "sqlite"
        ? [wrongType(column, type)]
        : []
  }
}

const wrongType = ({ column, type }: AuthColumn, existingType: string): Fault => ({
  code: "wrong_type",
  severity: "error",
  why: `${column} has the type ${existingType} instead of ${type}: a stored value is refused or changed.`,
})

function checkDate(column: AuthColumn, type: string, family: EngineName): readonly Fault[] {
  const [, base = "", digits] = /^(\w+)(?:\((\d)\))?/.exec(type) ?? []
  if (base !== "timestamp" && base !== "datetime") return [wrongType(column, type)]
  const faults: Fault[] = []
  if (family === "postgres" && type.includes("without time zone"))
    faults.push({
      code: "missing_time_zone",
      severity: "warning",
      why: `${column.column} has no time zone: programs whose time zone is not UTC read and write other times. Drizzle, Prisma and Mortise store UTC in it.`,
    })
  if (family === "mysql" && base === "timestamp")
    faults.push({
      code: "wrong_type",
      severity: "warning",
      why: `${column.column} is a TIMESTAMP: it refuses times before 1970 and after January 2038, and its value depends on the connection's time zone.`,
    })
  // PostgreSQL stores microseconds unless the type says otherwise; MySQL stores seconds.
  const precision = Number(digits ?? (family === "postgres" ? 6 : 0))
  if (precision < 3)
    faults.push({
      code: "short_column",
      severity: "warning",
      why: `${column.column} does not store milliseconds: times are rounded.`,
    })
  return faults
}

function checkId(column: AuthColumn, type: string, family: EngineName): readonly Fault[] {
  if (family === "sqlite") return []
  const isNumber = /^(small|big|medium)?(int|serial)|^numeric/.test(type)
  const needsNumber = column.type.startsWith("integer")
  if (isNumber !== needsNumber) return [{ ...wrongType(column, type), advice: idAdvice(isNumber) }]
  const length = Number(/^(?:var)?char\((\d+)\)/.exec(type)?.[1] ?? Number.POSITIVE_INFINITY)
  if (family === "mysql" && column.length !== undefined && length < column.length)
    return [shortId(column, length)]
  const isUuid = type === "uuid" && !column.type.startsWith("uuid") && family === "postgres"
  return isUuid ? [{ ...wrongType(column, type), advice: uuidAdvice }] : []
}

const shortId = ({ column }: AuthColumn, length: number): Fault => ({
  code: "short_column",
  severity: "error",
  why: `${column} holds at most ${length} characters: Better Auth cannot reserve a value under its hash, which SSO and signed tokens need against replays.`,
})

const idAdvice = (isNumber: boolean): string =>
  isNumber
    ? 'Fix: set advanced.database.generateId to "serial" in Better Auth\'s options, which matches this column.'
    : 'Fix: remove "serial" from advanced.database.generateId in Better Auth\'s options: this column holds text.'

const uuidAdvice =
  'Fix: set advanced.database.generateId to "uuid" in Better Auth\'s options, which matches this column.'

function checkNumber(column: AuthColumn, type: string, family: EngineName): readonly Fault[] {
  if (family === "sqlite") return []
  if (!/^(small|big|medium|tiny)?int|^(numeric|decimal|real|double|float)/.test(type))
    return [wrongType(column, type)]
  const isSmall = column.type === "bigint" && /^(small|medium|tiny)?int/.test(type)
  return isSmall
    ? [
        {
          code: "small_number",
          severity: "error",
          why: `${column.column} has the type ${type} instead of bigint: larger numbers, such as times in milliseconds, are refused.`,
        },
      ]
    : []
}
