import { MortiseError } from "../../contract/errors.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { Bound } from "../../sql/driver.ts"
import { textArray } from "../../sql/engines/postgres/text-array.ts"
import type { Column, Operator } from "../columns.ts"
import type { Table } from "../tables.ts"
import { caseForms } from "./case-forms.ts"
import { likePattern } from "./like-pattern.ts"
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

/** The first condition of every statement, if the table has the rows of several tenants. It comes first in its text, too. */
function tenantCondition({ tenant }: Table, query: Query, prefix = ""): string[] {
  return tenant ? [`${prefix}${tenant.quoted} = ${query.bind(checkScope(tenant.name))}`] : []
}

/** The tenant of a statement. Tools that read tables directly must choose one. */
export const checkScope = (tenant: string | undefined): string =>
  tenant ?? throwInvalid("The tables have tenants, and this call names none.")

/** The text of the conditions, or "": all that are joined by AND, and one of those that are joined by OR. */
export function buildConditions(
  table: Table,
  where: readonly Condition[] | undefined,
  query: Query,
  prefix = "",
): string {
  const texts = tenantCondition(table, query, prefix)
  if (!where) return texts.join()
  const ands = where.filter(({ connector }) => connector !== "OR")
  const ors = where.filter(({ connector }) => connector === "OR")
  texts.push(...ands.map((condition) => buildCondition(table, condition, query, prefix)))
  if (ors.length > 0)
    texts.push(
      `(${ors.map((condition) => buildCondition(table, condition, query, prefix, ors.length > 1)).join(" OR ")})`,
    )
  return texts.join(" AND ")
}

/** A clause for the row with a key, by default an id. The text of its value may bind parameters. */
export function whereKey(table: Table, query: Query, toValue: () => string, { quoted } = table.id): string {
  return ` WHERE ${[...tenantCondition(table, query), `${quoted} = ${toValue()}`].join(" AND ")}`
}

/** The same as a clause that starts with WHERE, or "". */
export function whereClause(...parameters: Parameters<typeof buildConditions>): string {
  const conditions = buildConditions(...parameters)
  return conditions && ` WHERE ${conditions}`
}

const comparisons = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const

function buildCondition(
  table: Table,
  condition: Condition,
  query: Query,
  prefix: string,
  isAlternative = false,
): string {
  const column = table.column(condition.field)
  if (!column) throw unknownField(table, condition.field, "where")
  if (column.wire.isZoned) query.isZoned = true
  const { value, operator: operatorName = "eq" } = condition
  const operator = operatorName.toLowerCase() as Operator
  const place: Place = {
    column,
    name: prefix + column.quoted,
    query,
    isAlternative,
    isFolded: isFolded(condition, column),
    isIndexed: column.isIndexed,
  }
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
  /** Whether an index of the column is of use. */
  readonly isIndexed: boolean
  /** Whether a row can match by another condition instead. */
  readonly isAlternative: boolean
}

function isFolded({ mode, value }: Condition, { wire }: Column): boolean {
  const values = Array.isArray(value) ? value : [value]
  return mode === "insensitive" && wire.isText === true && values.every((item) => typeof item === "string")
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
  if (bound === undefined || bound === null)
    return operator === "ne" || isBeyondAll(operator, value) ? `${name} IS NOT NULL` : never
  if (place.isFolded && (operator === "eq" || operator === "ne")) {
    const equal = foldedEqual(place, [String(bound)])
    return operator === "eq" ? equal : `NOT ${equal}`
  }
  const { compareColumn, exact, parameter } = column.wire
  const left = compareColumn?.(name) ?? name
  if (operator === "eq") return equalTo(place, bound)
  const sign = comparisons[operator]
  // An order is that of the collation, as in ORDER BY, so that a list can be read page by page.
  const compares = exact && operator === "ne" ? exact(left) : left
  return `${compares} ${sign} ${query.bind(bound, parameter)}`
}

/** The first comparison uses the index, or is fast where none is of use, and the second one is exact. */
function equalTo({ column, name, query }: Place, bound: Bound): string {
  const { compareColumn, exact, parameter } = column.wire
  const left = compareColumn?.(name) ?? name
  const equal = `${left} = ${query.bind(bound, parameter)}`
  return exact ? `(${equal} AND ${exact(left)} = ${query.bind(bound, parameter)})` : equal
}

/** Whether every number that the column can hold is on the same side of one that it cannot hold. */
const isBeyondAll = (operator: Operator, value: unknown): boolean =>
  typeof value === "number" && (value > 0 ? /^lte?$/ : /^gte?$/).test(operator) && !Number.isNaN(value)

function inList(place: Place, list: readonly unknown[]): string {
  const { column, name } = place
  const bounds = comparables(column, list)
  const hasNull = list.includes(null)
  const withOthers = { ...place, isAlternative: place.isAlternative || hasNull }
  const texts = [
    ...(bounds.length > 0 ? [equalToOne(withOthers, bounds)] : []),
    ...(hasNull ? [`${name} IS NULL`] : []),
  ]
  return texts.length > 0 ? `(${texts.join(" OR ")})` : never
}

function notInList(place: Place, list: readonly unknown[]): string {
  const { column, name } = place
  const bounds = comparables(column, list)
  // No index helps to find what differs.
  if (bounds.length > 0) return `NOT ${equalToOne({ ...place, isIndexed: false }, bounds)}`
  return list.length > 0 ? `${name} IS NOT NULL` : always
}

const comparables = (column: Column, list: readonly unknown[]): Bound[] =>
  list.flatMap((value) => {
    const bound = value === null || value === undefined ? undefined : column.comparable(value)
    return bound === undefined ? [] : [bound]
  })

function equalToOne(place: Place, bounds: readonly Bound[]): string {
  const { column, name, isIndexed } = place
  if (place.isFolded) return foldedEqual(place, bounds.map(String))
  const [only] = bounds
  if (bounds.length === 1 && only !== undefined) return `(${equalTo(place, only)})`
  const { compareColumn, exact } = column.wire
  const left = compareColumn?.(name) ?? name
  const within = () => `${left} ${buildList(place, bounds)}`
  if (!exact) return `(${within()})`
  const exactly = () => `${exact(left)} ${buildList({ ...place, isIndexed: false }, bounds)}`
  // The first list uses the index, and the second one is exact.
  return isIndexed ? `(${within()} AND ${exactly()})` : `(${exactly()})`
}

/** A list as few parameters, so that lists of different lengths share statements. */
function buildList(place: Place, bounds: readonly Bound[]): string {
  const { query, column } = place
  const { family } = query.dialect
  const { member, parameter } = column.wire
  if (family === "postgres" && member)
    return inArray(
      place,
      query.bind(textArray(bounds.map(String)), (position) => `$${position}::text::${member}[]`),
    )
  if (family === "sqlite") return `IN (SELECT value FROM json_each(${query.bind(JSON.stringify(bounds))}))`
  const parameters = padList(bounds).map((bound) => query.bind(bound, parameter))
  checkParameters(place)
  return `IN (${parameters.join(", ")})`
}

/**
 * A subquery parses the array once: PostgreSQL would parse the parameter of `= ANY($1::text::text[])` for every row. It
 * becomes a join, or else a hash, which uses no index. So an alternative of other conditions is an array of the subquery.
 */
function inArray({ isAlternative, isIndexed }: Place, array: string): string {
  const values = `SELECT value FROM pg_catalog.unnest(${array}) list(value)`
  return isAlternative && isIndexed ? `= ANY(ARRAY(${values}))` : `IN (${values})`
}

/** The list with its last member repeated, up to a power of two, or to the next thousand, while there is room for it. */
function padList<T>(list: readonly T[]): T[] {
  const step = list.length > 32_000 ? 1 : 1000
  const length =
    list.length > 1000 ? Math.ceil(list.length / step) * step : 2 ** Math.ceil(Math.log2(list.length))
  return Array.from({ length }, (_, index) => list[Math.min(index, list.length - 1)] as T)
}

// The protocol of MySQL counts the parameters of a statement in two bytes.
const mostParameters = 65_535
// For the conditions after a list, and for the limit.
const otherParameters = 35

function checkParameters({ query, column: { field } }: Place): void {
  if (query.values.length <= mostParameters - otherParameters) return
  throwInvalid(`The list of a condition on ${field} is too long for MySQL and MariaDB: divide it.`, {
    fields: [field],
  })
}

/** Whether a text equals one of some texts in any case. */
function foldedEqual(place: Place, texts: readonly string[]): string {
  const { name, query, column } = place
  const { dialect } = query
  const forms = [...new Set(texts.flatMap((text) => caseForms(dialect.family, text)))]
  const [left, lower] = [dialect.lower(column.wire.compareColumn?.(name) ?? name), dialect.lower("value")]
  if (forms.length === 1) return `(${left} = ${dialect.lower(query.bind(forms[0] as string))})`
  if (dialect.family === "postgres") {
    const list = query.bind(textArray(forms), (position) => `$${position}::text::text[]`)
    return `(${left} IN (SELECT ${lower} FROM unnest(${list}) value))`
  }
  if (dialect.family === "sqlite")
    return `(${left} IN (SELECT ${lower} FROM json_each(${query.bind(JSON.stringify(forms))})))`
  const parameters = padList(forms).map((form) => dialect.lower(query.bind(form)))
  checkParameters(place)
  return `(${left} IN (${parameters.join(", ")}))`
}

/** The error for a field that the model lacks, in one of the arguments of a call. */
export const unknownField = (
  { model }: Table,
  field: string,
  argument: "where" | "select" | "sortBy",
): MortiseError =>
  new MortiseError("invalid", `The model ${model} has no field ${field}: check ${argument}.`, {
    fields: [field],
  })

const unknownOperator = ({ model }: Table, operator: string): MortiseError =>
  new MortiseError("invalid", `A condition on ${model} has the unknown operator ${operator}.`)
