import type { OperationName } from "mortise"

type OperationFunction = (...args: unknown[]) => unknown

/** The function behind an operation, own or inherited; `undefined` if the adapter lacks it. */
export function operationOf(adapter: object, operation: OperationName): OperationFunction | undefined {
  const found: unknown = (adapter as Partial<Record<OperationName, unknown>>)[operation]
  return typeof found === "function" ? (found as OperationFunction) : undefined
}
