import { type ChaosCall, getModel, type RowModel } from "./chaos-call.ts"

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
  const groups = groupBy(calls, (call) => `${getModel(call)} ${call.key}`)
  const deletions = groupBy(
    calls.filter(({ operation }) => operation === "deleteUser"),
    ({ key }) => key,
  )
  return [...groups.values()].map((group) => buildHistory(group, deletions))
}

function buildHistory(
  group: readonly ChaosCall[],
  deletions: ReadonlyMap<string, readonly ChaosCall[]>,
): KeyHistory {
  const [first] = group as readonly [ChaosCall]
  const model = getModel(first)
  const owner = group.find((call) => call.owner !== undefined)?.owner
  const ofOwner = model === "user" || owner === undefined ? [] : (deletions.get(owner) ?? [])
  return {
    model,
    key: first.key,
    isShared: first.isShared === true,
    calls: [...group, ...ofOwner].sort((a, b) => a.from - b.from),
  }
}

function groupBy<T>(list: readonly T[], toName: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const group = groups.get(toName(item))
    if (group) group.push(item)
    else groups.set(toName(item), [item])
  }
  return groups
}
