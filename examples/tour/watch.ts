import { type Adapter, type OperationName, operationNames } from "../../packages/mortise/src/index.ts"

/** One call of an adapter, with its result. */
export type Call = {
  readonly operation: OperationName
  readonly args: readonly unknown[]
  readonly answer: unknown
}

type Operation = (...args: unknown[]) => Promise<unknown>

/** An adapter that reports every call. It is a spread copy with overridden operations. */
export function watch(adapter: Adapter, onCall: (call: Call) => void): Adapter {
  const watched = operationNames.map((operation) => {
    const original = adapter[operation] as Operation
    const reporting: Operation = async (...args) => {
      const answer = await original(...args)
      onCall({ operation, args, answer })
      return answer
    }
    return [operation, reporting]
  })
  return { ...adapter, ...Object.fromEntries(watched) }
}
