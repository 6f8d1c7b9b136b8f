import type { Row } from "../contract/rows.ts"
import { printable } from "../shared/printable.ts"
import { decodeRow, hasValuesOf, undeclaredFields } from "./compare-rows.ts"
import type { ImportOptions } from "./import-options.ts"
import { createUserImporter } from "./import-user.ts"
import { created, type Imported, isRowError, refused } from "./imported.ts"
import type { TransferTools } from "./open-for-transfer.ts"
import type { ReadRow } from "./read-export.ts"
import { createTarget } from "./target.ts"

/** Creates the function that imports one row. */
export function createRowImporter(
  tools: TransferTools,
  options: ImportOptions,
): (read: ReadRow) => Promise<Imported> {
  const { models, unknown } = tools.schema
  const users = createUserImporter(tools, options)
  const target = createTarget(tools)
  const now = Date.now()

  const importOwned = async (name: keyof typeof target, row: Row): Promise<Imported> => {
    const { expiry, owner } = models[name]
    if (expiry && Number(row[expiry]) <= now) return { outcome: "expired" }
    if (owner?.mustExist) {
      const id = users.newId(row[owner.field] as string)
      if (id === undefined) return refused("Its user was not imported.")
      row[owner.field] = id
    }
    const isNew = await created(() => target[name].create(row))
    const stored = await target[name].find(row)
    if (!stored) return refused(isNew ? "It was deleted concurrently." : "Another row has its key.")
    if (hasValuesOf(models[name], stored, row)) return { outcome: isNew ? "created" : "equal" }
    return { outcome: "different", why: "The target has a row with this key and other values." }
  }

  const importRow = async ({ model: name, row: fields }: ReadRow): Promise<Imported> => {
    const undeclared = unknown === "keep" ? [] : undeclaredFields(models[name], fields)
    if (undeclared.length > 0 && !options.dropUndeclared) return refused(undeclaredText(name, undeclared))
    const kept = Object.entries(fields).filter(([field]) => !undeclared.includes(field))
    const row = decodeRow(models[name], Object.fromEntries(kept))
    if (name === "user") return users.importUser(row)
    return name === "slot" ? { outcome: "expired" } : importOwned(name, row)
  }

  return async (read) => {
    const imported = await importRow(read).catch((error: unknown) => {
      if (isRowError(error)) return refused(error.message)
      throw error
    })
    if (read.model === "user" && imported.outcome === "refused") users.exclude(String(read.row["id"]))
    return imported
  }
}

const undeclaredText = (model: string, names: readonly string[]): string =>
  `The target does not declare ${names.map((name) => `${model}.${printable(name)}`).join(", ")}: declare it with defineSchema, or drop undeclared fields.`
