import type { ModelName } from "./models.ts"

/**
 * What an error means to the caller. The codes are stable.
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
  /** The adapter lacks an operation that was asked for. */
  "missing_operation",
  /** What must exist does not: the owner of a new row, or the row to change. */
  "not_found",
  /** Not applied, and may be retried as a whole. */
  "transient",
  /** The answer was lost: it may have been applied. */
  "indeterminate",
  /** The store could not be reached. Nothing was sent. */
  "unavailable",
  /** The store takes no writes at present. */
  "readonly",
  /** What the store holds cannot be read. */
  "corrupt",
  /** A passkey counter would go down. */
  "counter_regression",
] as const

/** One of `errorCodes`. */
export type ErrorCode = (typeof errorCodes)[number]

/** What an error tells besides its code. */
export type ErrorDetails = {
  readonly operation?: string
  readonly model?: ModelName
  /** The fields at fault, or those of the key that is taken. */
  readonly fields?: readonly string[]
  readonly cause?: unknown
}

const marker = Symbol.for("mortise.error")

/**
 * Every error of Mortise. `code` says what happened, `message` what to do next; neither holds a value.
 *
 * @example
 * ```ts
 * import { MortiseError } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = memoryAdapter()
 * try {
 *   await adapter.createSession({ sessionToken: "t", userId: "nobody", expires: new Date() })
 * } catch (error) {
 *   if (error instanceof MortiseError && error.code === "not_found") console.log("sign up first")
 * }
 * ```
 */
export class MortiseError extends Error {
  override readonly name = "MortiseError"
  readonly code: ErrorCode
  /** The operation that failed, filled in on the way out. */
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

  /** Two copies of the package in one process still recognise each other's errors. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && marker in value
  }
}
