import { type ErrorCode, errorCodes, MortiseError } from "../../contract/errors.ts"
import type { Json } from "../../contract/fields.ts"
import { type ModelName, modelNames } from "../../contract/models.ts"
import { showCause } from "../../shared/console.ts"
import { ownData } from "../../shared/own-data.ts"

/** Every error code and its HTTP status: first the codes of `MortiseError`, then the protocol's own. */
export const statuses = {
  conflict: 409,
  invalid: 400,
  missing_operation: 501,
  not_found: 404,
  transient: 503,
  indeterminate: 500,
  unavailable: 503,
  not_migrated: 503,
  readonly: 503,
  corrupt: 500,
  counter_regression: 409,
  /** No valid key or signature. */
  unauthorized: 401,
  /** A signature that was used before. */
  replayed: 401,
  /** The key does not allow this call. */
  forbidden: 403,
  unknown_call: 404,
  /** Calls are always POST requests. */
  method_not_allowed: 405,
  too_large: 413,
  unsupported_type: 415,
  /** A write without an idempotency key. */
  key_missing: 400,
  /** The idempotency key was used before with another body. */
  key_reused: 422,
  /** The same write is still running. */
  in_flight: 409,
  rate_limited: 429,
  /** The server is shutting down. */
  draining: 503,
} as const satisfies Record<string, number> & Record<ErrorCode, number>

export type WireCode = keyof typeof statuses

/** An error as it is sent: without a message and without values. */
export type WireError = {
  readonly code: WireCode
  readonly operation?: string
  readonly model?: ModelName
  readonly fields?: readonly string[]
}

/** A `MortiseError` as it is sent. */
export const toWireError = ({ code, model, fields }: MortiseError, operation: string): WireError => ({
  code,
  operation,
  ...(model && { model }),
  ...(fields && { fields }),
})

export const errorBody = (error: WireError): Json => ({ error })

/** The error in a body; `undefined` when the body holds no known error. */
export function readError(body: unknown): WireError | undefined {
  const { code, operation, model, fields } = ownData(ownData(body)?.["error"]) ?? {}
  if (typeof code !== "string" || !Object.hasOwn(statuses, code)) return undefined
  return {
    code: code as WireCode,
    ...(typeof operation === "string" && { operation }),
    ...(modelNames.includes(model as ModelName) && { model: model as ModelName }),
    ...(isStringArray(fields) && { fields }),
  }
}

export const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

export const isErrorCode = (code: WireCode): code is ErrorCode => errorCodes.includes(code as ErrorCode)

/** Any error of an adapter as a `MortiseError`. An unknown error may have been thrown after the effect. */
export function asMortiseError(error: unknown, effect: "read" | "write"): MortiseError {
  if (error instanceof MortiseError) return error
  showCause(error)
  const code = effect === "write" ? "indeterminate" : "transient"
  return new MortiseError(code, "The adapter threw an error that is not a MortiseError.", { cause: error })
}
