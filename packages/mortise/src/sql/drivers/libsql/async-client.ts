import type { Result, Step } from "../../driver.ts"

export type Answer = {
  readonly rows: readonly unknown[]
  readonly rowsAffected: number
  readonly columns?: readonly string[]
}
export type Query = { sql: string; args: (string | number | null)[] }

/** The part of a `@libsql/client` client or transaction that Mortise uses. */
export type AsyncClient = {
  execute(query: Query): Promise<Answer>
  batch(queries: Query[], mode: "write"): Promise<Answer[]>
  transaction?(mode: "deferred" | "write"): Promise<AsyncTransaction>
  readonly protocol?: string
}

/** The part of a `@libsql/client` transaction that Mortise uses. */
export type AsyncTransaction = {
  execute(query: Query): Promise<Answer>
  executeMultiple(texts: string): Promise<void>
  commit(): Promise<void>
  close(): void
  readonly closed: boolean
}

/** A step in the form that this client takes. */
export const toQuery = ([{ text }, values]: Step): Query => ({ sql: text, args: values as Query["args"] })

/** The result of a step. Rows have positions but are not arrays; in batches of Turso's client, they have names only. */
export function toResult([{ returns }]: Step, answer: Answer | undefined): Result {
  const rows = (answer?.rows ?? []).map((row) =>
    0 in (row as object)
      ? Array.from(row as ArrayLike<unknown>)
      : (answer?.columns ?? []).map((name) => (row as Readonly<Record<string, unknown>>)[name]),
  )
  return { rows, count: returns ? rows.length : (answer?.rowsAffected ?? 0) }
}
