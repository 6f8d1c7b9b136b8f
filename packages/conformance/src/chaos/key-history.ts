import { type ChaosCall, modelOf, type RowModel } from "./chaos-call.ts"

/** All calls about one row, in the order of their start. */
export type KeyHistory = {
  readonly model: RowModel
  readonly key: string
  readonly isShared: boolean
  /** The deletion of the owner of a row is also among its calls. */
  readonly calls: readonly ChaosCall[]
}

/** Groups calls by row. */
export function keyHistories(calls: readonly ChaosCall[]): KeyHistory[] {
  const groups = groupBy(calls, (call) => `${modelOf(call)} ${call.key}`)
  const deletions = groupBy(
    calls.filter(({ operation }) => operation === "deleteUser"),
    ({ key }) => key,
  )
  return [...groups.values()].map((group) => historyOf(group, deletions))
}

function historyOf(
  group: readonly ChaosCall[],
  deletions: ReadonlyMap<string, readonly ChaosCall[]>,
): KeyHistory {
  const [first] = group as readonly [ChaosCall]
  const model = modelOf(first)
  const owner = group.find((call) => call.owner !== undefined)?.owner
  const ofOwner = model === "user" || owner === undefined ? [] : (deletions.get(owner) ?? [])
  return {
    model,
    key: first.key,
    isShared: first.isShared === true,
    calls: [...group, ...ofOwner].sort((a, b) => a.from - b.from),
  }
}

function groupBy<T>(list: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const group = groups.get(nameOf(one))
    if (group) group.push(one)
    else groups.set(nameOf(one), [one])
  }
  return groups
}
