import type { OperationName } from "mortise"
import type { Case, CaseContext } from "./case.ts"
import { createExpectations } from "./expectations.ts"
import { operationOf } from "./operation-of.ts"
import { choose, createRandom } from "./random.ts"
import type { RunContext } from "./run-context.ts"
import type { TestedAdapter } from "./tested-adapter.ts"
import { createTiming } from "./timing.ts"

type Call = (operation: OperationName, ...args: readonly unknown[]) => Promise<unknown>

/** Is called with every operation that a case starts. The returned function is called when the operation ends. */
export type Observe = (operation: OperationName) => (error?: unknown) => void

/** Creates the context of one case. */
export function createCaseContext(
  of: Case,
  { adapter, manifest, data, effort, seed, openBroken = noOutage, inProcesses = noProcesses }: RunContext,
  observe: Observe,
): CaseContext {
  const call: Call = async (operation, ...args) => {
    const ended = observe(operation)
    try {
      // Without the adapter as `this`, as the client calls it: an operation that needs `this` fails in every branch.
      const result = await operationOf(adapter, operation)?.apply(undefined, [...args])
      ended()
      return result
    } catch (error) {
      ended(error)
      throw error
    }
  }
  // Only the operations in `needs`: a case that forgets one fails on every adapter.
  const view = Object.fromEntries(
    of.needs.map((operation) => [operation, (...args: unknown[]) => call(operation, ...args)]),
  )
  const random = createRandom(seed, of.id)
  return {
    ...data,
    ...createExpectations(of, manifest !== undefined),
    ...createTiming(effort),
    adapter: view as unknown as TestedAdapter,
    raw: adapter,
    manifest,
    effort,
    call,
    openBroken,
    inProcesses,
    random,
    some: (list, count) => (effort === "full" ? list : choose(list, count, random)),
  }
}

const noOutage = (): never => {
  throw new Error("The factory offers no outage: return one beside the adapter.")
}

const noProcesses = (): never => {
  throw new Error("The run has no other processes: start it with runConformance({ module }).")
}
