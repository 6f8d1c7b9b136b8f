import type { Extras, Manifest, OperationName } from "mortise"
import type { Expectations, SuiteCase, Timing } from "../../engine/case.ts"
import type { Effort } from "../../engine/effort.ts"
import type { InProcesses } from "../../engine/processes/messages.ts"
import type { Awaitable } from "../../engine/promises.ts"
import type { CaseData } from "./data.ts"
import type { TestedAdapter } from "./tested-adapter.ts"

/** One property of a correct adapter of Auth.js. */
export type Case = SuiteCase<CaseContext>

/** What a case works with: the adapter, fresh data, expectations, and control over timing. */
export type CaseContext = CaseData &
  Expectations &
  Timing & {
    /** The operations, each of which returns a promise. A case that calls one that the adapter lacks is skipped. */
    readonly adapter: TestedAdapter
    /** The adapter as the factory returned it, for cases about its shape. */
    readonly raw: object
    /** The manifest of the adapter; `undefined` for third-party adapters. */
    readonly manifest: Manifest | undefined
    readonly effort: Effort
    /** Calls an operation with arguments that its type forbids. */
    call(operation: OperationName, ...args: readonly unknown[]): Promise<unknown>
    /** Makes a call of another object. If it does not return, the failure of the case contains the name. */
    watch<T>(name: string, call: () => Awaitable<T>): Promise<T>
    /** The extras. A case that calls one that the adapter lacks is skipped. */
    readonly extras: Extras
    /** Opens another adapter with the factory and makes its store unreachable. */
    openBroken(): Promise<{ adapter: object }>
    /** Starts calls in several processes at the same moment, all on the same store. */
    readonly inProcesses: InProcesses
    /** A random number from 0 up to 1. The sequence depends only on the seed and the case. */
    random(): number
    /** At full effort the whole list; at quick effort `count` values, the same in every run, in the order of the list. */
    some<T>(list: readonly T[], count: number): readonly T[]
  }
