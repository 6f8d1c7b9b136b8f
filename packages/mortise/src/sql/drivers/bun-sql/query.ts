import type { Bound, Result, Statement } from "../../driver.ts"

type Answer = readonly (readonly unknown[])[] & {
  readonly count: number | null
  readonly lastInsertRowid?: unknown
}

/** Bun's `SQL`, or one of its connections or transactions. */
export type Querying = {
  unsafe(text: string, values?: never[]): PromiseLike<unknown> & { values(): Promise<unknown> }
}

/** Runs one statement. */
export async function query(
  on: Querying,
  { text, returns }: Statement,
  values: readonly Bound[],
): Promise<Result> {
  try {
    const answer = (await on.unsafe(text, values as never[]).values()) as Answer
    const rows = returns ? answer : []
    return { rows, count: answer.count ?? 0, insertId: answer.lastInsertRowid }
  } catch (error) {
    throw withState(error)
  }
}

/** Runs a command without values or rows. */
export async function command(on: Querying, text: string): Promise<void> {
  try {
    await on.unsafe(text)
  } catch (error) {
    throw withState(error)
  }
}

/** For errors of PostgreSQL, Bun gives the state as `errno` and one `code` for all. Elsewhere, the state is the code. */
export function withState(error: unknown): unknown {
  const { code, errno } = Object(error) as { code?: unknown; errno?: unknown }
  return code === "ERR_POSTGRES_SERVER_ERROR" ? Object.assign(error as object, { code: errno }) : error
}
