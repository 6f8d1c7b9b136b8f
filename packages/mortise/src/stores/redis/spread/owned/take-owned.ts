import type { Key, Row } from "../../../../contract/rows.ts"
import type { Model } from "../../../../contract/schema.ts"
import type { Guard, Miss } from "../../../../operations/store.ts"
import { formatEntry } from "../../glossary.ts"
import { type PackedRow, unpackRow } from "../../rows/packed-row.ts"
import { guardArguments } from "../../scripts/script-arguments.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { readVisible } from "../visibility.ts"
import { takeOwnedScript } from "./owned-scripts.ts"

/**
 * Deletes an owned row: first the call reads that the row is visible, then a script on the row's key deletes it if its
 * nonce is still the same. One caller wins. A check after the deletion would be too late: if the user is removed in
 * between, nobody knows whether the row was visible when it was deleted.
 */
export const createTakeOwned =
  (parts: SpreadParts) =>
  async (model: Model, key: Key, guard?: Guard): Promise<Row | Miss> => {
    const { keys, connection, indexes } = parts
    const name = keys.row(model.name, key)
    for (;;) {
      const seen = await readVisible(parts, name)
      if (!seen) return "absent"
      const { user, nonce } = seen
      const args = [nonce, ...guardArguments(model, guard)]
      const [status, packed = ""] = (await connection.evaluate(takeOwnedScript, [name], args)) as [
        "changed" | "refused" | "done",
        PackedRow?,
      ]
      if (status === "refused") return "refused"
      if (status === "changed") continue
      const row = unpackRow(model, packed)
      // The entry is removed last, because a clean-up needs it to find what a caller that ends here leaves in the indexes.
      // The call waits for that: a lookup that has read the row before must not return a later state of its user.
      const forget = async () => {
        await indexes.drop(model.name, row, nonce)
        await connection.write("HDEL", user, formatEntry(nonce, name))
      }
      await forget().catch(() => {})
      return row
    }
  }
