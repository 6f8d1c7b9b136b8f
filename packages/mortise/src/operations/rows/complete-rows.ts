import type { Row } from "../../contract/rows.ts"
import type { Schema } from "../../contract/schema.ts"
import type { Entry } from "../store.ts"

/**
 * The rows to insert, with what the store adds: the id of a user if the schema asks for that, and the reference to a user
 * inserted in the same call. `nextSerial` counts for `ids: "serial"`.
 *
 * @example
 * ```ts
 * import { completeRows, defaultSchema } from "mortise/store"
 *
 * const entries = [["user", { id: "ada" }], ["account", { provider: "github" }]] as const
 * const [, account] = await completeRows(defaultSchema(), entries, async () => "1")
 * console.log(account?.["userId"]) // "ada"
 * ```
 */
export async function completeRows(
  { models, ids }: Schema,
  entries: readonly Entry[],
  nextSerial: () => Promise<string>,
): Promise<Row[]> {
  let user: Row | undefined
  const rows: Row[] = []
  for (const [model, values] of entries) {
    const { owner } = models[model]
    let row: Row = { ...values }
    if (model === "user") {
      if (ids === "uuid") row = { id: crypto.randomUUID(), ...row }
      if (ids === "serial") row = { id: await nextSerial(), ...row }
      user = row
    } else if (owner && user && row[owner.field] === undefined)
      row = { [owner.field]: user[owner.of] ?? null, ...row }
    rows.push(row)
  }
  return rows
}
