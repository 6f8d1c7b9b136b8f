import type { Where } from "better-auth"
import type { BetterAuthContext, Row, TestedDatabase } from "./case.ts"
import { rowModel } from "./suite-options.ts"

/** A condition on one field. */
export const where = (
  field: string,
  value: Where["value"],
  options?: Omit<Where, "field" | "value">,
): Where => ({
  field,
  value,
  ...options,
})

/** The condition that finds one row by its id. */
export const byId = ({ id }: { readonly id: string }): Where[] => [where("id", id)]

type Fields = Record<string, unknown>
type T = BetterAuthContext

export const newUser = (t: T, fields?: Fields): Promise<Row> =>
  t.db.create({ model: "user", data: t.user(fields) })

export const newSession = async (t: T, fields?: Fields): Promise<Row> =>
  t.db.create({ model: "session", data: t.session((await newUser(t)).id, fields) })

/** A verification value: what a link or a code in an email stands for. */
export const newValue = (t: T, fields?: Fields): Promise<Row> =>
  t.db.create({ model: "verification", data: t.verification(fields) })

/** A row of the suite's own model. */
export const newRecord = (t: T, fields?: Fields): Promise<Row> =>
  t.db.create({ model: rowModel, data: t.record(fields) })

/** The row as it is stored now. */
export const readRow = (t: T, model: string, row: { readonly id: string }, db: TestedDatabase = t.db) =>
  db.findOne({ model, where: byId(row) })

/** The rows that are not null or undefined among the values of calls that succeeded. */
export const collectRows = (outcomes: readonly PromiseSettledResult<Row | null>[]): Row[] =>
  outcomes.flatMap((outcome) => (outcome.status === "fulfilled" && outcome.value ? [outcome.value] : []))

export const toSortedIds = (rows: readonly { readonly id: string }[]): string[] =>
  rows.map(({ id }) => id).sort()

/** The sum of the numbers that calls returned which succeeded. */
export const sumValues = (outcomes: readonly PromiseSettledResult<number>[]): number =>
  outcomes.reduce((sum, outcome) => sum + (outcome.status === "fulfilled" ? outcome.value : 0), 0)
