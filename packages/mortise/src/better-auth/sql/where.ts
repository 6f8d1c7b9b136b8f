import { MortiseError } from "../../contract/errors.ts"
import type { Bound } from "../../stores/sql/driver.ts"
import { textArray } from "../../stores/sql/engines/postgres/text-array.ts"
import type { Column, Operator } from "../columns.ts"
import type { Table } from "../tables.ts"
import type { Query } from "./query.ts"

/** A condition of Better Auth. `field` is the name of a column. */
export type Condition = {
  readonly field: string
  readonly value: unknown
  /** Default: `eq`. */
  readonly operator?: string | undefined
  /** Default: `AND`. */
  readonly connector?: string | undefined
  readonly mode?: string | undefined
}

/** Whether a field must equal the value exactly. */
export const isEqual = ({ operator = "eq", mode }: Condition): boolean =>
  operator === "eq" && mode !== "insensitive"

const never = "1 = 0"
const always = "1 = 1"

/** The text of the conditions, or "": all that are joined by AND, and one of those that are joined by OR. */
export function conditionsOf(
  table: Table,
  where: readonly Condition[] | undefined,
  query: Query,
  prefix = "",
): string {
  if (!where || where.length === 0) return ""
  const ands = where.filter(({ connector }) => connector !== "OR")
  const ors = where.filter(({ connector }) => connector === "OR")
  const texts = ands.map((condition) => textOf(table, condition, query, prefix))
  if (ors.length > 0)
    texts.push(`(${ors.map((condition) => textOf(table, condition, query, prefix)).join(" OR ")})`)
  return texts.join(" AND ")
}

/** The same as a clause that starts with WHERE, or "". */
export function whereClause(...parameters: Parameters<typeof conditionsOf>): string {
  const conditions = conditionsOf(...parameters)
  return conditions && ` WHERE ${conditions}`
}

const comparisons = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const

function textOf(table: Table, condition: Condition, query: Query, prefix: string): string {
  const column = table.column(condition.field)
  if (!column) throw unknownField(table, condition.field)
  const { value, operator: given = "eq" } = condition
  const operator = given.toLowerCase() as Operator
  const place = { column, name: prefix + column.quoted, query, isFolded: isFolded(condition, column) }
  switch (operator) {
    case "in":
      return inList(place, asList(value))
    case "not_in":
      return notInList(place, asList(value))
    case "contains":
    case "starts_with":
    case "ends_with":
      return value === undefined || value === null ? never : likePattern(place, operator, String(value))
    default:
      if (!Object.hasOwn(comparisons, operator)) throw unknownOperator(table, operator)
      return comparison(place, operator, value)
  }
}

type Place = {
  readonly column: Column
  /** The column in the statement. */
  readonly name: string
  readonly query: Query
  /** Whether upper and lower case are equal. */
  readonly isFolded: boolean
}

function isFolded({ mode, value }: Condition, { wire }: Column): boolean {
  const values = Array.isArray(value) ? value : [value]
  return mode === "insensitive" && wire.isText === true && values.every((each) => typeof each === "string")
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

function comparison(place: Place, operator: keyof typeof comparisons, value: unknown): string {
  const { column, name, query } = place
  // Not null: an undefined value must not match the rows without one.
  if (value === undefined) return never
  if (value === null) {
    if (operator === "eq") return `${name} IS NULL`
    return operator === "ne" ? `${name} IS NOT NULL` : never
  }
  const bound = column.comparable(value, operator)
  if (bound === undefined || bound === null) return operator === "ne" ? `${name} IS NOT NULL` : never
  if (place.isFolded && (operator === "eq" || operator === "ne")) {
    const equal = foldedEqual(place, [String(bound)])
    return operator === "eq" ? equal : `NOT ${equal}`
  }
  const { compared, exact, parameter } = column.wire
  const left = compared?.(name) ?? name
  const sign = comparisons[operator]
  if (!exact) return `${left} ${sign} ${query.bind(bound, parameter)}`
  // The first comparison uses the index, and the second one is exact.
  if (operator === "eq")
    return `(${left} = ${query.bind(bound, parameter)} AND ${exact(left)} = ${query.bind(bound, parameter)})`
  // An order is that of the collation, as in ORDER BY, so that a list can be read page by page.
  if (operator !== "ne") return `${left} ${sign} ${query.bind(bound, parameter)}`
  return `${exact(left)} ${sign} ${query.bind(bound, parameter)}`
}

function inList(place: Place, list: readonly unknown[]): string {
  const { column, name } = place
  const bounds = comparables(column, list)
  const ofNull = list.includes(null) ? [`${name} IS NULL`] : []
  const texts = [...(bounds.length > 0 ? [equalToOne(place, bounds)] : []), ...ofNull]
  return texts.length > 0 ? `(${texts.join(" OR ")})` : never
}

function notInList(place: Place, list: readonly unknown[]): string {
  const { column, name } = place
  const bounds = comparables(column, list)
  if (bounds.length > 0) return `NOT ${equalToOne(place, bounds)}`
  return list.length > 0 ? `${name} IS NOT NULL` : always
}

const comparables = (column: Column, list: readonly unknown[]): Bound[] =>
  list.flatMap((value) => {
    const bound = value === null || value === undefined ? undefined : column.comparable(value)
    return bound === undefined ? [] : [bound]
  })

function equalToOne(place: Place, bounds: readonly Bound[]): string {
  const { column, name, query } = place
  if (place.isFolded) return foldedEqual(place, bounds.map(String))
  const { compared, exact } = column.wire
  const left = compared?.(name) ?? name
  const within = `${left} ${listOf(query, column, bounds)}`
  return exact ? `(${within} AND ${exact(left)} ${listOf(query, column, bounds)})` : `(${within})`
}

/** A list as few parameters, so that lists of different lengths share statements. */
function listOf(query: Query, { wire }: Column, bounds: readonly Bound[]): string {
  const { family } = query.dialect
  if (family === "postgres" && wire.member)
    return `= ANY(${query.bind(textArray(bounds.map(String)), (nth) => `$${nth}::text::${wire.member}[]`)})`
  if (family === "sqlite") return `IN (SELECT value FROM json_each(${query.bind(JSON.stringify(bounds))}))`
  return `IN (${padded(bounds)
    .map((bound) => query.bind(bound, wire.parameter))
    .join(", ")})`
}

/** The list with its last member repeated, up to a power of two. */
const padded = <T>(list: readonly T[]): T[] =>
  Array.from(
    { length: 2 ** Math.ceil(Math.log2(list.length)) },
    (_, nth) => list[Math.min(nth, list.length - 1)] as T,
  )

/** Whether a text equals one of some texts in any case. */
function foldedEqual({ name, query }: Place, texts: readonly string[]): string {
  const { dialect } = query
  const forms = [...new Set(texts.flatMap((text) => caseForms(dialect.family, text)))]
  const [left, lower] = [dialect.lower(name), dialect.lower("value")]
  if (forms.length === 1) return `(${left} = ${dialect.lower(query.bind(forms[0] as string))})`
  if (dialect.family === "postgres") {
    const list = query.bind(textArray(forms), (nth) => `$${nth}::text[]`)
    return `(${left} IN (SELECT ${lower} FROM unnest(${list}) value))`
  }
  if (dialect.family === "sqlite")
    return `(${left} IN (SELECT ${lower} FROM json_each(${query.bind(JSON.stringify(forms))})))`
  return `(${left} IN (${padded(forms)
    .map((form) => dialect.lower(query.bind(form)))
    .join(", ")}))`
}

/** SQLite, and PostgreSQL in the locale C, fold ASCII letters only: they get the usual forms of the others too. */
function caseForms(family: string, text: string): string[] {
  if (family === "mysql" || isAscii.test(text)) return [text]
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()])]
}

const isAscii = /^[\x20-\x7e]*$/

function likePattern(
  { column, name, query, isFolded }: Place,
  operator: "contains" | "starts_with" | "ends_with",
  value: string,
): string {
  const { dialect } = query
  const text = column.wire.isText ? name : asText(dialect.family, name)
  const [before, after] = [operator !== "starts_with", operator !== "ends_with"]
  const pattern = (escaped: string, any: string) => `${before ? any : ""}${escaped}${after ? any : ""}`
  if (dialect.family === "postgres" && value.includes("\0")) return never
  if (dialect.family === "sqlite" && !isFolded)
    // LIKE ignores the case of ASCII letters in SQLite.
    return `${text} GLOB ${query.bind(pattern(value.replace(/[*?[]/g, "[$&]"), "*"))}`
  const like = (form: string) => query.bind(pattern(form.replace(/[%_|]/g, "|$&"), "%"))
  if (dialect.family !== "mysql") {
    const sign = dialect.family === "postgres" && isFolded ? "ILIKE" : "LIKE"
    const forms = isFolded ? caseForms(dialect.family, value) : [value]
    return `(${forms.map((form) => `${text} ${sign} ${like(form)} ESCAPE '|'`).join(" OR ")})`
  }
  return isFolded
    ? `${dialect.lower(text)} LIKE ${dialect.lower(like(value))} ESCAPE '|'`
    : `${dialect.asBytes?.(text) ?? text} LIKE ${like(value)} ESCAPE '|'`
}

const asText = (family: string, name: string): string =>
  family === "postgres" ? `${name}::text` : `CAST(${name} AS ${family === "mysql" ? "CHAR" : "TEXT"})`

const unknownField = ({ model }: Table, field: string): MortiseError =>
  new MortiseError("invalid", `The model ${model} has no field ${field}: check the condition.`, {
    fields: [field],
  })

const unknownOperator = ({ model }: Table, operator: string): MortiseError =>
  new MortiseError("invalid", `A condition on ${model} has the unknown operator ${operator}.`)
