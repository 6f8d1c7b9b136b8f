import { type ErrorCode, MortiseError } from "../contract/errors.ts"

const messages = {
  unavailable:
    "The deadline passed before a connection was free, so nothing was sent: check that the database answers and that the client has enough connections, or raise timeoutSeconds.",
  transient:
    "The database did not answer before the deadline, and nothing was changed: try again, or raise timeoutSeconds.",
  indeterminate:
    "The database did not answer before the deadline, so the change may have been applied: check before you repeat it.",
} satisfies Partial<Record<ErrorCode, string>>

/** The error of a call whose `timeoutSeconds` have passed. */
export const deadlineError = (code: keyof typeof messages = "unavailable"): MortiseError =>
  new MortiseError(code, messages[code])
