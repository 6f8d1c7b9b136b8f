import { mortise } from "../../../src/contract/has-internals.ts"
import { type Internals, internals } from "../../../src/contract/internals.ts"
import { operationNames } from "../../../src/contract/operation-names.ts"
import { type MortiseAdapter, MortiseError } from "../../../src/index.ts"

type Run = (...args: never[]) => Promise<unknown>
type Wrap = (run: Run) => Run

const wrapAll = <T extends object>(functions: T, wrap: Wrap): T =>
  Object.fromEntries(Object.entries(functions).map(([name, run]) => [name, wrap(run as Run)])) as T

/** An adapter all of whose calls go through a function. It still counts as the adapter of a factory. */
export function wrapped<A extends MortiseAdapter>(adapter: A, wrap: Wrap): A {
  const inside = internals(adapter) as Internals
  const operations = Object.fromEntries(operationNames.map((name) => [name, wrap(adapter[name] as Run)]))
  return {
    ...adapter,
    ...operations,
    [mortise]: {
      ...inside,
      extras: wrapAll(inside.extras, wrap),
      slots: wrapAll(inside.slots, wrap),
      upkeep: wrapAll(inside.upkeep, wrap),
      isOverridden: () => false,
    },
  }
}

/**
 * When calls fail. `once`: only the nth call. `crash`: the nth call and all after it, as if the process had ended. With
 * `isApplied`, the nth call takes effect and its answer is lost.
 */
export type Fault = { readonly kind: "once" | "crash"; readonly nth: number; readonly isApplied: boolean }

/** A counter of calls, which may be those of several adapters, and the function that makes one of them fail. */
export function interruption({ kind, nth, isApplied }: Fault) {
  let calls = 0
  let isOn = true
  const wrap: Wrap =
    (run) =>
    async (...args) => {
      const call = isOn ? ++calls : 0
      if (call === nth && isApplied) await run(...args)
      if (call === nth || (kind === "crash" && call > nth))
        throw new MortiseError(isApplied ? "indeterminate" : "unavailable", "The store is down.")
      return run(...args)
    }
  return {
    wrap,
    /** Whether the nth call was made. */
    wasReached: () => calls >= nth,
    end() {
      isOn = false
    },
  }
}
