type OperationFunction = (...args: unknown[]) => unknown

/** The function behind an operation, own or inherited; `undefined` if the adapter lacks it. */
export function findOperation(adapter: object, operation: string): OperationFunction | undefined {
  const value: unknown = (adapter as Partial<Record<string, unknown>>)[operation]
  return typeof value === "function" ? (value as OperationFunction) : undefined
}
