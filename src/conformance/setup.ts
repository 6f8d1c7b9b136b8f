import type { Awaitable } from "../shared/awaitable.ts"

/** The adapter under test and how to clean up after it. */
export type Setup = {
  readonly adapter: object
  /** Called once at the end. */
  readonly close?: () => Awaitable<unknown>
  /** Called once before the first case: empties a store that is used again. */
  readonly reset?: () => Awaitable<unknown>
  /** Makes the store unreachable from this adapter, for good; another one is made for the other cases. */
  readonly outage?: () => Awaitable<unknown>
}

/** Makes the adapter under test, on a store with its tables in place. */
export type Factory = () => Awaitable<Setup>
