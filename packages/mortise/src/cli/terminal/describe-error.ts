import type { ErrorCode } from "../../contract/errors.ts"
import { showCause } from "../../shared/console.ts"

const safeCode = /^[A-Z0-9_]{2,40}$/
const safeName = /^[A-Z][A-Za-z]{0,39}$/

/**
 * What may be printed about an error. The message of a `MortiseError` never contains values; it is printed with the
 * cause's code. Messages of other packages may contain them: database clients repeat the connection string with its
 * password. Of such an error, only the code or the class name is printed.
 */
export async function describeError(error: unknown): Promise<string> {
  const { MortiseError } = await import("../../contract/errors.ts")
  if (error instanceof MortiseError) {
    const code = readCode(error.cause)
    return error.message.replace(/\.$/, "") + (code === undefined ? "" : ` (${code})`)
  }
  showCause(error)
  const { name } = (error ?? {}) as { readonly name?: unknown }
  return readCode(error) ?? (typeof name === "string" && safeName.test(name) ? name : "Error")
}

const answers: readonly ErrorCode[] = ["corrupt", "invalid", "missing_operation", "not_migrated"]

/** A sentence about a call that failed. Some errors are not the database's fault. */
export async function describeFailure(error: unknown): Promise<string> {
  const { MortiseError } = await import("../../contract/errors.ts")
  const isAnswered = error instanceof MortiseError && answers.includes(error.code)
  return `${isAnswered ? "" : "The database failed: "}${await describeError(error)}.`
}

function readCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === "string" && safeCode.test(code) ? code : undefined
}
