import type { Adapter } from "../../../src/contract/adapter.ts"
import type { OperationName } from "../../../src/contract/operations.ts"

/** An adapter with one planted defect, which the suite must find. */
export type Mutant = {
  readonly name: string
  /** What goes wrong, in one line. */
  readonly defect: string
  /** Where it was seen: a package, an advisory, or the requirement that it breaks. */
  readonly evidence: string
  make(good: Adapter): Adapter
}

/** Operations as a defect has them: the right arguments, any answer. */
export type Overrides = {
  [Name in OperationName]?: (...args: Parameters<Adapter[Name]>) => Promise<unknown>
}

/** A maker of mutants: the good adapter with some operations replaced. */
export const breaking =
  (overrides: (good: Adapter) => Overrides): Mutant["make"] =>
  (good) =>
    ({ ...good, ...overrides(good) }) as Adapter

/** One text for several values that no other values make: what a careful key is. */
export const keyOf = (...parts: readonly unknown[]): string => JSON.stringify(parts)

/** The time a store takes to answer, in which others get their turn. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Whether a call succeeds. */
export const succeeds = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  )
