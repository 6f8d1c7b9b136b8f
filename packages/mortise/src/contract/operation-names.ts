import type { OperationName } from "./adapter.ts"
import { operations } from "./operations.ts"

export type { OperationName }

/**
 * The names of the nineteen operations.
 *
 * @example
 * ```ts
 * import { operationNames } from "mortise"
 * operationNames.length === 19 // true
 * ```
 */
export const operationNames: readonly OperationName[] = Object.keys(operations) as (keyof typeof operations)[]

type OperationFunction = (...args: unknown[]) => unknown

/** The function behind an operation, own or inherited; `undefined` when the adapter lacks it. */
export function findOperation(adapter: object, operation: OperationName): OperationFunction | undefined {
  const member: unknown = (adapter as Partial<Record<OperationName, unknown>>)[operation]
  return typeof member === "function" ? (member as OperationFunction) : undefined
}
