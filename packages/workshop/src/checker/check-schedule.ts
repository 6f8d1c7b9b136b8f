/**
 * Checks a store whose verbs are protocols of several commands. Several callers make random calls at once; a gate decides
 * the order of their commands and kills some callers (see gate.ts). Afterwards every key is looked up, and a sign-up with
 * each address is tried, which a crashed caller must not prevent. The history must have an order of the calls, one at a
 * time, in which the store in memory gives the same answers. The call of a killed caller may have happened or not.
 */

import { createRandom } from "../../../conformance/src/engine/case-tools/random.ts"
import { type Call, linearize } from "../../../conformance/src/suites/authjs/programs/linearize.ts"
import type { Schema } from "../../../mortise/src/contract/schema.ts"
import type { Store } from "../../../mortise/src/operations/store.ts"
import { type Choose, createGate, type Pass } from "./gate.ts"
import { memoryModel } from "./memory-model.ts"
import { callVerb, lost, outputOf, outputOfError, type VerbCall, type VerbOutput } from "./verb-call.ts"

/** What callers do: the calls before they start, those that they choose from, and the observation at the end. */
export type Workload = {
  readonly before: readonly VerbCall[]
  readonly choices: readonly VerbCall[]
  readonly after: readonly VerbCall[]
}

/** The store under test. */
export type Subject = {
  readonly schema: Schema
  /** Opens an empty store. The commands of each caller go through its entrance to the gate. */
  open(): (pass: Pass) => Store
}

type History = Call<VerbCall, VerbOutput>[]

const killRate = 0.04

/** Runs one schedule. Returns its history if no order explains it. */
export async function checkSchedule(
  { schema, open }: Subject,
  { before, choices, after }: Workload,
  seed: number,
): Promise<string | undefined> {
  const random = createRandom(seed, "schedule")
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  const choose: Choose = (waiting) => ({
    step: Math.floor(random() * waiting.length),
    fate: random() < killRate ? "die" : "run",
  })
  const gate = createGate(choose)
  const storeFor = open()
  const history: History = []
  let clock = 0

  const record = async (store: Store, call: VerbCall, isKilled: () => boolean): Promise<void> => {
    const from = clock++
    const position = history.push({ from, to: Number.POSITIVE_INFINITY, input: call, output: lost }) - 1
    const output = await Promise.resolve(callVerb(store, call)).then(
      (value) => outputOf(call, value),
      (error) => outputOfError(error),
    )
    if (!isKilled() && output !== lost) history[position] = { from, to: clock++, input: call, output }
  }
  const alone = async (calls: readonly VerbCall[]) => {
    const store = storeFor((_, command) => command())
    for (const call of calls) await record(store, call, () => false)
  }

  await alone(before.filter(() => random() < 0.7))
  const callers = Array.from({ length: 2 + Math.floor(random() * 3) }, async (_, caller) => {
    const store = storeFor(gate.enter(caller))
    const isKilled = () => gate.isDead(caller)
    for (let calls = 1 + Math.floor(random() * 3); calls > 0; calls--)
      await record(store, pick(choices), isKilled)
  })
  await gate.run(callers)
  await alone(after)
  return linearize(history, memoryModel(schema)).linearizable ? undefined : print(history, seed)
}

const print = (history: History, seed: number): string =>
  [
    `No order explains the schedule of seed ${seed}:`,
    ...history.map(({ from, to, input, output }) => `  ${from}–${to} ${JSON.stringify(input)} → ${output}`),
  ].join("\n")
