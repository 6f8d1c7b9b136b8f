import type { Where } from "better-auth"
import type { BetterAuthContext } from "../case.ts"
import { newRecord, toSortedIds, where } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"

type Fields = Record<string, unknown>

/** What a case about conditions consists of: rows, and which of them some conditions match. */
type ConditionTable = { readonly rows: readonly Fields[]; readonly matches: readonly Match[] }

/** Conditions, and the indexes of the rows that they match. */
type Match = { readonly filter: readonly Where[]; readonly indexes: readonly number[] }

export const match = (indexes: readonly number[], ...filter: readonly Where[]): Match => ({ filter, indexes })

/** What all cases about conditions share. */
export const aboutConditions = {
  clause: "BA-where",
  harm: "A query finds rows that it should not, or misses rows: the wrong keys, members or users.",
} as const

/** Creates the rows, and checks which of them findMany and count find by each condition. */
export async function checkConditions(
  t: BetterAuthContext,
  { rows: fields, matches }: ConditionTable,
): Promise<void> {
  const team = t.unique()
  const rows = await Promise.all(fields.map((rowFields) => newRecord(t, { team, ...rowFields })))
  for (const { filter, indexes } of matches) {
    const name = filter.map(describeCondition).join(", ")
    const all = [where("team", team), ...filter]
    const expected = indexes.flatMap((index) => rows[index] ?? [])
    const results = await t.db.findMany({ model, where: all })
    t.check(
      toSortedIds(expected).join() === toSortedIds(results).join(),
      `${name}: the rows ${JSON.stringify(indexes.map((index) => fields[index]))}`,
      results
        .map(({ id }) => rows.findIndex((row) => row.id === id))
        .sort()
        .map((index) => fields[index]),
    )
    t.equal(await t.db.count({ model, where: all }), indexes.length, `${name}: count`)
  }
}

const describeCondition = ({ field, operator = "eq", value, connector, mode }: Where): string =>
  `${connector === "OR" ? "or " : ""}${field} ${operator} ${JSON.stringify(value)}${mode ? `, ${mode}` : ""}`

export const op = (
  field: string,
  operator: Where["operator"],
  value: Where["value"],
  rest?: Partial<Where>,
) => where(field, value, { operator, ...rest })
export const or = (condition: Where): Where => ({ ...condition, connector: "OR" })
export const note = (value: Where["value"], operator: Where["operator"] = "eq", rest?: Partial<Where>) =>
  op("note", operator, value, rest)

export const notes = (...texts: readonly (string | null)[]): Fields[] => texts.map((text) => ({ note: text }))
