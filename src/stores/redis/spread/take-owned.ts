import type { Key, Row } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import type { Guard, Miss } from "../../../operations/store.ts"
import { unpackRow } from "../packed-row.ts"
import { guardArguments } from "../script-arguments.ts"
import { takeOwnedScript } from "./change-scripts.ts"
import { forget, isVisible, runOnRow } from "./owned-row.ts"
import type { SpreadParts } from "./spread-parts.ts"

/** Deletes an owned row by a script on its key, which one caller wins; then its user tells whether it was visible. */
export const createTakeOwned =
  (parts: SpreadParts) =>
  async (model: Model, key: Key, guard?: Guard): Promise<Row | Miss> => {
    const name = parts.keys.row(model.name, key)
    const answer = await runOnRow(parts, takeOwnedScript, name, guardArguments(model, guard))
    const [status, user, nonce, packed] = answer
    if (status === "absent") return "absent"
    if (status === "refused") return (await isVisible(parts, name, user, nonce)) ? "refused" : "absent"
    const row = unpackRow(model, packed ?? "")
    parts.indexes.drop(model.name, row, nonce)
    return (await forget(parts, name, user, nonce)) ? row : "absent"
  }
