import type { BetterAuthOptions, DBAdapter, SecondaryStorage, Where } from "better-auth"
import type { SharedContext, SuiteCase } from "../../engine/case.ts"
import { createListCases, createListTable, type ListedCase } from "../../engine/list-cases.ts"
import type { BetterAuthData } from "./data.ts"
import type { BetterAuthSetup } from "./run-options.ts"

/** One property of a correct database adapter or secondary storage of Better Auth. */
export type BetterAuthCase = SuiteCase<BetterAuthContext>

/** A case as its file writes it. Its level is `must`, unless it says otherwise. */
export type NewCase = ListedCase<BetterAuthContext>

/** Completes the cases of a list by the details that all of them share. */
export const listCases = createListCases<BetterAuthContext>()

/** The same for cases that are only data, which one function runs. */
export const listTable = createListTable<BetterAuthContext>()

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
export type BetterAuthContext = SharedContext & BetterAuthTools

/** What a case uses of the database and the storage. */
export type BetterAuthTools = BetterAuthData & {
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
  /** Opens another adapter on the same database, with these options added. */
  open(options?: BetterAuthOptions): Promise<ObservedAdapter>
  /** Opens another setup with the factory and makes its store unreachable. */
  openBroken(): Promise<{ readonly db: ObservedAdapter; readonly storage: Required<SecondaryStorage> }>
  /** Ends the case as skipped. */
  skip(reason: string): never
}
