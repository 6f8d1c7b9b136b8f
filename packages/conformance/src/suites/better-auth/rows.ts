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

/** The condition that finds rows by the value that this one has in a field. */
export const byField = (row: Fields, field: string): Where[] => [where(field, String(row[field]))]

/** The condition that finds one row by its id. */
export const byId = ({ id }: { readonly id: string }): Where[] => [where("id", id)]

export type Fields = Record<string, unknown>
type T = BetterAuthContext

/** The fields of a new row. A session and an account belong to this user, or to a new one. */
export async function createFields(t: T, model: string, fields?: Fields): Promise<Fields> {
  const createOwnerId = async () => String(fields?.["userId"] ?? (await newUser(t)).id)
  if (model === "session") return t.session(await createOwnerId(), fields)
  if (model === "account") return t.account(await createOwnerId(), fields)
  if (model === "verification") return t.verification(fields)
  return model === "user" ? t.user(fields) : t.record(fields)
}

/** Stores a row. It keeps an id that is given. */
export const newRow = async (t: T, model: string, fields: Fields = {}): Promise<Row> =>
  t.db.create({
    model,
    data: await createFields(t, model, fields),
    ...("id" in fields && { forceAllowId: true }),
  })

export const newUser = (t: T, fields?: Fields): Promise<Row> => newRow(t, "user", fields)
export const newSession = (t: T, fields?: Fields): Promise<Row> => newRow(t, "session", fields)

/** A verification value: what a link or a code in an email stands for. */
export const newValue = (t: T, fields?: Fields): Promise<Row> => newRow(t, "verification", fields)

/** A row of the suite's own model. */
export const newRecord = (t: T, fields?: Fields): Promise<Row> => newRow(t, rowModel, fields)

/** The conditions of rows with these values. */
const equalTo = (fields: Fields): Where[] =>
  Object.entries(fields).map(([field, value]) => where(field, value as Where["value"]))

export const findRow = (t: T, model: string, fields: Fields, db: TestedDatabase = t.db) =>
  db.findOne({ model, where: equalTo(fields) })
export const findRows = (t: T, model: string, fields: Fields, db: TestedDatabase = t.db) =>
  db.findMany({ model, where: equalTo(fields) })
export const countRows = (t: T, model: string, fields: Fields, db: TestedDatabase = t.db) =>
  db.count({ model, where: equalTo(fields) })

/** The row as it is stored now. */
export const readRow = (t: T, model: string, row: { readonly id: string }, db: TestedDatabase = t.db) =>
  db.findOne({ model, where: byId(row) })

/** The rows that are not null or undefined among the values of calls that succeeded. */
export const collectRows = (outcomes: readonly PromiseSettledResult<Row | null>[]): Row[] =>
  outcomes.flatMap((outcome) => (outcome.status === "fulfilled" && outcome.value ? [outcome.value] : []))

/** Checks that these are the rows, in any order. */
export const expectRows = (
  t: T,
  rows: readonly { readonly id: string }[],
  expected: readonly { readonly id: string }[],
  what: string,
): void => t.equal(toSortedIds(rows), toSortedIds(expected), `the ids of ${what}`)

/** Checks that this is one of the rows. */
export const expectAnyRow = (t: T, rows: readonly Row[], row: Row | null, what: string): void =>
  t.check(
    rows.some(({ id }) => id === row?.id),
    `${what}: one of the rows`,
    row,
  )

export const toSortedIds = (rows: readonly { readonly id: string }[]): string[] =>
  rows.map(({ id }) => id).sort()
