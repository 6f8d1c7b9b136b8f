import { MortiseError } from "../../contract/errors.ts"
import type { Row } from "../../contract/rows.ts"
import type { Model } from "../../contract/schema.ts"
import { conflict, ownerMissing } from "../../contract/store-errors.ts"
import { completeRows } from "../../operations/rows/complete-rows.ts"
import type { Store } from "../../operations/store.ts"
import type { Item } from "./dynamodb-client.ts"
import { listRefused } from "./dynamodb-errors.ts"
import { hasPointer, keyAttributes } from "./layout.ts"
import type { Lookups } from "./lookups.ts"
import type { DynamodbParts } from "./parts.ts"
import type { Removal } from "./remove-user.ts"
import { type Write, writtenKey } from "./requests.ts"
import { expiryAttribute, ifFree, ifUser, newName, readOwner, type StoredRow, toItem } from "./row-items.ts"

/** What the verbs that write work with. */
export type WriteParts = DynamodbParts & { readonly lookups: Lookups; readonly removal: Removal }

/** A write, and what follows if its condition fails: it throws, or makes room so that the call may try again. */
export type PlannedWrite = {
  readonly write: Write
  readonly onRefusal?: (existing: Item | undefined) => Promise<void>
}

/** Inserts all rows of a call, with their pointers and indexes, by one transaction. */
export function createInsert(parts: WriteParts): Store["insert"] {
  const { schema, requests, layout } = parts
  return async (entries) => {
    const rows = await completeRows(schema, entries, () => requests.increment(layout.serial))
    const plan: PlannedWrite[] = []
    const newUsers = new Set<string>()
    for (const [index, row] of rows.entries()) {
      const model = schema.models[entries[index]?.[0] as "user"]
      plan.push(...(await planRow(parts, model, row, newUsers)))
      if (model.name === "user") newUsers.add(row["id"] as string)
    }
    await runPlan(parts, plan)
    return rows
  }
}

async function planRow(
  parts: WriteParts,
  model: Model,
  row: Row,
  newUsers: ReadonlySet<string>,
): Promise<PlannedWrite[]> {
  const { layout, removal } = parts
  const stored: StoredRow = {
    row,
    key: await layout.row(model.name, row),
    version: newName(),
    born: newName(),
  }
  const item = { put: toItem(model, stored), ...ifFree }
  const taken = (fields = model.keys[0] ?? []): never => {
    throw conflict(model.name, fields)
  }
  if (model.name === "user") {
    const onRefusal = async (existing: Item | undefined) =>
      existing?.["gone"] ? removal.finish(row["id"] as string) : taken()
    return [{ write: item, onRefusal }, ...planEmail(parts, row)]
  }
  if (!hasPointer(model)) return [{ write: item, onRefusal: async () => taken() }]
  const owner = readOwner(model, row)
  const onRefusal = async (existing: Item | undefined) => {
    if (!(await removal.removeOrphan(model, existing))) taken()
  }
  return [
    ...(newUsers.has(owner) ? [] : [await planOwner(parts, model, row)]),
    { write: item, onRefusal },
    { write: { put: await buildPointer(parts, model, stored) } },
  ]
}

/** The condition that the user of a row exists. */
export async function planOwner({ layout }: DynamodbParts, model: Model, row: Row): Promise<PlannedWrite> {
  const onRefusal = async () => {
    throw ownerMissing(model.name)
  }
  return { write: { check: await layout.user(readOwner(model, row)), ...ifUser }, onRefusal }
}

/** The index of a user's email, if it has one. */
export function planEmail({ layout }: DynamodbParts, row: Row): PlannedWrite[] {
  if (typeof row["email"] !== "string") return []
  const put = { ...keyAttributes(layout.email(row["email"])), id: { S: row["id"] as string } }
  const onRefusal = async () => {
    throw conflict("user", ["email"])
  }
  return [{ write: { put, ...ifFree }, onRefusal }]
}

/** The pointer to a row in the partition of its user. */
export async function buildPointer(
  { layout }: DynamodbParts,
  model: Model,
  stored: StoredRow,
): Promise<Item> {
  const key = await layout.pointer(readOwner(model, stored.row), stored.key)
  return { ...keyAttributes(key), ...expiryAttribute(model, stored.row), b: { S: stored.born } }
}

// Each attempt removes what a removal has left behind, so a second one is the rule.
const attempts = 10

/** Writes a plan. If a condition fails, its `onRefusal` decides. */
async function runPlan({ requests }: DynamodbParts, planned: readonly PlannedWrite[]): Promise<void> {
  const plan = await withoutRepetitions(planned)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const reasons = await requests.transact(plan.map(({ write }) => write))
    if (!reasons) return
    for (const [index, existing] of listRefused(reasons)) await plan[index]?.onRefusal?.(existing)
  }
  throw new MortiseError("transient", "Another caller stored the same row at the same time: try again.")
}

/** A transaction may name an item once. Rows of one user share its condition; two rows with one key conflict. */
async function withoutRepetitions(plan: readonly PlannedWrite[]): Promise<readonly PlannedWrite[]> {
  const byKey = new Map<string, PlannedWrite>()
  for (const planned of plan) {
    const { pk, sk } = writtenKey(planned.write)
    const name = `${pk}\0${sk}`
    if (!byKey.has(name)) byKey.set(name, planned)
    else if (!("check" in planned.write)) await planned.onRefusal?.({})
  }
  return [...byKey.values()]
}
