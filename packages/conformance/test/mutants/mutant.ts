import type { Adapter, OperationName } from "mortise"

/** An adapter with one planted defect, which the suite must find. */
export type Mutant = {
  readonly name: string
  /** The case that finds it. */
  readonly by: string
  /** What goes wrong, in one line. */
  readonly defect: string
  /** Where it was seen: a package, an advisory, or the requirement that it breaks. */
  readonly evidence: string
  make(good: Adapter): Adapter
}

/** The operations of a defect: the right arguments, any result. */
export type Overrides = {
  [Name in OperationName]?: (...args: Parameters<Adapter[Name]>) => Promise<unknown>
}

/** Makes a mutant by replacing some operations of the good adapter. */
export const breaking =
  (overrides: (good: Adapter) => Overrides): Mutant["make"] =>
  (good) =>
    ({ ...good, ...overrides(good) }) as Adapter

/** An operation with any arguments. */
export type Operation = (...args: unknown[]) => Promise<unknown>

/** Makes a mutant by wrapping some operations of the good adapter, each in the same way. */
export const wrapOperations =
  (
    names: readonly OperationName[],
    wrap: (operation: Operation, name: OperationName) => Operation,
  ): Mutant["make"] =>
  (good) => {
    const wrapped = names.map((name) => [name, wrap(good[name] as unknown as Operation, name)])
    return { ...good, ...Object.fromEntries(wrapped) } as Adapter
  }

/** A text that is unique for these values: a key that cannot collide. */
export const keyOf = (...parts: readonly unknown[]): string => JSON.stringify(parts)

/** The time that a store takes to respond, in which other calls run. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Whether a call succeeds. */
export const succeeds = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  )
