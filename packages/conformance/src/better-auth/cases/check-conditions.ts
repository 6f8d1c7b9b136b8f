import type { Where } from "better-auth"
import type { BetterAuthContext, Row } from "../case.ts"
import { idsOf, newRecord } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"
import { where } from "../where.ts"

type Fields = Record<string, unknown>
/** A name for a condition, the condition, and which of the rows it matches. */
type Expected = readonly [name: string, own: readonly Where[], matches: readonly number[]]

/** Creates rows, and checks which of them each condition matches. */
export async function checkConditions(
  t: BetterAuthContext,
  fields: readonly Fields[],
  conditions: readonly Expected[],
): Promise<void> {
  const team = t.unique()
  const rows = await Promise.all(fields.map((each) => newRecord(t, { team, ...each })))
  for (const [name, own, matches] of conditions) {
    const all = [where("team", team), ...own]
    const expected = idsOf(matches.map((nth) => rows[nth] as Row))
    const positions = (found: readonly Row[]) =>
      found.map(({ id }) => rows.findIndex((row) => row.id === id)).sort()
    const found = await t.db.findMany({ model, where: all })
    t.check(
      expected.join() === idsOf(found).join(),
      `${name}: the rows ${JSON.stringify(matches.map((nth) => fields[nth]))}`,
      positions(found).map((nth) => fields[nth]),
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
