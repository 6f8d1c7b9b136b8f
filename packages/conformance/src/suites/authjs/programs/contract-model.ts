import type { ModelState, Rules, Transition } from "./model-state.ts"
import type { Names, Step } from "./program-step.ts"
import { passkeys, sessions, tokens } from "./sign-in-rules.ts"
import { accounts, users } from "./user-rules.ts"

const rules: Rules = { ...users, ...accounts, ...sessions, ...tokens, ...passkeys }

/**
 * The contract as a pure function, without a store: returns the expected answer of a call in a state, and the state
 * after the call; `undefined` if the call makes no sense in this state.
 */
export function applyStep(state: ModelState, step: Step, names: Names<string>): Transition | undefined {
  const rule = rules[step.op] as (
    state: ModelState,
    step: Step,
    names: Names<string>,
  ) => Transition | undefined
  return rule(state, step, names)
}
