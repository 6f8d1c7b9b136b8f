import type { StoredRow, StoredRows } from "../../better-auth/stored-rows.ts"
import { printable } from "../../shared/printable.ts"
import type { ReadRow } from "../../transfer/export/read-export.ts"
import type { ImportOptions } from "../../transfer/import/import-options.ts"
import type { Imported } from "../../transfer/import/imported.ts"
import { ExitError, exitCodes } from "../program/exit-code.ts"

/**
 * Throws before anything is written if the target lacks a model of the file, or has users that are not in the file:
 * rows of plugins name users in fields of any name, and equal ids can be those of other people.
 */
export async function checkTarget(stored: StoredRows, lines: AsyncIterable<string>): Promise<void> {
  const { readPages } = await import("../../transfer/export/read-export.ts")
  let others = await stored.count("user")
  for await (const { rows } of readPages(lines)) {
    const unknown = rows.find(({ model }) => !stored.tables.some((table) => table.model === model))
    if (unknown)
      throw refuse(
        `The file has rows of the model ${printable(unknown.model)}, which the options of Better Auth do not declare: add its plugin`,
      )
    const users = rows.filter(({ model }) => model === "user").map(({ row }) => row)
    if (others > 0 && users.length > 0) others -= await countSame(stored, users)
  }
  if (others > 0)
    throw refuse(
      `The target has users that are not in the file, or that have another email there: ${others}. Import into empty tables`,
    )
}

async function countSame(stored: StoredRows, users: readonly StoredRow[]): Promise<number> {
  const byId = new Map(users.map((user) => [user["id"], user]))
  const existing = await stored.find("user", [...byId.keys()].map(String))
  return existing.filter((user) => isSameUser(user, byId.get(user["id"]))).length
}

/** An equal id alone does not show that two users are the same person. */
const isSameUser = (left: StoredRow, right: StoredRow | undefined): boolean =>
  typeof left["email"] === "string" && left["email"] === right?.["email"]

/** Creates the function that imports one row. */
export async function createAuthImporter(
  stored: StoredRows,
  { dropUndeclared }: ImportOptions,
): Promise<(read: ReadRow) => Promise<Imported>> {
  const { storeIfFree } = await import("../../contract/store-errors.ts")
  const { comparable } = await import("../../transfer/import/import-row.ts")
  const { different, isRowError, refusal } = await import("../../transfer/import/imported.ts")
  const fields = new Map(
    stored.tables.map(({ model, columns }) => [model, columns.map(({ field }) => field)]),
  )
  // Where rows may exist, to look for them is faster than to have the database refuse them.
  const filled = new Set<string>()
  for (const [model] of fields) if ((await stored.count(model)) > 0) filled.add(model)

  const importRow = async ({ line, model, row: fileRow }: ReadRow): Promise<Imported> => {
    const isDeclared = (name: string): boolean => fields.get(model)?.includes(name) ?? false
    const unknown = Object.keys(fileRow).find((name) => fileRow[name] !== null && !isDeclared(name))
    if (unknown !== undefined && !dropUndeclared)
      return refusal(
        `The target does not declare ${model}.${printable(unknown)}: declare it in the options of Better Auth, or drop undeclared fields.`,
      )
    const row: StoredRow = Object.fromEntries(Object.entries(fileRow).filter(([name]) => isDeclared(name)))
    const find = async () => (await stored.find(model, [String(row["id"])]))[0]
    let existing = filled.has(model) ? await find() : undefined
    const create = async () => {
      existing = await stored.create(model, row)
    }
    const isNew = !existing && (await storeIfFree(create))
    existing ??= await find()
    if (!existing) return refusal("Another row has its key.")
    const isEqual = ([name, value]: [string, unknown]) =>
      comparable(undefined, existing?.[name]) === comparable(undefined, value)
    if (Object.entries(row).every(isEqual)) return { outcome: isNew ? "created" : "equal" }
    if (model === "user" && !isSameUser(existing, row))
      throw refuse(
        `Another user was created with the id of the user in line ${line}: import into empty tables`,
      )
    return different("The target has a row with this id and other values.")
  }

  return (read) =>
    importRow(read).catch((error: unknown) => {
      if (isRowError(error)) return refusal(error.message)
      throw error
    })
}

const refuse = (what: string): ExitError => new ExitError(exitCodes.failed, `${what}.`)
