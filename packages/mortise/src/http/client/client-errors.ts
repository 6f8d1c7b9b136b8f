import { type ErrorCode, MortiseError } from "../../contract/errors.ts"
import { getFieldPermission } from "../protocol/permissions.ts"
import { isErrorCode, type WireCode, type WireError } from "../protocol/wire-error.ts"
import type { AttemptResult } from "./send-once.ts"

type FailedAttempt = Exclude<AttemptResult, { kind: "result" }>

type WireOnly = Exclude<WireCode, ErrorCode | "forbidden">

/** What the protocol's codes mean to the adapter's caller. */
const meanings: { readonly [C in WireOnly]: readonly [code: ErrorCode, message: string] } = {
  unauthorized: ["unavailable", "The server did not accept the key: check `key`, its expiry and the clock."],
  replayed: ["transient", "The server has seen this signature before: the call may be retried."],
  unknown_call: [
    "missing_operation",
    "The server does not know this call: check whether it runs an older version, and whether only one side has tenants.",
  ],
  method_not_allowed: ["missing_operation", "The server does not accept POST here: check `url`."],
  too_large: ["invalid", "The arguments are larger than the server accepts."],
  unsupported_type: ["invalid", "The server does not accept JSON here: check `url`."],
  key_missing: [
    "invalid",
    "The idempotency key did not reach the server: check whether a proxy drops headers.",
  ],
  key_reused: ["invalid", "The idempotency key was used for another write."],
  in_flight: ["indeterminate", "The write is still running: read the row before you retry."],
  rate_limited: ["transient", "The server limits the rate of calls: make fewer, or retry later."],
  draining: ["unavailable", "The server is shutting down: retry when it has been replaced."],
}

const messages: { readonly [C in ErrorCode]: string } = {
  conflict: "is already taken: look up the existing row",
  invalid: "cannot be stored as it was given",
  missing_operation: "is not implemented by the adapter behind the server",
  not_found: "was not found: the row that it belongs to must exist first",
  transient: "was not applied and may be retried",
  indeterminate: "may or may not have been applied: read the row before you retry",
  unavailable: "was not applied: the store behind the server cannot be reached",
  not_migrated:
    "was not applied: a table or column behind the server is missing or has another type, so migrate it there",
  readonly: "was not applied: the store is read-only at present",
  corrupt: "found a value in the store that cannot be read",
  counter_regression: "would lower the counter of a passkey: the passkey may have been cloned",
}

/** The result of a write, from any attempt. The server sends the other codes before it reads the receipts. */
const finalCodes: readonly WireCode[] = ["conflict", "invalid", "not_found", "corrupt", "counter_regression"]

const retriedCodes: readonly WireCode[] = [
  "transient",
  "unavailable",
  "in_flight",
  "replayed",
  "rate_limited",
  "draining",
]

export function mayRetry(attempt: FailedAttempt): boolean {
  if (attempt.kind === "error") return retriedCodes.includes(attempt.error.code)
  return attempt.kind === "unsent" || attempt.mayRetry
}

/** Whether the server is still running the same write. */
export const isInFlight = (attempt: FailedAttempt): boolean =>
  attempt.kind === "error" && attempt.error.code === "in_flight"

/** Whether this attempt leaves the outcome unknown. After `replayed`, a copy of the request was accepted. */
export const isOutcomeUnknown = (attempt: FailedAttempt): boolean =>
  attempt.kind === "lost" ||
  (attempt.kind === "error" && ["in_flight", "replayed"].includes(attempt.error.code))

/** A call's name in the protocol and in permissions, and the name of its function. */
type Called = { readonly name: string; readonly operation: string }

/** The error that a caller gets. `isUnknown`: some attempt of a write may have been applied. */
export function clientError(attempt: FailedAttempt, called: Called, isUnknown: boolean): MortiseError {
  if (attempt.kind === "error") return errorFromServer(attempt.error, called, isUnknown)
  const { operation } = called
  const { cause } = attempt
  const details = { operation, ...(cause !== undefined && { cause }) }
  if (attempt.kind === "unsent" && !isUnknown)
    return new MortiseError("unavailable", "The server could not be reached: nothing was sent.", details)
  const why = attempt.kind === "lost" ? attempt.reason : "the server could not be reached again"
  return isUnknown
    ? new MortiseError("indeterminate", `${operation} ${messages.indeterminate}; ${why}.`, details)
    : new MortiseError("transient", `${operation} had no answer: ${why}.`, details)
}

/** The error of a call that was not sent because the breaker is open. */
export const breakerError = (operation: string): MortiseError =>
  new MortiseError(
    "unavailable",
    "The server failed too often in a row and is not called for a moment: nothing was sent.",
    { operation },
  )

function errorFromServer(error: WireError, { name, operation }: Called, isUnknown: boolean): MortiseError {
  const { code, model, fields } = error
  const details = { operation, ...(model && { model }), ...(fields && { fields }) }
  const what = model ? [model, fields?.join(" and ")].filter(Boolean).join(".") : operation
  const [meant, message] =
    code !== "forbidden"
      ? toMeaning(code, what)
      : error.operation === undefined
        ? otherTenant
        : forbidden(name, model)
  if (isUnknown && !finalCodes.includes(code))
    return new MortiseError("indeterminate", `${operation} ${messages.indeterminate}.`, details)
  return new MortiseError(meant, message, details)
}

type Meaning = readonly [code: ErrorCode, message: string]

const forbidden = (name: string, model: WireError["model"]): Meaning => [
  "missing_operation",
  `The key does not allow ${name}: add ${model ? getFieldPermission(model) : "it"} to the permissions of its record.`,
]

// The server answers this before it reads the call.
const otherTenant: Meaning = [
  "missing_operation",
  "The key does not allow this tenant: add it to the tenants of its record.",
]

const toMeaning = (code: ErrorCode | WireOnly, what: string): Meaning =>
  isErrorCode(code) ? [code, `${what} ${messages[code]}.`] : meanings[code]
