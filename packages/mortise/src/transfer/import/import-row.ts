import type { Adapter } from "../../contract/adapter.ts"
import { canonicalEmail } from "../../contract/canonical-email.ts"
import type { Row } from "../../contract/rows.ts"
import type { Column, Model } from "../../contract/schema.ts"
import { storeIfFree } from "../../contract/store-errors.ts"
import type { User } from "../../contract/types.ts"
import { printable } from "../../shared/printable.ts"
import type { FileRow } from "../export/export-format.ts"
import type { ReadRow } from "../export/read-export.ts"
import type { TransferTools } from "../open-for-transfer.ts"
import { createFinder } from "./find-without-email.ts"
import { markProvider } from "./import-mark.ts"
import type { ImportOptions } from "./import-options.ts"
import { different, type Imported, isRowError, refusal } from "./imported.ts"
import { createNewIds, type NewIds } from "./new-ids.ts"
import type { Survey } from "./survey-export.ts"
import { createTarget } from "./target.ts"

/** Creates the function that imports one row. */
export function createRowImporter(
  tools: TransferTools,
  survey: Survey | undefined,
  options: ImportOptions,
): (read: ReadRow) => Promise<Imported> {
  const { models, unknown } = tools.schema
  const newIds = createNewIds(tools.schema.ids !== "given", options)
  const users = createUserImporter(tools, survey, newIds)
  const target = createTarget(tools)
  const now = Date.now()

  const importOwned = async (name: keyof typeof target, row: Row): Promise<Imported> => {
    const { expiry, owner } = models[name]
    if (expiry && Number(row[expiry]) <= now) return { outcome: "expired" }
    // A mark of an earlier import, which is not needed here.
    if (row["provider"] === markProvider) return { outcome: "expired" }
    const from = owner?.mustExist ? (row[owner.field] as string) : undefined
    if (owner && from !== undefined) {
      const id = newIds.findOwner(from)
      if (id === undefined) return refusal("Its user was not imported.")
      row[owner.field] = id
    }
    const isNew = await storeIfFree(() => target[name].create(row))
    const stored = await target[name].find(row)
    if (!stored) return refusal(isNew ? "It was deleted concurrently." : "Another row has its key.")
    if (hasValues(models[name], stored, row)) {
      if (from !== undefined && (name === "account" || name === "authenticator")) await users.settle(from)
      return { outcome: isNew ? "created" : "equal" }
    }
    return different("The target has a row with this key and other values.")
  }

  const importRow = async ({ model: name, row: fields }: ReadRow): Promise<Imported> => {
    const undeclared = unknown === "keep" ? [] : undeclaredFields(models[name], fields)
    if (undeclared.length > 0 && !options.dropUndeclared) return refusal(undeclaredText(name, undeclared))
    const kept = Object.entries(fields).filter(([field]) => !undeclared.includes(field))
    const row = decodeRow(models[name], Object.fromEntries(kept))
    if (name === "user") return users.importUser(row)
    return name === "slot" ? { outcome: "expired" } : importOwned(name, row)
  }

  return (read) =>
    importRow(read).catch((error: unknown) => {
      if (isRowError(error)) return refusal(error.message)
      throw error
    })
}

const undeclaredText = (model: string, names: readonly string[]): string =>
  `The target does not declare ${names.map((name) => `${model}.${printable(name)}`).join(", ")}: declare it with defineSchema, or drop undeclared fields.`

type UserImporter = {
  importUser(row: Row): Promise<Imported>
  /** Must be called after an account or passkey of a user was stored. */
  settle(id: string): Promise<void>
}

/** Imports users, and records which user of the target owns the rows of which user of the file. */
function createUserImporter(tools: TransferTools, survey: Survey | undefined, newIds: NewIds): UserImporter {
  const { schema } = tools
  const finder = survey && createFinder(tools, survey, newIds)
  const importWithEmail = createEmailImporter(tools, newIds)

  const importWithoutEmail = async ({ id, ...values }: Row): Promise<Imported> => {
    const from = id as string
    if (!finder) return refusal(readOnce)
    const row = schema.ids === "given" ? { id: from, ...values } : values
    const foundUser = await finder.find(from, row)
    if ("outcome" in foundUser) return foundUser
    newIds.adopt(from, foundUser.user.id)
    return compareUser(schema.models.user, foundUser.user, row, foundUser.isNew)
  }

  return {
    importUser: (row) => ((row["email"] ?? null) === null ? importWithoutEmail(row) : importWithEmail(row)),
    settle: async (id) => finder?.settle(id),
  }
}

const readOnce =
  "The lines can be read only once: for users without an email, pass an array, or a function that opens the lines."

/** Creates the function that imports a user with an email. */
function createEmailImporter(
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
    const isNew = await storeIfFree(async () => {
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
    const isNew = await storeIfFree(() => create(row))
    const stored = await adapter.getUser(id)
    if (stored && hasSameEmail(stored, row)) adopt(id, id)
    if (!stored) return refusal(isNew ? "It was deleted concurrently." : "Another user has its email.")
    return compareUser(model, stored, row, isNew)
  }

  return schema.ids === "given" ? importGiven : importAssigned
}

const otherEmail =
  "The user that an earlier run created for it has another email now: it may be another person."

/** A row of a file with the kinds of the target: dates are `Date`. */
function decodeRow({ fields }: Model, row: FileRow): Row {
  const dates = new Set(fields.filter(({ kind }) => kind === "date").map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      dates.has(name) && typeof value === "string" ? new Date(value) : value,
    ]),
  ) as Row
}

/** The fields that have a value in the file and are not declared in the target. */
const undeclaredFields = ({ fields }: Model, row: FileRow): string[] =>
  Object.keys(row).filter((name) => row[name] !== null && !fields.some((field) => field.name === name))

/** Whether the stored row has every value of the given one. */
function hasValues(model: Model, stored: Readonly<Record<string, unknown>>, row: Row): boolean {
  return Object.keys(row).every((name) => {
    const column = model.fields.find((field) => field.name === name)
    return comparable(column, stored[name]) === comparable(column, row[name])
  })
}

/** The outcome for a user whose row in the target is this one. */
function compareUser(model: Model, stored: User, row: Row, isNew: boolean): Imported {
  if (hasValues(model, stored, row)) return { outcome: isNew ? "created" : "equal" }
  return different("The target has a user with this key and other values.")
}

/** A text that is the same for the same value in its canonical form. */
export function comparable(column: Column | undefined, value: unknown): string {
  if (value === undefined || value === null) return "null"
  if (column?.form === "email" && typeof value === "string") return JSON.stringify(canonicalEmail(value))
  if (column?.form === "lower" && typeof value === "string") return JSON.stringify(value.toLowerCase())
  return JSON.stringify(value, sortedMembers)
}

/** Databases may return the members of a JSON object in another order. */
function sortedMembers(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}
