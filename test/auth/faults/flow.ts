import type { openWorld, WorldOptions } from "../support/world.ts"

export type FaultWorld = Awaited<ReturnType<typeof openWorld>>

/** What came of the run while a call to the store failed: its answer, or what it threw. */
export type Outcome<A> = { readonly answer: A } | { readonly error: unknown }

/** One flow, with what goes before it and what must hold after it, however it ended. */
export type Flow = {
  readonly name: string
  readonly options?: WorldOptions
  /** Extras or slots without which there is no such flow. */
  readonly needsMortise?: true
  prepare(world: FaultWorld): Promise<Attempt<unknown>>
}

export type Attempt<A> = {
  run(): Promise<A>
  /** With the store well again: what the answer claimed is true, and the person can go on. */
  after(outcome: Outcome<A>): Promise<void>
}

/** Its two parts, which agree on the answer. */
export const attempt = <A>(
  run: () => Promise<A>,
  after: (outcome: Outcome<A>) => Promise<void>,
): Attempt<unknown> => ({ run, after: after as Attempt<unknown>["after"] })

export const flow = (
  name: string,
  prepare: Flow["prepare"],
  rest: Pick<Flow, "options" | "needsMortise"> = {},
): Flow => ({ name, prepare, ...rest })
