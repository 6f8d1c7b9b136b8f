import type { Row } from "../../contract/rows.ts"
import { printable } from "../../shared/printable.ts"
import type { ReadRow } from "../export/read-export.ts"
import type { TransferTools } from "../open-for-transfer.ts"
import { decodeRow, hasValues, undeclaredFields } from "./compare-rows.ts"
import { markProvider } from "./import-mark.ts"
import type { ImportOptions } from "./import-options.ts"
import { createUserImporter } from "./import-user.ts"
import { different, type Imported, isRowError, refusal, tryCreate } from "./imported.ts"
import { createNewIds } from "./new-ids.ts"
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
    const isNew = await tryCreate(() => target[name].create(row))
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
