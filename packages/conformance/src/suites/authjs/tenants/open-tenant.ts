import { extras, operationNames, slots, upkeep } from "mortise"
import { type CaseHooks, watchCall } from "../../../engine/case-hooks.ts"
import { findOperation } from "../../../engine/case-tools/find-operation.ts"

type AnyFunction = (...args: unknown[]) => unknown

/** A tenant of the adapter under test. */
export type OpenedTenant = {
  readonly name: string
  /** Whether the adapter has an operation or another function, such as `slots.read`. */
  has(call: string): boolean
  /** Calls an operation, or a function such as `slots.read`. Skips the case if the adapter lacks it. */
  call(call: string, ...args: readonly unknown[]): Promise<unknown>
}

/** Gives access to all functions of the adapter of a tenant. */
export function openTenant(name: string, adapter: object, hooks: CaseHooks): OpenedTenant {
  const parts = { extras: extras(adapter), slots: slots(adapter), upkeep: upkeep(adapter) }
  const functions = new Map<string, AnyFunction>()
  for (const operation of operationNames) {
    const found = findOperation(adapter, operation)
    if (found) functions.set(operation, found)
  }
  for (const [part, members] of Object.entries(parts))
    for (const [member, run] of Object.entries(members ?? {}))
      if (typeof run === "function") functions.set(`${part}.${member}`, run as AnyFunction)
  return {
    name,
    has: (call) => functions.has(call),
    async call(call, ...args) {
      const run = functions.get(call) ?? hooks.skip(`the adapter has no ${call}`)
      return watchCall(hooks, call, () => run.apply(undefined, [...args]))
    },
  }
}
