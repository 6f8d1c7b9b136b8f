import type { ErrorCode, Guarantee } from "mortise"
import type { InProcesses } from "./processes/messages.ts"
import type { Awaitable } from "./promises.ts"
import type { Effort } from "./run-options.ts"

/**
 * `must`: required by the contract, by the real client, or for safe sign-in.
 * `should`: what careful adapters do beyond that. `may`: what Mortise adds.
 */
export type Level = "must" | "should" | "may"

/**
 * One property of a correct adapter. A case creates its own data and does not depend on other cases. `Context` is what
 * it works with.
 */
export type SuiteCase<Context> = {
  readonly id: string
  readonly level: Level
  /** The clause it proves, such as `§4 createUser`. */
  readonly clause: string
  /** Further clauses that it proves. */
  readonly also?: readonly string[]
  /** The property that holds, as a sentence. */
  readonly title: string
  /** What happens to a user or to the service when it does not hold. */
  readonly harm: string
  /** Where the defect was seen in public: a package and what it does, or the id of an advisory. */
  readonly evidence?: string
  /** What usually fixes it. */
  readonly fix?: string
  /** What the tables must guarantee for it to hold. It is skipped for an adapter whose manifest lacks one of them. */
  readonly guarantees?: readonly Guarantee[]
  /** Set if it needs a factory that can make the store unreachable. */
  readonly outage?: true
  /** Set if it needs several processes on one store: it only runs when the run is given a module. */
  readonly processes?: true
  /** Set if no other case may run at the same time, because the calls of other cases would hide its race. */
  readonly alone?: true
  /** Set if cases that wait for the clock may not run beside it either: their writes would clear the cache it looks for. */
  readonly undisturbed?: true
  /** Set if it runs before all others, while the store of a new adapter holds no rows. */
  readonly first?: true
  /** Set if it mostly waits for the clock: it runs beside all other cases. */
  readonly waits?: true
  /** Why it cannot run in this run; `undefined` if it can. */
  readonly skipReason?: () => Promise<string | undefined>
  run(t: Context): Promise<void>
}

/** A case of any suite. */
export type AnyCase = SuiteCase<never>

/** What the cases of every suite work with. */
export type SharedContext = Expectations &
  Timing & {
    readonly effort: Effort
    /** Makes a call of another object. If it does not return, the failure of the case contains the name. */
    watch<T>(name: string, call: () => Awaitable<T>): Promise<T>
    /** Starts calls in several processes at the same moment, all on the same store. */
    readonly inProcesses: InProcesses
    /** A random number from 0 up to 1. The sequence depends only on the seed and the case. */
    random(): number
    /** At full effort the whole list; at quick effort `count` values, the same in every run, in the order of the list. */
    some<T>(list: readonly T[], count: number): readonly T[]
  }

/** Each throws a `CaseFailure` that says what was expected and what was received. `what` names the checked value. */
export type Expectations = {
  /** Deep equality. Dates are compared by their time. */
  equal(actual: unknown, expected: unknown, what: string): void
  /**
   * A row with at least these fields. An expected null or undefined matches null, undefined and a missing field,
   * because the contract does not distinguish them for fields that may be empty.
   */
  row(actual: unknown, expected: object, what: string): void
  /** Such a row, or null or undefined: the contract allows some operations to return nothing. */
  rowOrNothing(actual: unknown, expected: object, what: string): void
  isNull(actual: unknown, what: string): void
  /** Null or undefined. */
  isNothing(actual: unknown, what: string): void
  /** Any condition, described by `expected`. */
  check(holds: boolean, expected: string, received: unknown): void
  /** A call that returns nothing or throws: it finds no row. */
  findsNothing(call: () => Promise<unknown>, what: string): Promise<void>
  /** A call that throws. Only adapters with a manifest must throw this code: the contract defines no codes. */
  throws(call: () => Promise<unknown>, what: string, code?: ErrorCode): Promise<unknown>
}

/** Races and interleavings. The suite never retries them. */
export type Timing = {
  /** Runs the body n times, and twenty times as often at full effort. */
  rounds(n: number, body: (round: number) => Promise<void>): Promise<void>
  /** Makes a call that may throw. */
  attempt<T>(call: () => Promise<T>): Promise<PromiseSettledResult<T>>
  /** Starts all calls at once and waits for all of them. */
  race<T>(calls: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]>
  /** Waits for some turns of the microtask queue or some milliseconds. Consecutive rounds wait differently. */
  delay(round: number): Promise<void>
  /** Waits for some turns of the microtask queue. */
  turns(count: number): Promise<void>
  /** Waits for a time on the clock, while other cases run. */
  wait(milliseconds: number): Promise<void>
  /** Runs the body once for each order and delay of two calls. The body starts the calls with `fire`. */
  interleavings(body: (fire: Fire) => Promise<void>): Promise<void>
}

/** Starts two calls in the order and with the delay of the current interleaving. */
export type Fire = <A, B>(
  firstCall: () => Promise<A>,
  secondCall: () => Promise<B>,
) => Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]>
