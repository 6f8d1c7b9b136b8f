import { MortiseError } from "../../contract/errors.ts"

const codes = /^(23505|P2002|ER_DUP_ENTRY|SQLITE_CONSTRAINT\w*)$/
const words = /duplicate|unique|constraint|already exists/i

/**
 * Whether an insert failed because the row exists. Third-party adapters report that in their driver's words, so an
 * error that is not recognized counts as a failure of the store.
 */
export function isConflict(error: unknown): boolean {
  if (error instanceof MortiseError && error.code === "conflict") return true
  const { cause } = error as { cause?: unknown }
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: unknown }
  return (typeof code === "string" && codes.test(code)) || words.test(cause.message)
}
