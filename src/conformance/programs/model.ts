import { passkeys, sessions, tokens } from "./sign-in-rules.ts"
import type { Names, Step } from "./step.ts"
import { accounts, users } from "./user-rules.ts"
import type { Outcome, Rules, World } from "./world.ts"

const rules: Rules = { ...users, ...accounts, ...sessions, ...tokens, ...passkeys }

/**
 * The contract as a pure function: what a call must answer in a world, and the world afterwards. It knows no
 * store. `undefined` when the call makes no sense in this world.
 */
export function apply(world: World, step: Step, names: Names<string>): Outcome | undefined {
  const rule = rules[step.op] as (world: World, step: Step, names: Names<string>) => Outcome | undefined
  return rule(world, step, names)
}
