import { inspect } from "node:util"
import { expect } from "vitest"
import { type ErrorCode, MortiseError } from "../../src/index.ts"

/** A word in every value of these tests, which must never appear in an error. */
export const canary = "canary"

/** Ends like a stack trace, to catch code that treats the lines of a stack as harmless. */
export const canaryText = (label: string): string =>
  `${canary} ${label}\n    at ${canary} (/${canary}.js:1:1)`

/** The `MortiseError` of a failed call, after checking its code and that it contains no value. */
export async function failure(call: Promise<unknown>, code: ErrorCode): Promise<MortiseError> {
  const error = await call.then(
    (value) => Promise.reject(new Error(`It succeeded with ${inspect(value)}`)),
    (reason: unknown) => reason,
  )
  if (!(error instanceof MortiseError)) throw error
  expect(everythingIn(error)).not.toContain(canary)
  expect(error.code, String(error.cause)).toBe(code)
  return error
}

/** Every part of an error that can appear in a log. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  const members = Object.getOwnPropertyNames(error)
  return [
    String(error),
    error.stack,
    inspect(error, { depth: null, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(error, members),
    everythingIn(error.cause),
  ].join("\n")
}
