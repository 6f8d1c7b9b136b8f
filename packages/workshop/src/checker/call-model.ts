/**
 * The reference: the nineteen operations on the store in memory. What a few calls do in every order is computed in advance,
 * because the operations are asynchronous and the checker of histories is not.
 */
import type { KeyModel } from "../../../conformance/src/suites/authjs/programs/linearize.ts"
import { defaultSchema } from "../../../mortise/src/contract/build-schema.ts"
import { models } from "../../../mortise/src/contract/models.ts"
import { operations as described, type Operation } from "../../../mortise/src/contract/operations.ts"
import type { Key } from "../../../mortise/src/contract/rows.ts"
import type { Adapter } from "../../../mortise/src/index.ts"
import { createAdapter } from "../../../mortise/src/operations/create-adapter.ts"
import { createMemoryStore, type Tables } from "../../../mortise/src/stores/memory/memory-store.ts"
import { createMemoryUpkeep } from "../../../mortise/src/stores/memory/memory-upkeep.ts"
import { type Call, lost, makeCall, mark, type Output } from "./call.ts"
import { now } from "./calls.ts"
import { dumpRows, loadRows, type StoredRows } from "./stored-rows.ts"
import type { Subject } from "./subject.ts"

const operations: Readonly<Partial<Record<string, Operation>>> = described

const schema = defaultSchema()
const verbs = { insert: 0, find: 0, list: 0, findWithUser: 0, update: 0, take: 0, removeUser: 0 }

type Transition = {
  readonly output: Output
  /** Another output that is as good. */
  readonly alternative: Output | undefined
  readonly next: StoredRows
}

/** Makes one call on rows. */
async function step({ open, model }: Subject, state: StoredRows, made: Call): Promise<Transition> {
  const call = model?.toCall(made) ?? made
  const tables = loadRows(schema, state)
  const upkeep = createMemoryUpkeep(tables)
  const store = createMemoryStore(tables, schema.ids)
  const adapter = createAdapter(
    {
      name: "memory",
      open: () => ({ store, upkeep }),
      removal: "atomic",
      durability: "none",
      roundTrips: verbs,
    },
    { schema, now: () => now, onWarning: false },
  )
  const functions = open(adapter as Adapter, (_, command) => command())
  const result = await makeCall(functions, call, "")
  const output = model?.toOutput(result) ?? result
  // A row whose key is taken and whose user does not exist can be refused for either reason.
  const alternative = output === "not_found" && isTaken(tables, call) ? "conflict" : undefined
  return { output, alternative, next: dumpRows(tables) }
}

/** Whether the key of a row that a call inserts is taken. */
function isTaken(tables: Tables, { operation, args }: Call): boolean {
  const { model, absent } = operations[operation] ?? {}
  const [row] = args as readonly Key[]
  if (!model || absent !== "never" || !row) return false
  const [fields = []] = models[model].keys
  const key = fields.map((field) => [field, String(row[field]).replace(mark, "")])
  return tables[model].lookup(Object.fromEntries(key)) !== undefined
}

/** A model of some calls. Its states are numbers, so that they are compared quickly. */
export type CallModel = KeyModel<number, Call, Output> & {
  /** The rows of a state. */
  readonly rows: (state: number) => StoredRows
}

/** Computes what callers do in every order, each all or some of its calls, before the calls that follow every run. */
export async function modelCalls(
  subject: Subject,
  callers: readonly (readonly Call[])[],
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
      const { next, ...outputs } = await step(subject, states[state] as StoredRows, call)
      known.set(state, { ...outputs, next: numberState(next) })
    }
    return (known.get(state) as { readonly next: number }).next
  }
  const finish = async (state: number): Promise<void> => {
    let current = state
    for (const call of subject.after) current = await follow(current, call)
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
  for (const call of subject.setUp.flat()) initial = await follow(initial, call)
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
