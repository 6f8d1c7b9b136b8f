import type { ModelName } from "./models.ts"

/**
 * The codes of errors. They are stable: programs may rely on them.
 *
 * @example
 * ```ts
 * import { errorCodes } from "mortise"
 * errorCodes.includes("conflict") // true
 * ```
 */
export const errorCodes = [
  /** A unique key is taken. Nothing was written. */
  "conflict",
  /** An argument cannot be stored. Nothing was sent. */
  "invalid",
  /** The adapter does not implement the operation. */
  "missing_operation",
  /** The owner of a new row, or the row to change, does not exist. */
  "not_found",
  /** The call was not applied and can be retried. */
  "transient",
  /** The response was lost: the call may have been applied. */
  "indeterminate",
  /** The store could not be reached. Nothing was sent. */
  "unavailable",
  /** A table or a column does not exist, or has a type that the schema does not declare. Nothing was written. */
  "not_migrated",
  /** The store accepts no writes at the moment. */
  "readonly",
  /** A stored value cannot be read. */
  "corrupt",
  /** The counter of a passkey would decrease. */
  "counter_regression",
] as const

/** One of `errorCodes`. */
export type ErrorCode = (typeof errorCodes)[number]

/** The details of an error. */
export type ErrorDetails = {
  readonly operation?: string
  readonly model?: ModelName
  /** The invalid fields, or the fields of the key that is taken. */
  readonly fields?: readonly string[]
  readonly cause?: unknown
}

const marker = Symbol.for("mortise.error")

/**
 * Every Mortise error. `code` says what happened and `message` what to do next.
 * An error never contains the value of a field.
 *
 * @example
 * ```ts
 * import { MortiseError } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = memoryAdapter()
 * try {
 *   await adapter.createSession({ sessionToken: "t", userId: "unknown", expires: new Date() })
 * } catch (error) {
 *   if (error instanceof MortiseError && error.code === "not_found") console.log("sign up first")
 * }
 * ```
 */
export class MortiseError extends Error {
  override readonly name = "MortiseError"
  readonly code: ErrorCode
  /** The operation that failed. */
  operation: string | undefined
  readonly model: ModelName | undefined
  readonly fields: readonly string[] | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined)
    this.code = code
    this.operation = details.operation
    this.model = details.model
    this.fields = details.fields
    Object.defineProperty(this, marker, { value: true })
  }

  /** Recognizes errors from another copy of this package in the same process, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && marker in value
  }
}
