import { inspect } from "node:util"
import { expect } from "vitest"
import { type ErrorCode, MortiseError } from "../../../../src/index.ts"

/** A word that is in every value of these tests, and must never be in an error. */
export const canary = "canary"

/** Ends like a stack does, for whatever takes the lines of a stack for harmless. */
export const canaryText = (label: string): string =>
  `${canary} ${label}\n    at ${canary} (/${canary}.js:1:1)`

/** The error that a call ends with: one of ours, of a code, without a value anywhere in it. */
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

/** Whatever of an error may end up in a log. */
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
