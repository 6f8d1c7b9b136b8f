import { operationNames } from "mortise"
import type { Setup } from "../../src/suites/authjs/run-options.ts"
import type { Mutant } from "../mutants/index.ts"
import { goodAdapter } from "./run-cases.ts"

/**
 * A mutant on a store that can be made unreachable. It has no manifest, so the suite applies only the contract, as for
 * an adapter that is not from Mortise.
 */
export function mutantSetup({ make }: Pick<Mutant, "make">): Setup {
  const good = goodAdapter()
  let down = false
  const operations = operationNames.map((name) => [
    name,
    async (...args: never[]) => {
      if (down) throw new Error("connection refused")
      return (good[name] as (...args: never[]) => Promise<unknown>)(...args)
    },
  ])
  const outage = () => {
    down = true
  }
  return { adapter: make(Object.fromEntries(operations)), outage }
}
