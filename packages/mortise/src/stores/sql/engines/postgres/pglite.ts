import type { Bound, Result, Statement } from "../../driver.ts"

type Answer = { rows: unknown[]; affectedRows?: number }
/** A PGlite or one of its transactions. */
export type Querying = {
  query(text: string, values: never[], options: { rowMode: "array" }): Promise<Answer>
}

/** The part of a transaction of PGlite that Mortise uses. */
export type PgliteTransaction = Querying & {
  exec(text: string): Promise<unknown>
  readonly closed?: boolean
}

export const query = async (on: Querying, { text }: Statement, values: readonly Bound[]): Promise<Result> => {
  const { rows, affectedRows = 0 } = await on.query(text, values as never[], { rowMode: "array" })
  return { rows: rows as unknown[][], count: affectedRows }
}
