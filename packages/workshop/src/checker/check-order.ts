/**
 * Runs one order of the steps of some calls, and judges it: the results and what is found afterwards must be those of some
 * order of the whole calls. Afterwards every row is looked up, tokens are used, free keys are taken, all users are deleted
 * and the store is swept: then nothing may be left. A state that was judged before is not judged again.
 */
import {
  type Call as HistoryCall,
  linearize,
} from "../../../conformance/src/suites/authjs/programs/linearize.ts"
import { type Call, lost, makeCall, type Output, printCall } from "./call.ts"
import { type CallModel, modelCalls } from "./call-model.ts"
import { closing, lookups, setUp, userIds } from "./calls.ts"
import type { Engine } from "./engine.ts"
import type { Taken } from "./explore.ts"
import { type Choose, createGate, type Pass } from "./gate.ts"

/** Calls that run at once, one for each caller. */
export type Scenario = readonly Call[]

type Entry = HistoryCall<Call, Output>

/** An order whose results no order of the whole calls has. */
export type Violation = {
  readonly engine: string
  readonly calls: Scenario
  readonly order: readonly Taken[]
  readonly outputs: readonly Output[]
  /** What was found afterwards, up to what cannot be explained. */
  readonly found: readonly string[]
}

/** Judges the orders of one scenario. */
export type Judge = (choose: Choose, listTaken: () => readonly Taken[]) => Promise<Violation | undefined>

let runs = 0

export async function createJudge(engine: Engine, calls: Scenario): Promise<Judge> {
  // Equal calls of two callers are told apart.
  const own = calls.map((call) => ({ ...call }))
  const after = [...lookups, ...closing]
  const model = await modelCalls(
    setUp.flat(),
    own.map((call) => [call]),
    after,
  )
  const judged = new Set<string>()
  const ready: string[] = []

  return async (choose, listTaken) => {
    const suffix = ready.pop() ?? (await prepareRuns(engine, ready))
    const history = await runCalls(engine, own, suffix, choose)
    const order = listTaken()
    if (order.length === 0) return undefined
    const outputs = history.map(({ output }) => output)
    const report = (found: readonly string[]): Violation => ({
      engine: engine.name,
      calls,
      order,
      outputs,
      found,
    })
    if (order.every(({ fate }) => fate === "run") && outputs.includes(lost))
      return report(["A call failed although nothing was lost."])
    const position = JSON.stringify([outputs, listPrecedences(history), await engine.readStored(suffix)])
    if (judged.has(position)) return undefined
    const found = await examine(engine, model, history, after, suffix)
    if (found) return report(found)
    judged.add(position)
    return undefined
  }
}

/** Stores the first rows of some runs, and returns the suffix of one of them. */
async function prepareRuns(engine: Engine, ready: string[]): Promise<string> {
  await engine.clear()
  const suffixes = Array.from({ length: engine.runsAtOnce }, () => `-${++runs}r`)
  const prepare = async (suffix: string) => {
    for (const calls of setUp) {
      const outputs = await Promise.all(calls.map((call) => makeCall(engine.alone, call, suffix)))
      if (outputs.some((output) => !output.startsWith("{")))
        throw new Error(`A run cannot be set up: ${outputs}`)
    }
  }
  await Promise.all(suffixes.map(prepare))
  await finishBackground(engine)
  ready.push(...suffixes.slice(1))
  return suffixes[0] as string
}

/** Lets what calls have left to the background end: it is sent before these lookups are. */
async function finishBackground({ alone }: Engine): Promise<void> {
  for (let round = 0; round < 4; round++) await alone.getUser("nobody")
}

/** A call begins with its first step, because until then nobody can tell that it has begun. */
async function runCalls(engine: Engine, calls: Scenario, suffix: string, choose: Choose): Promise<Entry[]> {
  const gate = createGate(choose, engine.locks)
  let clock = 0
  const times = calls.map(() => ({ from: -1, to: Number.POSITIVE_INFINITY }))
  const passes = times.map((time, caller): Pass => {
    const pass = gate.enter(caller)
    return (step, command) =>
      pass(step, () => {
        if (time.from < 0) time.from = clock++
        return command()
      })
  })
  engine.enter(passes)
  const outputs = calls.map(() => lost)
  const running = calls.map(async (call, caller) => {
    const output = await makeCall(engine.callers[caller] as Engine["alone"], call, suffix)
    const time = times[caller] as (typeof times)[number]
    if (time.from < 0) time.from = clock++
    outputs[caller] = output
    if (output !== lost) time.to = clock++
  })
  await gate.run(running)
  engine.enter([])
  for (const caller of calls.keys()) if (gate.isDead(caller)) await engine.replace(caller)
  return calls.map((input, caller) => {
    const { from, to } = times[caller] as (typeof times)[number]
    return { input, output: outputs[caller] as Output, from: Math.max(0, from), to }
  })
}

/** Which calls had ended before which others began. */
const listPrecedences = (history: readonly Entry[]): boolean[] =>
  history.flatMap(({ to }) => history.map(({ from }) => to < from))

/** Looks at everything, and returns what was found if no order of the calls explains it. */
async function examine(
  engine: Engine,
  model: CallModel,
  history: readonly Entry[],
  after: readonly Call[],
  suffix: string,
): Promise<readonly string[] | undefined> {
  const entries = [...history]
  let clock = 1_000
  for (const input of after) {
    const from = clock++
    entries.push({ input, output: await makeCall(engine.alone, input, suffix), from, to: clock++ })
  }
  const verdict = linearize(entries, model)
  if (!verdict.linearizable) {
    const stuck = verdict.stuck[0]?.input
    const last = entries.findIndex(({ input }, index) => index >= history.length && input === stuck)
    return entries
      .slice(history.length, last < 0 ? history.length : last + 1)
      .map(({ input, output }) => `${printCall(input)} → ${output}`)
  }
  // A user that was deleted is not deleted again, because that could remove what the first time left.
  for (const id of userIds.map((name) => name + suffix))
    if (await engine.alone.getUser(id)) await engine.alone.deleteUser(id)
  await finishBackground(engine)
  const leftovers = await engine.listLeftovers(suffix)
  return leftovers.length > 0
    ? leftovers.map((text) => `left after all users were deleted: ${text}`)
    : undefined
}
