/**
 * The reference: the nineteen operations on the store in memory. What a few calls do in every order is computed in advance,
 * because the operations are asynchronous and the checker of histories is not.
 */
import type { KeyModel } from "../../../conformance/src/suites/authjs/programs/linearize.ts"
import { defaultSchema } from "../../../mortise/src/contract/build-schema.ts"
import { models } from "../../../mortise/src/contract/models.ts"
import { operations } from "../../../mortise/src/contract/operations.ts"
import type { Key } from "../../../mortise/src/contract/rows.ts"
import { createAdapter } from "../../../mortise/src/operations/create-adapter.ts"
import { createMemoryStore } from "../../../mortise/src/stores/memory/memory-store.ts"
import { createMemoryUpkeep } from "../../../mortise/src/stores/memory/memory-upkeep.ts"
import { type Call, lost, makeCall, mark, type Output } from "./call.ts"
import { now } from "./calls.ts"
import { dumpRows, loadRows, type StoredRows } from "./stored-rows.ts"

const schema = defaultSchema()
const verbs = { insert: 0, find: 0, list: 0, findWithUser: 0, update: 0, take: 0, removeUser: 0 }

type Transition = {
  readonly output: Output
  /** Another output that is as good. */
  readonly alternative: Output | undefined
  readonly next: StoredRows
}

/** Makes one call on rows. */
async function step(state: StoredRows, call: Call): Promise<Transition> {
  const tables = loadRows(schema, state)
  const upkeep = createMemoryUpkeep(tables)
  const store = createMemoryStore(tables, schema.ids)
  const adapter = createAdapter(
    { name: "memory", store, upkeep, removal: "atomic", durability: "none", roundTrips: verbs },
    { schema, now: () => now, onWarning: false },
  )
  const output = await makeCall(adapter as Parameters<typeof makeCall>[0], call, "")
  // A row whose key is taken and whose user does not exist can be refused for either reason.
  const { model, verb } = operations[call.operation]
  const [row] = call.args as readonly Key[]
  const [fields = []] = models[model].keys
  const isTaken = () =>
    row &&
    tables[model].lookup(
      Object.fromEntries(fields.map((field) => [field, String(row[field]).replace(mark, "")])),
    )
  const alternative = verb === "insert" && output === "not_found" && isTaken() ? "conflict" : undefined
  return { output, alternative, next: dumpRows(tables) }
}

/** A model of some calls. Its states are numbers, so that they are compared quickly. */
export type CallModel = KeyModel<number, Call, Output> & {
  /** The rows of a state. */
  readonly rows: (state: number) => StoredRows
}

/** Computes what callers do in every order, followed by calls in a given order. */
export async function modelCalls(
  before: readonly Call[],
  callers: readonly (readonly Call[])[],
  after: readonly Call[],
): Promise<CallModel> {
  const numbers = new Map<string, number>()
  const states: StoredRows[] = []
  const steps = new Map<Call, Map<number, Omit<Transition, "next"> & { readonly next: number }>>()
  const numberState = (rows: StoredRows): number => {
    const text = JSON.stringify(rows)
    const number = numbers.get(text) ?? states.push(rows) - 1
    numbers.set(text, number)
    return number
  }
  const follow = async (state: number, call: Call): Promise<number> => {
    const known = steps.get(call) ?? new Map()
    steps.set(call, known)
    if (!known.has(state)) {
      const { next, ...outputs } = await step(states[state] as StoredRows, call)
      known.set(state, { ...outputs, next: numberState(next) })
    }
    return (known.get(state) as { readonly next: number }).next
  }
  const finish = async (state: number): Promise<void> => {
    let current = state
    for (const call of after) current = await follow(current, call)
  }
  const visited = new Set<string>()
  const search = async (state: number, left: readonly (readonly Call[])[]): Promise<void> => {
    const position = `${state} ${left.map(({ length }) => length)}`
    if (visited.has(position)) return
    visited.add(position)
    // Each of the calls may be the last one that happened: the callers of the others may have died.
    await finish(state)
    for (const [index, [call, ...rest]] of left.entries())
      if (call) {
        const others = left.with(index, rest)
        await search(await follow(state, call), others)
        await search(state, others)
      }
  }
  let initial = numberState([])
  for (const call of before) initial = await follow(initial, call)
  await search(initial, callers)
  return {
    initial,
    isRead: () => false,
    rows: (state) => states[state] as StoredRows,
    step(state, call, output) {
      const transition = steps.get(call)?.get(state)
      if (!transition) return undefined
      const fits = [lost, transition.output, transition.alternative].includes(output)
      return fits ? transition.next : undefined
    },
  }
}
