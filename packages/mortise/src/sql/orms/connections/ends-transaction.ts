/** What an ORM's statement ends: the transaction at this depth, 0 for the outermost one. */
export type End = {
  /** `Infinity` for a savepoint that does not belong to a nested transaction of the ORM. */
  readonly depth: number
  readonly undoes: boolean
}

const outermost = /^\s*(commit|end|rollback|abort)\b(?!\s+to\b)/i
// Does not match our own savepoints.
const savepoint =
  /^\s*(release|rollback\s+to)\s+(?!.*\bmortise\b)(?:savepoint\s+)?(?:(?:sp|typeorm_)(\d+)\b)?/i

/** Reads the end of a transaction, or of one nested in it, from a statement of Drizzle, Kysely or TypeORM. */
export function parseEnd(text: unknown): End | undefined {
  if (typeof text !== "string") return undefined
  const [, ending] = outermost.exec(text) ?? []
  if (ending) return { depth: 0, undoes: /^(rollback|abort)$/i.test(ending) }
  const [, how, depth = "Infinity"] = savepoint.exec(text) ?? []
  return how ? { depth: Number(depth), undoes: how.length > "release".length } : undefined
}
