import type { BetterAuthOptions, DBAdapter, SecondaryStorage, Where } from "better-auth"
import type { Expectations, SuiteCase, Timing } from "../../engine/case.ts"
import type { Effort } from "../../engine/effort.ts"
import type { InProcesses } from "../../engine/processes/messages.ts"
import type { Awaitable } from "../../engine/promises.ts"
import type { BetterAuthData } from "./data.ts"
import type { BetterAuthSetup } from "./run-options.ts"

/** One property of a correct database adapter or secondary storage of Better Auth. */
export type BetterAuthCase = SuiteCase<BetterAuthContext>

/** A row of any model. */
export type Row = Record<string, unknown> & { id: string }

/** The methods of an adapter that change and read rows, with rows of any model. */
export type TestedDatabase = {
  create(data: {
    model: string
    data: Record<string, unknown>
    select?: string[]
    forceAllowId?: boolean
  }): Promise<Row>
  findOne(data: Parameters<DBAdapter["findOne"]>[0]): Promise<Row | null>
  findMany(data: Parameters<DBAdapter["findMany"]>[0]): Promise<Row[]>
  count(data: { model: string; where?: Where[] }): Promise<number>
  update(data: { model: string; where: Where[]; update: Record<string, unknown> }): Promise<Row | null>
  updateMany(data: { model: string; where: Where[]; update: Record<string, unknown> }): Promise<number>
  delete(data: { model: string; where: Where[] }): Promise<void>
  deleteMany(data: { model: string; where: Where[] }): Promise<number>
  consumeOne(data: { model: string; where: Where[] }): Promise<Row | null>
  incrementOne(data: Parameters<DBAdapter["incrementOne"]>[0]): Promise<Row | null>
}

/** An adapter whose calls the run observes. */
export type ObservedAdapter = TestedDatabase & {
  transaction<T>(work: (inside: TestedDatabase) => Promise<T>): Promise<T>
}

/** What a case works with: the adapter and the storage, fresh data, expectations, and control over timing. */
export type BetterAuthContext = BetterAuthData &
  Expectations &
  Timing & {
    /** The adapter. A case that uses a model whose table is missing is skipped. */
    readonly db: ObservedAdapter
    /** The adapter as the database returned it, for cases about its shape. */
    readonly raw: DBAdapter
    /** The secondary storage. A case that uses a method that it lacks is skipped. */
    readonly storage: Required<SecondaryStorage>
    /** What the factory returned, for cases that start Better Auth. */
    readonly setup: BetterAuthSetup
    /** The options of `db`. */
    readonly options: BetterAuthOptions
    readonly effort: Effort
    /** Opens another adapter on the same database, with these options added. */
    open(options?: BetterAuthOptions): Promise<ObservedAdapter>
    /** Opens another setup with the factory and makes its store unreachable. */
    openBroken(): Promise<{ readonly db: ObservedAdapter; readonly storage: Required<SecondaryStorage> }>
    /** Makes a call of another object. If it does not return, the failure of the case contains the name. */
    watch<T>(name: string, call: () => Awaitable<T>): Promise<T>
    /** Ends the case as skipped. */
    skip(reason: string): never
    /** Starts calls in several processes at the same moment, all on the same store. */
    readonly inProcesses: InProcesses
    /** A random number from 0 up to 1. The sequence depends only on the seed and the case. */
    random(): number
    /** At full effort the whole list; at quick effort `count` values, the same in every run, in the order of the list. */
    some<T>(list: readonly T[], count: number): readonly T[]
  }
