import { MortiseError } from "mortise"
// Concurrent programs: several callers make their calls at once, and every call is recorded with its start, its end and
// its outcome on a logical clock. The recorded history must be linearizable: for each key there must be an order of the
// calls, one after the other, that explains every outcome (see linearize.ts). Checking each
// key separately keeps the search small and never reports a history that is linearizable.

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
  withLabels,
} from "./run-program.ts"

/** The steps of one caller, in order. Each waits some turns of the microtask queue first. */
export type CallerSteps = readonly { readonly wait: number; readonly step: Step }[]

/** One key with its model, and how the steps of a program concern that key. */
export type KeyView<State, Input, Value> = {
  readonly key: string
  readonly model: KeyModel<State, Input, Output<Value>>
  /** The input of a step for the model of this key; `undefined` if the step does not concern the key. */
  toInput(step: Step): Input | undefined
  /** The value of this key in a returned row. */
  readValue(row: unknown, findUser: (id: unknown) => string): Value
}

/** What runs before the callers start, the steps that callers choose from, and the lookups after they end. */
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

/** Runs callers concurrently, and returns a counterexample if no order of their calls explains every outcome. */
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
  const during = await Promise.all(labelUsers(callers).map(inOrder))
  const after = await alone(scenario.after)

  const history = [...before, ...during.flat(), ...after]
  const findUser = (id: unknown) => [...ids].find(([, userId]) => userId === id)?.[0] ?? "an unknown user"
  const inconsistent = scenario.views.find((view) => !explains(view, history, findUser))
  if (!inconsistent) return undefined
  const concerns = ({ step }: Recorded) =>
    step.op === "createUser" || inconsistent.toInput(step) !== undefined
  const shown = [before, ...during, after].map((calls) => calls.filter(concerns))
  return {
    script: printScenario(shown, withLabels(names, ids)),
    expected: `an order of these calls, one after the other, that gives these results for ${inconsistent.key}`,
    received: "no such order",
  }
}

function explains(
  { model, toInput: asks, readValue: reads }: KeyView<unknown, unknown, unknown>,
  history: readonly Recorded[],
  findUser: (id: unknown) => string,
): boolean {
  const calls = history.flatMap(({ step, outcome, from, to }) => {
    const input = asks(step)
    if (input === undefined) return []
    const output = toOutput(outcome, (row) => reads(row, findUser))
    return [{ input, output, from, to: output === "lost" ? Number.POSITIVE_INFINITY : to }]
  })
  return linearize(calls, model).linearizable
}

const unclear = ["transient", "indeterminate", "unavailable", "not_migrated"]

function toOutput(outcome: CallOutcome, read: (row: unknown) => unknown): Output<unknown> {
  if ("value" in outcome) {
    const { value } = outcome
    return value === null || value === undefined ? "nothing" : { row: read(value) }
  }
  // The store may fail without telling whether it applied the call: such a call counts as lost.
  return outcome.thrown instanceof MortiseError && unclear.includes(outcome.thrown.code) ? "lost" : "refused"
}

/** Gives every created user a label of its own. */
const labelUsers = (callers: readonly CallerSteps[]): CallerSteps[] =>
  callers.map((steps, index) =>
    steps.map(({ wait, step }, turn) =>
      step.op === "createUser"
        ? { wait, step: { ...step, user: `${step.user}${index + 1}${"abcd"[turn]}` } }
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
