import type { Adapter } from "../../contract/adapter.ts"
import type { Row } from "../../contract/rows.ts"
import type { User } from "../../contract/types.ts"
import type { TransferTools } from "../open-for-transfer.ts"
import { compareUser, hasValues } from "./compare-rows.ts"
import { different, type Imported, refusal, tryCreate } from "./imported.ts"
import type { NewIds } from "./new-ids.ts"

/** Creates the function that imports a user with an email. */
export function createEmailImporter(
  { adapter, schema }: TransferTools,
  { findId, adopt }: NewIds,
): (row: Row) => Promise<Imported> {
  const model = schema.models.user
  const create = (row: Row) => adapter.createUser(row as Parameters<Adapter["createUser"]>[0])
  const hasSameEmail = (stored: User, row: Row): boolean =>
    hasValues(model, { email: stored.email }, { email: row["email"] ?? null })

  /** The target creates the id, so an equal user with the same email is the same person; any other is not. */
  const importAssigned = async ({ id, ...row }: Row): Promise<Imported> => {
    const from = id as string
    const knownId = findId(from)
    const before = knownId === undefined ? null : await adapter.getUser(knownId)
    // The target may have been restored since, and have given the id to somebody else.
    if (before && !hasSameEmail(before, row)) return different(otherEmail)
    if (before) {
      adopt(from, before.id)
      return compareUser(model, before, row, false)
    }
    let made: User | undefined
    const isNew = await tryCreate(async () => {
      made = await create(row)
    })
    const stored = made
      ? await adapter.getUser(made.id)
      : await adapter.getUserByEmail(row["email"] as string)
    if (!stored) return refusal("It was deleted concurrently.")
    if (isNew || hasValues(model, stored, row)) adopt(from, stored.id)
    return compareUser(model, stored, row, isNew)
  }

  /** A user with the same id and email is the same person. With another email it may not be: nothing is added to it. */
  const importGiven = async (row: Row): Promise<Imported> => {
    const id = row["id"] as string
    const isNew = await tryCreate(() => create(row))
    const stored = await adapter.getUser(id)
    if (stored && hasSameEmail(stored, row)) adopt(id, id)
    if (!stored) return refusal(isNew ? "It was deleted concurrently." : "Another user has its email.")
    return compareUser(model, stored, row, isNew)
  }

  return schema.ids === "given" ? importGiven : importAssigned
}

const otherEmail =
  "The user that an earlier run created for it has another email now: it may be another person."
