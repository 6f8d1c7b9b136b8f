import type { Adapter } from "../../../src/index.ts"
import type { SqlOptions } from "../../../src/stores/sql/sql-adapter.ts"
import type { Databases } from "./databases.ts"

/** An adapter that joined a transaction, and the same for a transaction nested in it. */
export type Joined = {
  readonly adapter: Adapter
  /** Another adapter on the same transaction. */
  again(): Adapter
  nested<T>(work: (joined: Adapter) => Promise<T>): Promise<T>
}

/** An ORM connected to a database. */
export type OpenOrm = {
  adapter(options?: SqlOptions): Adapter
  /** Runs work in a transaction that the ORM opens; a rejection of `work` rolls it back. */
  transaction<T>(work: (joined: Joined) => Promise<T>): Promise<T>
  close(): Promise<unknown>
}

/** An ORM on one engine, as it is tested. */
export type OrmStore = {
  readonly name: string
  readonly databases: Databases
  /**
   * For an ORM that has savepoints only, where a call that is made after a rollback to one belongs to the transaction:
   * whether the adapter sees the statement that rolls back.
   */
  readonly savepoints?: "seen" | "unseen"
  /** `connections` is the size of the pool, where the ORM has one. */
  open(url: string, connections?: number): Promise<OpenOrm>
}
