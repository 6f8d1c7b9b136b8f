import { type Adapter, type OperationName, operationNames } from "../../src/index.ts"

/** One call of an adapter, with its answer. */
export type Call = {
  readonly operation: OperationName
  readonly args: readonly unknown[]
  readonly answer: unknown
}

type Operation = (...args: unknown[]) => Promise<unknown>

/** An adapter that tells of every call: spreading and overriding is all it takes. */
export function watch(adapter: Adapter, tell: (call: Call) => void): Adapter {
  const told = operationNames.map((operation) => {
    const original = adapter[operation] as Operation
    const watched: Operation = async (...args) => {
      const answer = await original(...args)
      tell({ operation, args, answer })
      return answer
    }
    return [operation, watched]
  })
  return { ...adapter, ...Object.fromEntries(told) }
}
