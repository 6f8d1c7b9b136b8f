import type { Manifest } from "../contract/manifest.ts"
import type { OperationName } from "../contract/operations.ts"
import type { Case, CaseContext, Effort } from "./case.ts"
import type { Data } from "./data.ts"
import { createExpectations } from "./expectations.ts"
import type { InProcesses } from "./processes/processes.ts"
import { createRandom } from "./random.ts"
import type { TestedAdapter } from "./tested-adapter.ts"
import { createTiming } from "./timing.ts"

/** What all cases of a run share. */
export type Bench = {
  readonly adapter: object
  readonly manifest: Manifest | undefined
  readonly data: Data
  readonly effort: Effort
  readonly seed: number
  /** Another adapter, whose store is unreachable; where the factory can do that. */
  readonly openBroken?: (() => Promise<{ adapter: object }>) | undefined
  /** Other processes on the same store; where the run was given a module. */
  readonly inProcesses?: InProcesses | undefined
}

type Call = (operation: OperationName, ...args: readonly unknown[]) => Promise<unknown>

/** The context of one case. `noteError` hears which operation an error came from. */
export function createContext(
  of: Case,
  { adapter, manifest, data, effort, seed, openBroken = noOutage, inProcesses = noProcesses }: Bench,
  noteError: (error: unknown, operation: OperationName) => void,
): CaseContext {
  const call: Call = async (operation, ...args) => {
    try {
      return await operationOf(adapter, operation)?.apply(adapter, [...args])
    } catch (error) {
      noteError(error, operation)
      throw error
    }
  }
  // Only what the case says it needs: a forgotten name shows at once, on every adapter.
  const view = Object.fromEntries(
    of.needs.map((operation) => [operation, (...args: unknown[]) => call(operation, ...args)]),
  )
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
    random: createRandom(seed, of.id),
  }
}

const noOutage = (): never => {
  throw new Error("The factory has no outage.")
}

const noProcesses = (): never => {
  throw new Error("The run was given no module.")
}

type Operation = (...args: unknown[]) => unknown

/** The function behind an operation, wherever it sits; `undefined` when the adapter lacks it. */
export function operationOf(adapter: object, operation: OperationName): Operation | undefined {
  const found: unknown = (adapter as Partial<Record<OperationName, unknown>>)[operation]
  return typeof found === "function" ? (found as Operation) : undefined
}
