import type { ErrorCode } from "../contract/errors.ts"
import type { ExtraName } from "../contract/extras.ts"
import type { Manifest } from "../contract/manifest.ts"
import type { OperationName } from "../contract/operations.ts"
import type { Data } from "./data.ts"
import type { InProcesses } from "./processes/messages.ts"
import type { Effort, RunContext } from "./run-context.ts"
import type { TestedAdapter } from "./tested-adapter.ts"

/**
 * `must`: what the contract says, what the real client needs, or what makes sign-in unsafe.
 * `should`: what careful adapters do beyond it. `may`: what Mortise adds.
 */
export type Level = "must" | "should" | "may"

/** One thing that an adapter has to get right. It makes its own data and needs no other case. */
export type Case = {
  readonly id: string
  readonly level: Level
  /** The clause it proves, such as `§4 createUser`. */
  readonly clause: string
  /** Further clauses and requirements that it proves. */
  readonly also?: readonly string[]
  /** What holds, in words that a stranger understands. */
  readonly title: string
  /** What goes wrong for a person when it does not hold. */
  readonly harm: string
  /** Where it went wrong in public: a package and what it does, or the id of an advisory. */
  readonly evidence?: string
  /** What usually cures it. */
  readonly fix?: string
  /** The operations that it calls; an adapter without one of them is not asked. */
  readonly needs: readonly OperationName[]
  /** The extras that it calls. */
  readonly extras?: readonly ExtraName[]
  /** Asked only where the factory can make the store unreachable. */
  readonly outage?: true
  /** Asked when the run was given a module: it needs several processes on one store. */
  readonly processes?: true
  /** Asked at full effort only. */
  readonly effort?: "full"
  /** Why it cannot be asked in this run, if so. */
  readonly skipReason?: (context: RunContext) => Promise<string | undefined>
  run(t: CaseContext): Promise<void>
}

/** What a case works with: the adapter, fresh data, and expectations that explain themselves. */
export type CaseContext = Data &
  Expectations &
  Timing & {
    /** The operations named in `needs`, each answering with a promise. */
    readonly adapter: TestedAdapter
    /** The adapter as the factory made it, for cases about its shape. */
    readonly raw: object
    /** What the adapter promises; `undefined` for one of another make. */
    readonly manifest: Manifest | undefined
    readonly effort: Effort
    /** Calls an operation with arguments that its type forbids. */
    call(operation: OperationName, ...args: readonly unknown[]): Promise<unknown>
    /** Another adapter from the factory, whose store has just become unreachable. */
    openBroken(): Promise<{ adapter: object }>
    /** Starts calls in several processes at the same moment, all on the same store. */
    readonly inProcesses: InProcesses
    /** A number from 0 up to 1, the same for the same seed and case. */
    random(): number
  }

/** Each throws a `CaseFailure` that says what was expected and what was received. `what` names the value at hand. */
export type Expectations = {
  /** Equal through and through; dates by their time. */
  equal(actual: unknown, expected: unknown, what: string): void
  /**
   * A row with at least these fields. An expected null or undefined is met by null, undefined and a missing
   * field alike, since the contract leaves that open for all fields that may be empty.
   */
  row(actual: unknown, expected: object, what: string): void
  /** Such a row, or null or undefined: the contract lets some operations answer with nothing. */
  rowOrNothing(actual: unknown, expected: object, what: string): void
  isNull(actual: unknown, what: string): void
  /** Null or undefined. */
  isNothing(actual: unknown, what: string): void
  /** Anything that holds, said in words. */
  check(holds: boolean, expected: string, received: unknown): void
  /** That a call answers with nothing or throws: whatever it was handed, it finds no row. */
  findsNothing(call: () => Promise<unknown>, what: string): Promise<void>
  /** That a call throws. The code is asked of adapters with a manifest alone: the contract names none. */
  throws(call: () => Promise<unknown>, what: string, code?: ErrorCode): Promise<unknown>
}

/** Races and interleavings. None is ever retried. */
export type Timing = {
  /** Runs something n times, forty times as often at full effort. */
  rounds(n: number, body: (round: number) => Promise<void>): Promise<void>
  /** Makes a call that may be refused. */
  attempt<T>(call: () => Promise<T>): Promise<PromiseSettledResult<T>>
  /** Starts all calls at once and waits for every one of them. */
  race<T>(calls: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]>
  /** Runs the body once for each order and delay in which `fire` is to start its two calls. */
  interleavings(body: (fire: Fire) => Promise<void>): Promise<void>
}

/** Starts two calls in the order and with the delay of the current interleaving. */
export type Fire = <A, B>(
  one: () => Promise<A>,
  other: () => Promise<B>,
) => Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]>
