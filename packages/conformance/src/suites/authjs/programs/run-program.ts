import { findOperation } from "../../../engine/case-tools/find-operation.ts"
// Sequential programs: every call runs on the adapter and on the model of the contract (contract-model.ts), and the
// outcome must match what the model expects. After the last call, every key that the program wrote is looked up, so that
// a wrong row is found even if the program never reads it.

import type { CaseContext } from "../case.ts"
import { type CallOutcome, describeAnswer, describeOutcome, matchesAnswer } from "./match-answer.ts"
import { emptyState, type ModelState, type Rules, type Transition } from "./model-state.ts"
import { printStep } from "./print-step.ts"
import { type Names, type Step, toCall } from "./program-step.ts"
import { passkeys, sessions, tokens } from "./sign-in-rules.ts"
import { accounts, users } from "./user-rules.ts"

const userOperations: ReadonlySet<string> = new Set(["createUser", "getUser", "getUserByEmail", "updateUser"])

/** A program that failed: its script up to the wrong call, and the expected and the received result of that call. */
export type Counterexample = { readonly script: string; readonly expected: string; readonly received: string }

/** The parts of a case context that a program needs. */
export type ProgramContext = Pick<CaseContext, "call" | "unique" | "raw">

/** Runs a program call by call and compares each result with the model; `undefined` if all results are right. */
export async function runProgram(
  context: ProgramContext,
  program: readonly Step[],
): Promise<Counterexample | undefined> {
  const ids = new Map<string, string>()
  const names = namesFor(context, ids)
  const lines: string[] = []
  let state = emptyState

  const take = async (step: Step): Promise<Counterexample | undefined> => {
    const before = applyStep(state, step, names)
    // A label names one user only, so that the printed script is valid code.
    if (!before || (step.op === "createUser" && ids.has(step.user))) return undefined
    lines.push(printStep(step, new Set(ids.keys())))
    const outcome = await perform(context, step, names)
    if (step.op === "createUser") noteId(ids, step.user, outcome)
    // Applied again, because the id of a new user is known only now.
    const { answer, state: after } = applyStep(state, step, names) ?? before
    if (!matchesAnswer(outcome, answer)) {
      const plain = withLabels(names, ids)
      const script = lines.join("\n")
      return { script, expected: plain(describeAnswer(answer)), received: plain(describeOutcome(outcome)) }
    }
    state = after
    return undefined
  }

  // Without the operations on users, there is no program.
  const possible = ({ op }: Step) => userOperations.has(op) || findOperation(context.raw, op) !== undefined
  for (const step of program.filter(possible)) {
    const wrong = await take(step)
    if (wrong) return wrong
  }
  for (const step of lookups(program, state).filter(possible)) {
    const wrong = await take(step)
    if (wrong) return wrong
    lines.pop()
  }
  return undefined
}

/** Makes the call of a step and returns its outcome. */
export async function perform(
  context: ProgramContext,
  step: Step,
  names: Names<string>,
): Promise<CallOutcome> {
  const { operation, args } = toCall(step, names, () => crypto.randomUUID())
  const [settled] = await Promise.allSettled([context.call(operation, ...args)])
  return settled.status === "fulfilled" ? { value: settled.value } : { thrown: settled.reason }
}

/** The real ids of existing users, an unused id for the others, and keys with a prefix that is unique to the run. */
export function namesFor(context: ProgramContext, ids: ReadonlyMap<string, string>): Names<string> {
  const run = context.unique()
  const unusedId = crypto.randomUUID()
  return { id: (user) => ids.get(user) ?? unusedId, key: (text) => `${run}${text}` }
}

/** Replaces ids and unique keys in a text by the labels and short keys of the script. */
export const withLabels =
  (names: Names<string>, ids: ReadonlyMap<string, string>) =>
  (text: string): string =>
    [...ids].reduce(
      (plain, [user, id]) => plain.replaceAll(`"${id}"`, `${user}.id`),
      text.replaceAll(names.key(""), ""),
    )

/** Stores the id that the adapter returned for a new user. */
export function noteId(ids: Map<string, string>, user: string, outcome: CallOutcome): void {
  const id = "value" in outcome ? (outcome.value as { id?: unknown } | null | undefined)?.id : undefined
  if (typeof id === "string") ids.set(user, id)
}

/** Lookups of every key that the program wrote. */
function lookups(program: readonly Step[], state: ModelState): Step[] {
  const steps = program.flatMap((step): Step[] => {
    switch (step.op) {
      case "createUser":
        return [
          { op: "getUser", user: step.user },
          { op: "getUserByEmail", email: step.fields.email ?? "" },
          { op: "listAuthenticatorsByUserId", user: step.user },
        ]
      case "updateUser":
        return [
          { op: "getUser", user: step.user },
          ...(step.fields.email ? [{ op: "getUserByEmail" as const, email: step.fields.email }] : []),
        ]
      case "linkAccount":
        return [
          { op: "getAccount", provider: step.provider, id: step.id },
          { op: "getUserByAccount", provider: step.provider, id: step.id },
        ]
      case "createSession":
        return [{ op: "getSessionAndUser", token: step.token }]
      case "createAuthenticator":
        return [{ op: "getAuthenticator", credential: step.credential }]
      default:
        return []
    }
  })
  const tokens = Object.values(state.tokens).map((key): Step => ({ op: "useVerificationToken", ...key }))
  return [...steps, ...tokens]
}

const rules: Rules = { ...users, ...accounts, ...sessions, ...tokens, ...passkeys }

/**
 * The contract as a pure function, without a store: returns the expected answer of a call in a state, and the state
 * after the call; `undefined` if the call makes no sense in this state.
 */
function applyStep(state: ModelState, step: Step, names: Names<string>): Transition | undefined {
  const rule = rules[step.op] as (
    state: ModelState,
    step: Step,
    names: Names<string>,
  ) => Transition | undefined
  return rule(state, step, names)
}
