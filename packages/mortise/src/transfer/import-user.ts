import type { Adapter } from "../contract/adapter.ts"
import type { Row } from "../contract/rows.ts"
import type { User } from "../contract/types.ts"
import { hasValuesOf } from "./compare-rows.ts"
import type { ImportOptions } from "./import-options.ts"
import { created, type Imported, refused } from "./imported.ts"
import type { TransferTools } from "./open-for-transfer.ts"

/** Imports users, and knows which user of the target owns the rows of which user of the file. */
export type UserImporter = {
  importUser(row: Row): Promise<Imported>
  /** The id in the target; `undefined` if the rows of this user must not be imported. */
  newId(id: string): string | undefined
  /** Excludes the rows of a user who was not imported. */
  exclude(id: string): void
}

export function createUserImporter(
  { adapter, schema }: TransferTools,
  { ids, onId }: ImportOptions,
): UserImporter {
  const assigns = schema.ids !== "given"
  const model = schema.models.user
  const newIds = new Map(assigns ? ids : [])
  const excluded = new Set<string>()
  const create = (row: Row) => adapter.createUser(row as Parameters<Adapter["createUser"]>[0])

  const adopt = (from: string, { id }: User): void => {
    if (newIds.get(from) === id) return
    newIds.set(from, id)
    onId?.(from, id)
  }

  /** The target creates the id, so an equal user with the same email is the same person; any other is not. */
  const importAssigned = async ({ id, ...row }: Row): Promise<Imported> => {
    const from = id as string
    const known = newIds.get(from)
    const before = known === undefined ? null : await adapter.getUser(known)
    if (before) return compared(before, row, false)
    newIds.delete(from)
    let made: User | undefined
    const isNew = await created(async () => {
      made = await create(row)
    })
    const stored = made
      ? await adapter.getUser(made.id)
      : await adapter.getUserByEmail(row["email"] as string)
    if (!stored) return refused("It was deleted concurrently.")
    if (isNew || hasValuesOf(model, stored, row)) adopt(from, stored)
    return compared(stored, row, isNew)
  }

  /** A user with the same id and email is the same person. With another email it may not be: nothing is added to it. */
  const importGiven = async (row: Row): Promise<Imported> => {
    const id = row["id"] as string
    const isNew = await created(() => create(row))
    const stored = await adapter.getUser(id)
    if (!stored || !hasValuesOf(model, { email: stored.email }, { email: row["email"] ?? null }))
      excluded.add(id)
    if (!stored) return refused(isNew ? "It was deleted concurrently." : "Another user has its email.")
    return compared(stored, row, isNew)
  }

  const compared = (stored: User, row: Row, isNew: boolean): Imported => {
    if (hasValuesOf(model, stored, row)) return { outcome: isNew ? "created" : "equal" }
    return { outcome: "different", why: "The target has a user with this key and other values." }
  }

  return {
    importUser: assigns ? importAssigned : importGiven,
    newId: (id) => (excluded.has(id) ? undefined : assigns ? newIds.get(id) : id),
    exclude: (id) => void excluded.add(id),
  }
}
