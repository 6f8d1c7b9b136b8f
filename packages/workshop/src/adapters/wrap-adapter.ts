import type { AuthAdapter } from "../../../mortise/src/auth/index.ts"
import { mortise } from "../../../mortise/src/contract/has-internals.ts"
import { internals } from "../../../mortise/src/contract/internals.ts"

type Method = (...args: never[]) => unknown
export type Wrap = (name: string, run: () => unknown, args: readonly unknown[]) => unknown

/** Wraps every call to the store: the nineteen, the extras and the slots. */
export function wrapAdapter(adapter: AuthAdapter, wrap: Wrap): AuthAdapter {
  const wrapped = <T extends object>(functions: T): T => {
    const entries = Object.entries(functions) as [string, Method][]
    const made = entries.map(([name, run]) => [
      name,
      async (...args: never[]) => wrap(name, () => run(...args), args),
    ])
    return Object.fromEntries(made) as T
  }
  const inside = internals(adapter)
  return {
    ...wrapped(adapter),
    ...(inside && {
      [mortise]: {
        ...inside,
        extras: wrapped(inside.extras),
        slots: wrapped(inside.slots),
        isOverridden: () => false,
      },
    }),
  }
}
