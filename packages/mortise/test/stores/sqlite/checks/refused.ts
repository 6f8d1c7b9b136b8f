import assert from "node:assert/strict"
import { inspect } from "node:util"
import { type ErrorCode, MortiseError } from "../../../../src/contract/errors.ts"

/** Part of every value that the checks pass to an adapter. It must never appear in an error. */
const canary = "kanarienvogel"

let count = 0

/** A unique value. */
const secret = (): string => `${canary}${++count}`

export const user = () => ({ email: `${secret()}@example.com`, name: canary, image: canary })
export const session = (userId: string) => ({
  sessionToken: secret(),
  userId,
  expires: new Date(Date.now() + 86_400_000),
})
export const token = () => ({ identifier: `${secret()}@example.com`, token: secret(), expires: new Date() })
export const account = (userId: string) => ({
  userId,
  type: "oauth" as const,
  provider: canary,
  providerAccountId: secret(),
  access_token: canary,
})
export const passkey = (userId: string) => ({
  credentialID: secret(),
  userId,
  providerAccountId: secret(),
  credentialPublicKey: canary,
  counter: 0,
  credentialDeviceType: canary,
  credentialBackedUp: true,
})

type Expected = {
  readonly code: ErrorCode
  readonly model?: string
  readonly fields?: readonly string[]
  /** What the cause must match. */
  readonly cause?: RegExp
  readonly message?: RegExp
}

/** Checks that a call throws a `MortiseError` with the expected members and without any value. */
export async function refused(call: () => Promise<unknown>, expected: Expected): Promise<void> {
  const error: unknown = await call().then(
    () => assert.fail(`nothing was thrown, not even ${expected.code}`),
    (thrown: unknown) => thrown,
  )
  assert(error instanceof MortiseError, inspect(error))
  assert.equal(error.code, expected.code, inspect(error))
  if (expected.model) assert.equal(error.model, expected.model)
  if (expected.fields) assert.deepEqual(error.fields, expected.fields)
  if (expected.message) assert.match(error.message, expected.message)
  if (expected.cause) assert.match(String(error.cause), expected.cause)
  silent(error)
}

function silent(error: Error): void {
  const shown = [
    String(error),
    error.stack ?? "",
    inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(error, [
      ...Object.getOwnPropertyNames(error),
      ...Object.getOwnPropertyNames(error.cause ?? {}),
    ]),
  ]
  for (const text of shown) assert(!text.includes(canary), `an error shows a value:\n${text}`)
}
