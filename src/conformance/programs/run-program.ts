import { operationOf } from "../../contract/operations.ts"
import type { CaseContext } from "../case.ts"
import { applyStep } from "./contract-model.ts"
import { type CallOutcome, describeAnswer, describeOutcome, matchesAnswer } from "./match-answer.ts"
import { emptyState, type ModelState } from "./model-state.ts"
import { printStep } from "./print-step.ts"
import { callOf, type Names, type Step } from "./program-step.ts"

/** A program that went wrong: the script up to the call that did, what it should have answered and what came. */
export type Counterexample = { readonly script: string; readonly expected: string; readonly received: string }

/** What a program runs on: the calls of a case, and names that no other program has. */
export type ProgramContext = Pick<CaseContext, "call" | "unique" | "raw">

/** Runs a program call by call beside the model; `undefined` when every answer is right. */
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
    // A label names one user for good, so that the printed script reads like one.
    if (!before || (step.op === "createUser" && ids.has(step.user))) return undefined
    lines.push(printStep(step, new Set(ids.keys())))
    const outcome = await perform(context, step, names)
    if (step.op === "createUser") noteId(ids, step.user, outcome)
    // Again, now that the id of a new user is known.
    const { answer, state: after } = applyStep(state, step, names) ?? before
    if (!matchesAnswer(outcome, answer)) {
      const plain = plainly(names, ids)
      const script = lines.join("\n")
      return { script, expected: plain(describeAnswer(answer)), received: plain(describeOutcome(outcome)) }
    }
    state = after
    return undefined
  }

  const possible = (step: Step) => operationOf(context.raw, step.op) !== undefined
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

/** Calls an operation and waits for its end, whatever that is. */
export async function perform(
  context: ProgramContext,
  step: Step,
  names: Names<string>,
): Promise<CallOutcome> {
  const { operation, args } = callOf(step, names, () => crypto.randomUUID())
  const [settled] = await Promise.allSettled([context.call(operation, ...args)])
  return settled.status === "fulfilled" ? { value: settled.value } : { thrown: settled.reason }
}

/** Real ids for users that exist, an id that nobody has for the others; keys with a beginning of their own. */
export function namesFor(context: ProgramContext, ids: ReadonlyMap<string, string>): Names<string> {
  const run = context.unique()
  const nobody = crypto.randomUUID()
  return { id: (user) => ids.get(user) ?? nobody, key: (text) => `${run}${text}` }
}

/** Puts labels and short keys back into a text, so that it reads like the script. */
export const plainly =
  (names: Names<string>, ids: ReadonlyMap<string, string>) =>
  (text: string): string =>
    [...ids].reduce(
      (plain, [user, id]) => plain.replaceAll(`"${id}"`, `${user}.id`),
      text.replaceAll(names.key(""), ""),
    )

/** Remembers the id under which the store keeps a new user. */
export function noteId(ids: Map<string, string>, user: string, outcome: CallOutcome): void {
  const id = "value" in outcome ? (outcome.value as { id?: unknown } | null | undefined)?.id : undefined
  if (typeof id === "string") ids.set(user, id)
}

/** Looks up every key that the program wrote: what it did not ask for is found out too. */
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
