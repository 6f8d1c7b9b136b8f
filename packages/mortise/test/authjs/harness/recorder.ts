import type { Adapter } from "@auth/core/adapters"

export type Operation = keyof Adapter
type Call = {
  readonly operation: Operation
  readonly args: readonly unknown[]
  result?: unknown
  error?: unknown
}
type Method = (...args: unknown[]) => unknown

/** Wraps every operation. The result is still a plain object with own functions. */
export function around(adapter: Adapter, wrap: (operation: Operation, original: Method) => Method): Adapter {
  const operations = Object.entries(adapter) as [Operation, Method][]
  const wrapped = operations.map(([operation, original]) => [operation, wrap(operation, original)])
  return { ...adapter, ...Object.fromEntries(wrapped) }
}

/** Records every call of the client in order, with its result or error. */
export function record(adapter: Adapter): { adapter: Adapter; calls: Call[] } {
  const calls: Call[] = []
  const recorded = around(adapter, (operation, original) => async (...args) => {
    const call: Call = { operation, args }
    calls.push(call)
    try {
      call.result = await original(...args)
      return call.result
    } catch (error) {
      call.error = error
      throw error
    }
  })
  return { adapter: recorded, calls }
}
