import type { StoredRows } from "../../better-auth/stored-rows.ts"
import type { Key } from "../../contract/rows.ts"

type Options = { readonly after?: Key | undefined; readonly limit?: number }

/** A page of rows as they are stored, in the form of the pages of stores. */
export async function readStoredPage(
  stored: StoredRows,
  model: string,
  { after, limit = 100 }: Options = {},
) {
  const rows = await stored.page(model, after?.["id"], limit)
  const next = rows.length < limit ? null : { id: String(rows.at(-1)?.["id"]) }
  return { rows: rows as never[], next }
}
