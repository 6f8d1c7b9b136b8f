const safeCode = /^[A-Z0-9_]{2,40}$/
const safeName = /^[A-Z][A-Za-z]{0,39}$/

/**
 * What may be printed about any error. The message of a `MortiseError` never holds a value. The messages of other
 * packages do: database clients repeat the connection string, with its password. So of any other error only the
 * code is printed, or the name of its class.
 */
export async function describeError(error: unknown): Promise<string> {
  const { MortiseError } = await import("../contract/errors.ts")
  if (error instanceof MortiseError) return error.message.replace(/\.$/, "")
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown }
  if (typeof code === "string" && safeCode.test(code)) return code
  return typeof name === "string" && safeName.test(name) ? name : "Error"
}
