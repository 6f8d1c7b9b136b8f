import type { BetterAuthContext, Row, TestedDatabase } from "./case.ts"
import { rowModel } from "./suite-options.ts"
import { byId } from "./where.ts"

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
