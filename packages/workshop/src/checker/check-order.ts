/**
 * Runs one order of the steps of some calls, and judges it: the results and what is found afterwards must be those of some
 * order of the whole calls. Afterwards every row is looked up, tokens are used, free keys are taken, all users are deleted
 * and the store is swept: then nothing may be left. A state that was judged before is not judged again.
 */
import {
  type Call as HistoryCall,
  linearize,
} from "../../../conformance/src/suites/authjs/programs/linearize.ts"
import { type Call, type Functions, lost, makeCall, type Output, printCall } from "./call.ts"
import { type CallModel, modelCalls } from "./call-model.ts"
import { addresses, userIds } from "./calls.ts"
import { type Engine, withoutSuffix } from "./engine.ts"
import type { Taken } from "./explore.ts"
import { type Choose, createGate, type Pass } from "./gate.ts"
import type { CallPart, Subject } from "./subject.ts"
import { listTenants } from "./tenant-subject.ts"

/** Calls of a subject that run at once, one for each caller. */
export type Scenario = { readonly subject: Subject; readonly calls: readonly Call[] }

type Entry = HistoryCall<Call, Output>

/** An order whose results no order of the whole calls has. */
export type Violation = {
  readonly engine: string
  readonly calls: readonly Call[]
  readonly order: readonly Taken[]
  readonly outputs: readonly Output[]
  /** What was found afterwards, up to what cannot be explained. */
  readonly found: readonly string[]
}

/** Judges the orders of one scenario. */
export type Judge = (choose: Choose, listTaken: () => readonly Taken[]) => Promise<Violation | undefined>

let runs = 0

export async function createJudge(engine: Engine, { subject, calls }: Scenario): Promise<Judge> {
  // Equal calls of two callers are told apart.
  const own = calls.map((call) => ({ ...call }))
  const parts = own.map((call) => subject.divide?.(call, lost, true) ?? [])
  const model = await modelCalls(
    subject,
    own.map((call, caller) => [call, ...(parts[caller] ?? []).map(({ input }) => input)]),
  )
  const judged = new Set<string>()
  const ready: string[] = []
  const bench: Bench = { engine, subject, model, alone: subject.open(engine.alone, passAtOnce) }

  // A server may know the scripts of a call only after its first time.
  const first = await prepareRuns(bench, ready)
  for (const call of calls) await makeCall(bench.alone, call, first)

  return async (choose, listTaken) => {
    const suffix = ready.pop() ?? (await prepareRuns(bench, ready))
    const history = await runCalls(bench, own, suffix, choose)
    const order = listTaken()
    if (order.length === 0) return undefined
    const outputs = history.map(({ output }) => output)
    const isInterrupted = order.some(({ fate }) => fate !== "run")
    const report = (found: readonly string[]): Violation => ({
      engine: engine.name,
      calls,
      order,
      outputs,
      found,
    })
    if (!isInterrupted && history.some((entry) => hasFailed(subject, entry)))
      return report(["A call failed although nothing was lost."])
    const harm = subject.findHarm?.(suffix) ?? findSecondWinner(calls, outputs)
    if (harm) return report([harm])
    const stored = maskRandom(withoutSuffix(await engine.readStored(subject.isAlone ? "" : suffix), suffix))
    const position = JSON.stringify([outputs, listPrecedences(history), stored])
    if (judged.has(position)) return undefined
    const divided = history.flatMap((entry, caller) =>
      divideCall(subject, entry, parts[caller] ?? [], isInterrupted),
    )
    const found = await examine(bench, divided, suffix)
    if (found) return report(found)
    judged.add(position)
    return undefined
  }
}

/** What the runs of a scenario share. */
type Bench = {
  readonly engine: Engine
  readonly subject: Subject
  readonly model: CallModel
  /** The functions of a caller that passes no gate. */
  readonly alone: Functions
}

/** Without random tokens and hashes. Keys are padded with zeros. */
const maskRandom = (text: string): string => text.replace(/(?<![\w-])(?![\w-]*000)[\w-]{43,}/g, "#")

const passAtOnce: Pass = (_, command) => command()

const hasFailed = ({ givesUp }: Subject, { input, output }: Entry): boolean =>
  output === lost && !givesUp?.(input)

/** Calls of which only one can succeed, if no other call comes in between. */
const hasOneWinner =
  /^(create|link|signUp|delete|unlink|use|remove|extend|updateAccount|slots\.(claim|take)|email\.follow)/

/** Two equal calls that both succeeded: the reference shares the code above the store, and would not find it. */
function findSecondWinner(calls: readonly Call[], outputs: readonly Output[]): string | undefined {
  const [first = { operation: "", args: [] }] = calls
  if (!hasOneWinner.test(first.operation) || new Set(calls.map(printCall)).size > 1) return undefined
  const winners = outputs.filter((output) => /^([{[]|true)/.test(output) && !output.includes('"ok":false'))
  return winners.length > 1 ? `${winners.length} callers succeeded.` : undefined
}

/** Stores the first rows of some runs, and returns the suffix of one of them. */
async function prepareRuns({ engine, subject, alone }: Bench, ready: string[]): Promise<string> {
  await engine.clear()
  const before = engine.before ? subject.open(engine.before, passAtOnce) : alone
  const length = subject.isAlone ? 1 : engine.runsAtOnce
  const suffixes = engine.repeatsKeys ? ["-0r"] : Array.from({ length }, () => `-${++runs}r`)
  const prepare = async (suffix: string) => {
    for (const calls of subject.setUp) {
      const outputs = await Promise.all(calls.map((call) => makeCall(before, call, suffix)))
      if (outputs.some((output) => output === lost || !/^[{[]|^true$|^null$/.test(output)))
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
async function runCalls(
  { engine, subject }: Bench,
  calls: readonly Call[],
  suffix: string,
  choose: Choose,
): Promise<Entry[]> {
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
    const functions = subject.open(engine.callers[caller] as Engine["alone"], passes[caller] as Pass)
    const output = await makeCall(functions, call, suffix)
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

/** Replaces a call that others may have seen half done by those of which it consists. */
function divideCall(
  { divide }: Subject,
  entry: Entry,
  parts: readonly CallPart[],
  isInterrupted: boolean,
): Entry[] {
  const divided = divide?.(entry.input, entry.output, isInterrupted)
  if (!divided) return [entry]
  return divided.map(({ output, isOptional }, index) => ({
    ...entry,
    input: parts[index]?.input as Call,
    output,
    to: isOptional ? Number.POSITIVE_INFINITY : entry.to,
  }))
}

/** Which calls had ended before which others began. */
const listPrecedences = (history: readonly Entry[]): boolean[] =>
  history.flatMap(({ to }) => history.map(({ from }) => to < from))

/** Looks at everything, and returns what was found if no order of the calls explains it. */
async function examine(
  { engine, subject, model, alone }: Bench,
  history: readonly Entry[],
  suffix: string,
): Promise<readonly string[] | undefined> {
  const entries = [...history]
  let clock = 1_000
  for (const input of subject.after) {
    const from = clock++
    entries.push({ input, output: await makeCall(alone, input, suffix), from, to: clock++ })
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
  for (const adapter of listTenants(engine.alone)) {
    const users = [
      ...userIds.map((name) => adapter.getUser(name + suffix)),
      ...addresses.map((name) => adapter.getUserByEmail(`${name}${suffix}@x.example`)),
    ]
    for (const id of new Set((await Promise.all(users)).map((user) => user?.id)))
      if (id) await adapter.deleteUser(id)
  }
  await finishBackground(engine)
  const leftovers = await engine.listLeftovers(subject.isAlone ? "" : suffix)
  return leftovers.length > 0
    ? leftovers.map((text) => `left after all users were deleted: ${withoutSuffix(text, suffix)}`)
    : undefined
}
