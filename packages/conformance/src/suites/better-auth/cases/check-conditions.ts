import type { Where } from "better-auth"
import type { BetterAuthContext, Row } from "../case.ts"
import { newRecord, toSortedIds, where } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"

type Fields = Record<string, unknown>
/** A name for a condition, the condition, and which of the rows it matches. */
type Expected = readonly [name: string, filter: readonly Where[], matches: readonly number[]]

/** Creates rows, and checks which of them each condition matches. */
export async function checkConditions(
  t: BetterAuthContext,
  fields: readonly Fields[],
  conditions: readonly Expected[],
): Promise<void> {
  const team = t.unique()
  const rows = await Promise.all(fields.map((rowFields) => newRecord(t, { team, ...rowFields })))
  for (const [name, filter, matches] of conditions) {
    const all = [where("team", team), ...filter]
    const expected = toSortedIds(matches.map((index) => rows[index] as Row))
    const positions = (foundRows: readonly Row[]) =>
      foundRows.map(({ id }) => rows.findIndex((row) => row.id === id)).sort()
    const results = await t.db.findMany({ model, where: all })
    t.check(
      expected.join() === toSortedIds(results).join(),
      `${name}: the rows ${JSON.stringify(matches.map((index) => fields[index]))}`,
      positions(results).map((index) => fields[index]),
    )
    t.equal(await t.db.count({ model, where: all }), matches.length, `${name}: count`)
  }
}

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
