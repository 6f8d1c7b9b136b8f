import type { Dialect } from "../dialect.ts"
import type { FoundColumn, FoundTable } from "./found-table.ts"
import type { Ask } from "./introspection.ts"

/** An order of users by a column of their table, or of a table whose rows belong to users. */
export type KeyOrder = {
  readonly table: string
  /** The column that sorts. Rows without a value are left out. */
  readonly key: FoundColumn
  /** The column with the user's id, which sorts rows with equal keys. */
  readonly user: FoundColumn
  readonly isDescending: boolean
  /** The only rows that are read. */
  readonly equal?: { readonly column: FoundColumn; readonly value: string }
}

/** A row in its order: the key as the database writes it, exactly, and the user's id. */
export type KeyPosition = { readonly key: string; readonly user: string }

/** A position, and whether a row before it in the same order belongs to the same user. */
export type KeyEntry = KeyPosition & { readonly isRepeated: boolean }

/** Whether an index starts with these columns, so that a page in their order reads only its own rows. */
export const isIndexed = ({ indexes }: FoundTable, columns: readonly FoundColumn[]): boolean =>
  indexes.some((index) => columns.every(({ name }, position) => index.columns[position] === name))

/** Reads a page of an order after a position. */
export async function readKeyPage(
  { ask, dialect }: { readonly ask: Ask; readonly dialect: Dialect },
  { table, key, user, isDescending, equal }: KeyOrder,
  after: KeyPosition | null,
  limit: number,
): Promise<KeyEntry[]> {
  const values: string[] = []
  const bind = (value: string, { type }: FoundColumn) => {
    values.push(value)
    const parameter = dialect.parameter(values.length)
    // The same type as the column's, so that an index is used and no digit is lost.
    return dialect.family === "postgres" ? `${parameter}::text::${type}` : parameter
  }
  const name = (column: FoundColumn, alias = "r") => `${alias}.${dialect.quote(column.name)}`
  const asText = (column: FoundColumn) =>
    `CAST(${name(column)} AS ${dialect.family === "mysql" ? "CHAR" : "TEXT"})`
  const [later, earlier, direction] = isDescending ? ["<", ">", " DESC"] : [">", "<", ""]
  const isOwnTable = key.name === user.name
  const conditions = [
    equal ? `${name(equal.column)} = ${bind(equal.value, equal.column)}` : `${name(key)} IS NOT NULL`,
  ]
  if (after && isOwnTable) conditions.push(`${name(key)} ${later} ${bind(after.key, key)}`)
  // The first comparison is a range of the index on the key alone.
  else if (after)
    conditions.push(
      `${name(key)} ${later}= ${bind(after.key, key)}`,
      `(${name(key)} ${later} ${bind(after.key, key)} OR ${name(user)} ${later} ${bind(after.user, user)})`,
    )
  const isEarlier = [
    ...(equal ? [`${name(equal.column, "m")} = ${name(equal.column)}`] : []),
    `${name(key, "m")} ${earlier} ${name(key)}`,
  ].join(" AND ")
  // The rows of one user are read by its index. As a CASE, the order cannot make the engine choose another one.
  const repeats = `EXISTS (SELECT 1 FROM ${dialect.quoteTable(table)} m WHERE ${name(user, "m")} = ${name(user)} AND CASE WHEN ${isEarlier} THEN 1 ELSE 0 END = 1)`
  const order = (isOwnTable ? [key] : [key, user]).map((column) => name(column) + direction).join(", ")
  const rows = await ask(
    `SELECT ${asText(key)} AS k, ${asText(user)} AS u, ${isOwnTable ? "0" : `CASE WHEN ${repeats} THEN 1 ELSE 0 END`} AS x FROM ${dialect.quoteTable(table)} r WHERE ${conditions.join(" AND ")} ORDER BY ${order} LIMIT ${limit}`,
    values,
  )
  const text = (stored: unknown) => String(dialect.decode("text", stored))
  return rows.map(([stored, id, repeated]) => ({
    key: text(stored),
    user: text(id),
    isRepeated: Number(repeated) === 1,
  }))
}

// A page with a list of more providers would help nobody.
const maxValues = 50

/** The different values at the start of an index. Each is found by one step in the index. */
export async function readFirstValues(
  { ask, dialect }: { readonly ask: Ask; readonly dialect: Dialect },
  table: string,
  column: FoundColumn,
): Promise<string[]> {
  const values: string[] = []
  const name = dialect.quote(column.name)
  const select = `SELECT MIN(${name}) AS v FROM ${dialect.quoteTable(table)}`
  while (values.length < maxValues) {
    const last = values.at(-1)
    const rows = await ask(
      last === undefined ? select : `${select} WHERE ${name} > ${dialect.parameter(1)}`,
      last === undefined ? [] : [last],
    )
    const stored = rows[0]?.[0]
    if (stored === null || stored === undefined) break
    values.push(String(dialect.decode("text", stored)))
  }
  return values
}
