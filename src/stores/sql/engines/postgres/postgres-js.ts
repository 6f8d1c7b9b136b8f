import type { Bound, Result, Statement } from "../../driver.ts"

type Answer = readonly unknown[] & { readonly count: number | null }
type Pending = { values(): Promise<unknown> }

/** A client or a transaction of postgres.js. */
export type Querying = { unsafe(text: string, values?: never[], options?: { prepare?: boolean }): Pending }

/** The part of a transaction of postgres.js that Mortise uses. */
export type PostgresTransaction = Querying & {
  savepoint<T>(work: (inside: PostgresTransaction) => Promise<T>): Promise<T>
}

export async function query(
  on: Querying,
  { text }: Statement,
  values: readonly Bound[],
  prepare: boolean,
): Promise<Result> {
  const rows = (await on.unsafe(text, values as never[], { prepare }).values()) as Answer
  return { rows: rows as unknown as unknown[][], count: rows.count ?? 0 }
}
