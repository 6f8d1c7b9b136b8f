import type { Adapter } from "@auth/core/adapters"
import { around, type Operation } from "./recorder.ts"

const outage = new Error("the store is down")

/** Lets a flow make operations fail, or make two calls of an operation wait for each other. */
export function injectFaults(adapter: Adapter) {
  const broken = new Set<Operation>()
  const gates = new Map<Operation, () => Promise<void>>()
  return {
    adapter: around(adapter, (operation, original) => async (...args) => {
      if (broken.has(operation)) throw outage
      await gates.get(operation)?.()
      return original(...args)
    }),
    breakDown: (operation: Operation) => void broken.add(operation),
    repair: (operation: Operation) => void broken.delete(operation),
    /** Holds the calls of an operation until there are two of them, so that two requests are sure to overlap. */
    meetAt: (operation: Operation) => void gates.set(operation, gateForTwo()),
  }
}

function gateForTwo(): () => Promise<void> {
  let open = () => {}
  const both = new Promise<void>((resolve) => {
    open = resolve
  })
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === 2) open()
    return both
  }
}
