import type { Awaitable } from "./awaitable.ts"

/** The adapter under test, and functions that prepare and close its store. */
export type Setup = {
  readonly adapter: object
  /** Called once, after the last case. */
  readonly close?: () => Awaitable<unknown>
  /** Called once, before the first case. Empties a store that is reused. */
  readonly reset?: () => Awaitable<unknown>
  /** Makes the store permanently unreachable for this adapter. The suite opens a separate adapter for it. */
  readonly outage?: () => Awaitable<unknown>
}

/** Creates the adapter under test, on a store whose tables exist. */
export type Factory = () => Awaitable<Setup>
