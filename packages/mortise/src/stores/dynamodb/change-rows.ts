import type { Model } from "../../contract/schema.ts"
import { applyPatch } from "../../operations/rows/apply-patch.ts"
import { isGuardMet } from "../../operations/rows/is-guard-met.ts"
import type { Store } from "../../operations/store.ts"
import { listRefused } from "./dynamodb-errors.ts"
import { buildPointer, type PlannedWrite, planEmail, planOwner, type WriteParts } from "./insert-rows.ts"
import { hasPointer } from "./layout.ts"
import type { DynamodbParts } from "./parts.ts"
import { retryWhileChanged, throwChanged } from "./retry-while-changed.ts"
import {
  expiryAttribute,
  ifVersion,
  newName,
  readOwner,
  type StoredRow,
  toItem,
  ttlAttribute,
} from "./row-items.ts"

/** The verbs that change or delete one row that was read, if it is still the same. */
export function createChanges(parts: WriteParts): Pick<Store, "update" | "take" | "put"> {
  const { schema, requests, layout, lookups, removal } = parts
  const { models } = schema

  return {
    update: (model, key, patch, guard) =>
      retryWhileChanged(async () => {
        const stored = await lookups.read(model, key)
        if (!stored) return "absent"
        if (guard && !isGuardMet(stored.row, guard)) return "refused"
        const row = applyPatch(models[model], { ...stored.row }, patch)
        await runChange(parts, await planUpdate(parts, models[model], stored, row))
        return row
      }),

    take: (model, key, guard) =>
      retryWhileChanged(async () => {
        const stored = await lookups.read(model, key)
        if (!stored) return "absent"
        if (guard && !isGuardMet(stored.row, guard)) return "refused"
        if (model === "user") return (await removal.removeUser(stored.row["id"] as string)) ?? "absent"
        await runChange(parts, await planTake(parts, models[model], stored))
        return stored.row
      }),

    async put(row) {
      const stored = { row, key: await layout.row("slot", row), version: newName(), born: newName() }
      await requests.transact([{ put: toItem(models.slot, stored) }])
    },
  }
}

async function planUpdate(
  parts: DynamodbParts,
  model: Model,
  stored: StoredRow,
  row: StoredRow["row"],
): Promise<PlannedWrite[]> {
  const isMoved = hasPointer(model) && readOwner(model, row) !== readOwner(model, stored.row)
  const changed = { ...stored, row, version: newName(), born: isMoved ? newName() : stored.born }
  const item = toItem(model, changed)
  const plan: PlannedWrite[] = [{ write: { put: item, ...ifVersion(stored.version) } }]
  if (model.name === "user" && row["email"] !== stored.row["email"]) {
    const old = stored.row["email"]
    if (typeof old === "string") plan.push({ write: { remove: parts.layout.email(old) } })
    return [...plan, ...planEmail(parts, row)]
  }
  if (isMoved) plan.push(await planOwner(parts, model, row), await planPointerRemoval(parts, model, stored))
  const isExtended = hasPointer(model) && readTtl(model, row) !== readTtl(model, stored.row)
  if (isMoved || isExtended) plan.push({ write: { put: await buildPointer(parts, model, changed) } })
  return plan
}

const readTtl = (model: Model, row: StoredRow["row"]) => expiryAttribute(model, row)[ttlAttribute]?.N

/** Deletes a row that is still the same, with its pointer. */
export async function planTake(
  parts: DynamodbParts,
  model: Model,
  stored: StoredRow,
): Promise<PlannedWrite[]> {
  const row = { write: { remove: stored.key, ...ifVersion(stored.version) } }
  return hasPointer(model) ? [row, await planPointerRemoval(parts, model, stored)] : [row]
}

const planPointerRemoval = async (
  { layout }: DynamodbParts,
  model: Model,
  { row, key }: StoredRow,
): Promise<PlannedWrite> => ({ write: { remove: await layout.pointer(readOwner(model, row), key) } })

/** Writes a change, if the row is still as it was read. */
async function runChange({ requests }: DynamodbParts, plan: readonly PlannedWrite[]): Promise<void> {
  const reasons = await requests.transact(plan.map(({ write }) => write))
  if (!reasons) return
  // If the row has changed, the others say nothing about this call.
  const refused = listRefused(reasons)
  if (refused[0]?.[0] !== 0) for (const [index] of refused) await plan[index]?.onRefusal?.(undefined)
  throwChanged()
}
