import type { ErrorCode } from "../../contract/errors.ts"

/** What a driver knows about an error that the error itself does not contain. */
export type ErrorContext = {
  /** The meaning of the error, used when the dialect does not recognize it. */
  readonly code?: ErrorCode
  /** The index of the failed step in its batch. */
  readonly step?: number
}

const contexts = new WeakMap<object, ErrorContext>()

/** Attaches context to an error and returns the error; context that was attached earlier wins. */
export function addErrorContext(error: unknown, context: ErrorContext): unknown {
  if (typeof error === "object" && error !== null) contexts.set(error, { ...context, ...contexts.get(error) })
  return error
}

export const errorContext = (error: unknown): ErrorContext =>
  (typeof error === "object" && error !== null && contexts.get(error)) || {}
