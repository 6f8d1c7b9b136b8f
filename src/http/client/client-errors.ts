import { type ErrorCode, MortiseError } from "../../contract/errors.ts"
import { isErrorCode, type WireCode, type WireError } from "../protocol/wire-error.ts"
import type { AttemptResult } from "./send-once.ts"

type FailedAttempt = Exclude<AttemptResult, { kind: "result" }>

type WireOnly = Exclude<WireCode, ErrorCode>

/** What the codes of the wire mean to a caller of the adapter. */
const meanings: { readonly [C in WireOnly]: readonly [code: ErrorCode, message: string] } = {
  unauthorized: ["unavailable", "The server did not accept the key: check `key`, its expiry, and the clock."],
  replayed: ["transient", "The server saw this signature before: the call may be made again."],
  forbidden: [
    "missing_operation",
    "The key does not allow this call: add it to the permissions of its record.",
  ],
  unknown_call: ["missing_operation", "The server does not know this call: is it an older version?"],
  method_not_allowed: ["missing_operation", "The server takes no POST here: is `url` right?"],
  too_large: ["invalid", "The arguments are larger than the server takes."],
  unsupported_type: ["invalid", "The server does not take JSON here: is `url` right?"],
  key_missing: ["invalid", "The idempotency key was lost on the way: does a proxy drop headers?"],
  key_reused: ["invalid", "The idempotency key was used for another write."],
  in_flight: ["indeterminate", "The write is still being worked on: look before you make it again."],
  rate_limited: ["transient", "The server takes no more calls at present: make fewer, or later."],
  draining: ["unavailable", "The server is shutting down: try again when its successor is there."],
}

const messages: { readonly [C in ErrorCode]: string } = {
  conflict: "is taken: look it up instead",
  invalid: "cannot be stored as it was given",
  missing_operation: "is not offered by the adapter behind the server",
  not_found: "is not there: what it belongs to must exist first",
  transient: "was not done, and may be tried again",
  indeterminate: "may or may not have been done: look before you try again",
  unavailable: "could not be done: the store behind the server cannot be reached",
  readonly: "was not done: the store takes no writes at present",
  corrupt: "found something in the store that cannot be read",
  counter_regression: "would make the counter of a passkey go down: it may have been cloned",
}

/** How a write ended, on whichever try. The other codes are said before anybody looks at the receipts. */
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

/** Whether the server is at work on the same write. */
export const isInFlight = (attempt: FailedAttempt): boolean =>
  attempt.kind === "error" && attempt.error.code === "in_flight"

/** Whether this try leaves open what came of the call: of one that was replayed, a copy came through. */
export const isOutcomeUnknown = (attempt: FailedAttempt): boolean =>
  attempt.kind === "lost" ||
  (attempt.kind === "error" && ["in_flight", "replayed"].includes(attempt.error.code))

/** The error that a caller gets. `open`: some try of a write may have been applied. */
export function clientError(attempt: FailedAttempt, operation: string, open: boolean): MortiseError {
  if (attempt.kind === "error") return errorFromServer(attempt.error, operation, open)
  const { cause } = attempt
  const details = { operation, ...(cause !== undefined && { cause }) }
  if (attempt.kind === "unsent" && !open)
    return new MortiseError("unavailable", "The server could not be reached: nothing was sent.", details)
  const why = attempt.kind === "lost" ? attempt.reason : "the server could not be reached again"
  return open
    ? new MortiseError("indeterminate", `${operation} ${messages.indeterminate}; ${why}.`, details)
    : new MortiseError("transient", `${operation} had no answer: ${why}.`, details)
}

/** The error of a call that was not made, since those before it found nobody. */
export const breakerError = (operation: string): MortiseError =>
  new MortiseError(
    "unavailable",
    "The server failed too often in a row and is left alone for a moment: nothing was sent.",
    { operation },
  )

function errorFromServer(error: WireError, operation: string, open: boolean): MortiseError {
  const { code, model, fields } = error
  const details = { operation, ...(model && { model }), ...(fields && { fields }) }
  const what = model ? [model, fields?.join(" and ")].filter(Boolean).join(".") : operation
  const [meant, message] = isErrorCode(code) ? [code, `${what} ${messages[code]}.`] : meanings[code]
  if (open && !finalCodes.includes(code))
    return new MortiseError("indeterminate", `${operation} ${messages.indeterminate}.`, details)
  return new MortiseError(meant, message, details)
}
