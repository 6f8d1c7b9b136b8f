import { operationOf } from "../../contract/operations.ts"
import type { CaseContext } from "../case.ts"
import { describeAnswer, describeEnding, type Ending, meets } from "./meets.ts"
import { apply } from "./model.ts"
import { printStep } from "./script.ts"
import { callOf, type Names, type Step } from "./step.ts"
import { emptyWorld, type World } from "./world.ts"

/** A program that went wrong: the script up to the call that did, what it should have answered and what came. */
export type Wrong = { readonly script: string; readonly expected: string; readonly came: string }

/** What a program runs on: the calls of a case, and names that no other program has. */
export type Stage = Pick<CaseContext, "call" | "unique" | "raw">

/** Runs a program call by call beside the model; `undefined` when every answer is right. */
export async function runProgram(stage: Stage, program: readonly Step[]): Promise<Wrong | undefined> {
  const ids = new Map<string, string>()
  const names = namesFor(stage, ids)
  const lines: string[] = []
  let world = emptyWorld

  const take = async (step: Step): Promise<Wrong | undefined> => {
    const before = apply(world, step, names)
    // A label names one user for good, so that the printed script reads like one.
    if (!before || (step.op === "createUser" && ids.has(step.user))) return undefined
    lines.push(printStep(step, new Set(ids.keys())))
    const ending = await perform(stage, step, names)
    if (step.op === "createUser") noteId(ids, step.user, ending)
    // Again, now that the id of a new user is known.
    const { answer, world: after } = apply(world, step, names) ?? before
    if (!meets(ending, answer)) {
      const plain = plainly(names, ids)
      const script = lines.join("\n")
      return { script, expected: plain(describeAnswer(answer)), came: plain(describeEnding(ending)) }
    }
    world = after
    return undefined
  }

  const possible = (step: Step) => operationOf(stage.raw, step.op) !== undefined
  for (const step of program.filter(possible)) {
    const wrong = await take(step)
    if (wrong) return wrong
  }
  for (const step of lookups(program, world).filter(possible)) {
    const wrong = await take(step)
    if (wrong) return wrong
    lines.pop()
  }
  return undefined
}

/** Calls an operation and waits for its end, whatever that is. */
export async function perform(stage: Stage, step: Step, names: Names<string>): Promise<Ending> {
  const { operation, args } = callOf(step, names, () => crypto.randomUUID())
  const [settled] = await Promise.allSettled([stage.call(operation, ...args)])
  return settled.status === "fulfilled" ? { value: settled.value } : { thrown: settled.reason }
}

/** Real ids for users that exist, an id that nobody has for the others; keys with a beginning of their own. */
export function namesFor(stage: Stage, ids: ReadonlyMap<string, string>): Names<string> {
  const run = stage.unique()
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
export function noteId(ids: Map<string, string>, user: string, ending: Ending): void {
  const id = "value" in ending ? (ending.value as { id?: unknown } | null | undefined)?.id : undefined
  if (typeof id === "string") ids.set(user, id)
}

/** Looks up every key that the program wrote: what it did not ask for is found out too. */
function lookups(program: readonly Step[], world: World): Step[] {
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
  const tokens = Object.values(world.tokens).map((key): Step => ({ op: "useVerificationToken", ...key }))
  return [...steps, ...tokens]
}
