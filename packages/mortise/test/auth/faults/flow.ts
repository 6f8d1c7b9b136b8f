import type { openWorld, WorldOptions } from "../support/world.ts"

export type FaultWorld = Awaited<ReturnType<typeof openWorld>>

/** The outcome of a run in which a call to the store failed: its result, or what it threw. */
export type Outcome<A> = { readonly answer: A } | { readonly error: unknown }

/** A flow, with its preparation and the checks after it, whether it succeeds or fails. */
export type Flow = {
  readonly name: string
  readonly options?: WorldOptions
  /** The flow needs the extras or slots of a Mortise adapter. */
  readonly needsMortise?: true
  prepare(world: FaultWorld): Promise<Attempt<unknown>>
}

export type Attempt<A> = {
  run(): Promise<A>
  /** Runs when the store works again: what the result reported is true, and the user can go on. */
  after(outcome: Outcome<A>): Promise<void>
}

/** Ties the type of the result to both parts. */
export const attempt = <A>(
  run: () => Promise<A>,
  after: (outcome: Outcome<A>) => Promise<void>,
): Attempt<unknown> => ({ run, after: after as Attempt<unknown>["after"] })

export const flow = (
  name: string,
  prepare: Flow["prepare"],
  rest: Pick<Flow, "options" | "needsMortise"> = {},
): Flow => ({ name, prepare, ...rest })
