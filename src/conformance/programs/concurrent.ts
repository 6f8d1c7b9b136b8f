import { MortiseError } from "../../contract/errors.ts"
import type { Output } from "./key-models.ts"
import { type KeyModel, linearize } from "./linearizable.ts"
import { describeEnding, type Ending } from "./meets.ts"
import { printStep } from "./script.ts"
import { namesFor, noteId, perform, plainly, type Stage, type Wrong } from "./sequential.ts"
import type { Step } from "./step.ts"

/** What one caller does, in order, each after some turns of the event loop. */
export type Branch = readonly { readonly wait: number; readonly step: Step }[]

/** One key, and how the calls of a program look from there. */
export type View<State, Input, Value> = {
  readonly key: string
  readonly model: KeyModel<State, Input, Output<Value>>
  /** What a step asks of this key; `undefined` when it does not concern it. */
  asks(step: Step): Input | undefined
  /** What an answer says of this key. */
  reads(row: unknown, userOf: (id: unknown) => string): Value
}

/** What callers fight over: how the store looks before, what they may do, what is looked up at the end. */
export type Contest = {
  readonly before: readonly Step[]
  readonly steps: readonly Step[]
  readonly after: readonly Step[]
  readonly views: readonly View<unknown, unknown, unknown>[]
}

type Recorded = { readonly step: Step; readonly ending: Ending; readonly from: number; readonly to: number }

/** Runs callers at once and looks for an order of their calls that explains every answer, key by key. */
export async function runContest(
  stage: Stage,
  contest: Contest,
  branches: readonly Branch[],
): Promise<Wrong | undefined> {
  const ids = new Map<string, string>()
  const names = namesFor(stage, ids)
  let clock = 0
  const record = async (step: Step): Promise<Recorded> => {
    const from = clock++
    const ending = await perform(stage, step, names)
    if (step.op === "createUser") noteId(ids, step.user, ending)
    return { step, ending, from, to: clock++ }
  }
  const inOrder = async (branch: Branch): Promise<Recorded[]> => {
    const calls: Recorded[] = []
    for (const { wait, step } of branch) {
      for (let turn = 0; turn < wait; turn++) await null
      calls.push(await record(step))
    }
    return calls
  }
  const alone = (steps: readonly Step[]) => inOrder(steps.map((step) => ({ wait: 0, step })))

  const before = await alone(contest.before)
  const during = await Promise.all(labelled(branches).map(inOrder))
  const after = await alone(contest.after)

  const history = [...before, ...during.flat(), ...after]
  const userOf = (id: unknown) => [...ids].find(([, each]) => each === id)?.[0] ?? "a stranger"
  const torn = contest.views.find((view) => !explains(view, history, userOf))
  if (!torn) return undefined
  const about = ({ step }: Recorded) => step.op === "createUser" || torn.asks(step) !== undefined
  const told = [before, ...during, after].map((calls) => calls.filter(about))
  return {
    script: printContest(told, plainly(names, ids)),
    expected: `an order of these calls, one after the other, that gives these answers for ${torn.key}`,
    came: "none",
  }
}

function explains(
  { model, asks, reads }: View<unknown, unknown, unknown>,
  history: readonly Recorded[],
  userOf: (id: unknown) => string,
): boolean {
  const calls = history.flatMap(({ step, ending, from, to }) => {
    const input = asks(step)
    if (input === undefined) return []
    const output = outputOf(ending, (row) => reads(row, userOf))
    return [{ input, output, from, to: output === "lost" ? Number.POSITIVE_INFINITY : to }]
  })
  return linearize(calls, model).linearizable
}

const unclear = ["transient", "indeterminate", "unavailable"]

function outputOf(ending: Ending, read: (row: unknown) => unknown): Output<unknown> {
  if ("value" in ending) {
    const { value } = ending
    return value === null || value === undefined ? "nothing" : { row: read(value) }
  }
  // A store in trouble may say so: the call counts as one whose answer was lost.
  return ending.thrown instanceof MortiseError && unclear.includes(ending.thrown.code) ? "lost" : "refused"
}

/** Every creation of a user gets a label of its own. */
const labelled = (branches: readonly Branch[]): Branch[] =>
  branches.map((branch, caller) =>
    branch.map(({ wait, step }, turn) =>
      step.op === "createUser"
        ? { wait, step: { ...step, user: `${step.user}${caller + 1}${"abcd"[turn]}` } }
        : { wait, step },
    ),
  )

function printContest(parts: readonly (readonly Recorded[])[], plain: (text: string) => string): string {
  const made = new Set<string>()
  const line = ({ step, ending }: Recorded) => {
    const printed = `${printStep(step, made)} // ${plain(describeEnding(ending))}`
    if (step.op === "createUser") made.add(step.user)
    return printed
  }
  const caller = (calls: readonly Recorded[]) => [
    "  (async () => {",
    ...calls.map((call) => `    ${line(call)}`),
    "  })(),",
  ]
  const before = (parts[0] ?? []).map(line)
  const during = parts.slice(1, -1).filter((calls) => calls.length > 0)
  const callers = during.flatMap(caller)
  return [...before, "await Promise.all([", ...callers, "])", ...(parts.at(-1) ?? []).map(line)].join("\n")
}
