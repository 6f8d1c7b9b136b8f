import type { Where } from "better-auth"
import type { BetterAuthContext, Row, TestedDatabase } from "./case.ts"
import { byId, type Fields, newRow, readRow } from "./rows.ts"
import { rowModel } from "./suite-options.ts"

// Calls as data: a table of them runs in this process, in transactions and in several processes.

/** A call of an adapter. */
export type DatabaseCall = { readonly operation: keyof TestedDatabase; readonly options: object }

export const makeCall = (db: TestedDatabase, { operation, options }: DatabaseCall): Promise<unknown> =>
  (db[operation] as (input: object) => Promise<unknown>)(options)

/** Adds to numbers of a row of the suite's own model, and sets other fields. */
export const add = (where: Where[], increment: Record<string, number>, set?: Fields): DatabaseCall => ({
  operation: "incrementOne",
  options: { model: rowModel, where, increment, ...(set && { set }) },
})

export const consume = (row: Row): DatabaseCall => ({
  operation: "consumeOne",
  options: { model: "verification", where: byId(row) },
})

/** A call that changes one row. */
export type Write = {
  /** The fields of the row before. */
  readonly fields: Fields
  readonly call: (row: Row) => DatabaseCall
  /** The fields of the row that the call returns and leaves; null if it returns nothing and changes nothing. */
  readonly returns: Fields | null
  /** Set if a second call returns nothing. */
  readonly again?: null
}

/** Makes the call, and checks its result and the row afterwards. */
export async function checkWrite(t: BetterAuthContext, { fields, call, ...write }: Write): Promise<void> {
  const row = await newRow(t, rowModel, fields)
  const { operation, options } = call(row)
  const result = await makeCall(t.db, { operation, options })
  const expected = { ...fields, ...write.returns, id: row.id, slug: row["slug"] }
  if (write.returns) t.row(result, expected, operation)
  else {
    t.isNull(result, operation)
    const missingRow = { ...row, id: t.unique() }
    t.isNull(await makeCall(t.db, call(missingRow)), `${operation} of a row that does not exist`)
  }
  t.row(await readRow(t, rowModel, row), expected, "the row afterwards")
  if (write.again === null) t.isNull(await makeCall(t.db, { operation, options }), `${operation} again`)
}
