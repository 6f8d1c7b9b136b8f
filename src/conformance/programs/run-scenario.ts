import { MortiseError } from "../../contract/errors.ts"
import type { Output } from "./key-models.ts"
import { type KeyModel, linearize } from "./linearize.ts"
import { type CallOutcome, describeOutcome } from "./match-answer.ts"
import { printStep } from "./print-step.ts"
import type { Step } from "./program-step.ts"
import {
  type Counterexample,
  namesFor,
  noteId,
  type ProgramContext,
  perform,
  plainly,
} from "./run-program.ts"

/** What one caller does, in order, each after some turns of the event loop. */
export type CallerSteps = readonly { readonly wait: number; readonly step: Step }[]

/** One key, and how the calls of a program look from there. */
export type KeyView<State, Input, Value> = {
  readonly key: string
  readonly model: KeyModel<State, Input, Output<Value>>
  /** What a step asks of this key; `undefined` when it does not concern it. */
  inputOf(step: Step): Input | undefined
  /** What an answer says of this key. */
  valueOf(row: unknown, userOf: (id: unknown) => string): Value
}

/** What callers fight over: how the store looks before, what they may do, what is looked up at the end. */
export type Scenario = {
  readonly before: readonly Step[]
  readonly steps: readonly Step[]
  readonly after: readonly Step[]
  readonly views: readonly KeyView<unknown, unknown, unknown>[]
}

type Recorded = {
  readonly step: Step
  readonly outcome: CallOutcome
  readonly from: number
  readonly to: number
}

/** Runs callers at once and looks for an order of their calls that explains every answer, key by key. */
export async function runScenario(
  context: ProgramContext,
  scenario: Scenario,
  callers: readonly CallerSteps[],
): Promise<Counterexample | undefined> {
  const ids = new Map<string, string>()
  const names = namesFor(context, ids)
  let clock = 0
  const record = async (step: Step): Promise<Recorded> => {
    const from = clock++
    const outcome = await perform(context, step, names)
    if (step.op === "createUser") noteId(ids, step.user, outcome)
    return { step, outcome, from, to: clock++ }
  }
  const inOrder = async (caller: CallerSteps): Promise<Recorded[]> => {
    const calls: Recorded[] = []
    for (const { wait, step } of caller) {
      for (let turn = 0; turn < wait; turn++) await null
      calls.push(await record(step))
    }
    return calls
  }
  const alone = (steps: readonly Step[]) => inOrder(steps.map((step) => ({ wait: 0, step })))

  const before = await alone(scenario.before)
  const during = await Promise.all(labelled(callers).map(inOrder))
  const after = await alone(scenario.after)

  const history = [...before, ...during.flat(), ...after]
  const userOf = (id: unknown) => [...ids].find(([, each]) => each === id)?.[0] ?? "a stranger"
  const inconsistent = scenario.views.find((view) => !explains(view, history, userOf))
  if (!inconsistent) return undefined
  const about = ({ step }: Recorded) => step.op === "createUser" || inconsistent.inputOf(step) !== undefined
  const told = [before, ...during, after].map((calls) => calls.filter(about))
  return {
    script: printScenario(told, plainly(names, ids)),
    expected: `an order of these calls, one after the other, that gives these answers for ${inconsistent.key}`,
    received: "none",
  }
}

function explains(
  { model, inputOf: asks, valueOf: reads }: KeyView<unknown, unknown, unknown>,
  history: readonly Recorded[],
  userOf: (id: unknown) => string,
): boolean {
  const calls = history.flatMap(({ step, outcome, from, to }) => {
    const input = asks(step)
    if (input === undefined) return []
    const output = outputOf(outcome, (row) => reads(row, userOf))
    return [{ input, output, from, to: output === "lost" ? Number.POSITIVE_INFINITY : to }]
  })
  return linearize(calls, model).linearizable
}

const unclear = ["transient", "indeterminate", "unavailable"]

function outputOf(outcome: CallOutcome, read: (row: unknown) => unknown): Output<unknown> {
  if ("value" in outcome) {
    const { value } = outcome
    return value === null || value === undefined ? "nothing" : { row: read(value) }
  }
  // A store in trouble may say so: the call counts as one whose answer was lost.
  return outcome.thrown instanceof MortiseError && unclear.includes(outcome.thrown.code) ? "lost" : "refused"
}

/** Every creation of a user gets a label of its own. */
const labelled = (callers: readonly CallerSteps[]): CallerSteps[] =>
  callers.map((steps, nth) =>
    steps.map(({ wait, step }, turn) =>
      step.op === "createUser"
        ? { wait, step: { ...step, user: `${step.user}${nth + 1}${"abcd"[turn]}` } }
        : { wait, step },
    ),
  )

function printScenario(parts: readonly (readonly Recorded[])[], plain: (text: string) => string): string {
  const made = new Set<string>()
  const line = ({ step, outcome }: Recorded) => {
    const printed = `${printStep(step, made)} // ${plain(describeOutcome(outcome))}`
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
