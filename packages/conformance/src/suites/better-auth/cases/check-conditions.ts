import type { Where } from "better-auth"
import type { BetterAuthCase, Row } from "../case.ts"
import { newRecord, toSortedIds, where } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"

type Fields = Record<string, unknown>

/** A case about conditions: rows, and which of them some conditions match. */
export type ConditionCase = Omit<BetterAuthCase, "run"> & {
  readonly rows: readonly Fields[]
  readonly matches: readonly (readonly [filter: readonly Where[], rows: readonly number[]])[]
}

/** Creates the rows, and checks which of them findMany and count find by each condition. */
export const toCase = ({ rows: fields, matches, ...details }: ConditionCase): BetterAuthCase => ({
  ...details,
  async run(t) {
    const team = t.unique()
    const rows = await Promise.all(fields.map((rowFields) => newRecord(t, { team, ...rowFields })))
    for (const [filter, indexes] of matches) {
      const name = filter.map(describeCondition).join(", ")
      const all = [where("team", team), ...filter]
      const expected = toSortedIds(indexes.map((index) => rows[index] as Row))
      const results = await t.db.findMany({ model, where: all })
      t.check(
        expected.join() === toSortedIds(results).join(),
        `${name}: the rows ${JSON.stringify(indexes.map((index) => fields[index]))}`,
        results
          .map(({ id }) => rows.findIndex((row) => row.id === id))
          .sort()
          .map((index) => fields[index]),
      )
      t.equal(await t.db.count({ model, where: all }), indexes.length, `${name}: count`)
    }
  },
})

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
