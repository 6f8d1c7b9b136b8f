import { MortiseError } from "../../../../contract/errors.ts"
import type { Key, Row } from "../../../../contract/rows.ts"
import type { Model } from "../../../../contract/schema.ts"
import type { Guard, Miss, Patch } from "../../../../operations/store.ts"
import { inBackground } from "../../in-background.ts"
import { unpackRow } from "../../rows/packed-row.ts"
import { expectedArguments, mergedValues, mostMergeTries } from "../../scripts/merges.ts"
import { expiryArgument, guardArguments, patchArguments } from "../../scripts/script-arguments.ts"
import { updateOwnedScript } from "../change-scripts.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { type OwnedRow, readVisible } from "../visibility.ts"
import { moveOwned, type UpdateAnswer } from "./move-owned.ts"

/**
 * Changes an owned row: first the call sees that the row is visible, then a script on the row's key changes it if its
 * nonce is the same.
 */
export function createUpdateOwned(parts: SpreadParts) {
  const { keys, connection, indexes } = parts

  const attempt = async (
    model: Model,
    name: string,
    seen: OwnedRow,
    patch: Patch,
    guard: Guard | undefined,
  ): Promise<UpdateAnswer> => {
    const read = unpackRow(model, seen.packed)
    const given = patch["userId"]
    const owner = typeof given === "string" ? keys.user(given) : ""
    const rest = [
      ...guardArguments(model, guard),
      ...expectedArguments(model, patch, read),
      ...patchArguments(model, patch, mergedValues(patch, read)),
      expiryArgument(model, patch),
    ]
    const args = [seen.nonce, owner, "", ...rest]
    const answer = (await connection.evaluate(updateOwnedScript, [name], args)) as UpdateAnswer
    return answer[0] === "moves" ? moveOwned(parts, model, name, seen, owner, rest) : answer
  }

  return async (model: Model, key: Key, patch: Patch, guard?: Guard): Promise<Row | Miss> => {
    const name = keys.row(model.name, key)
    for (let tries = 0; tries < mostMergeTries; tries++) {
      const seen = await readVisible(parts, name)
      if (!seen) return "absent"
      const [status, packed] = await attempt(model, name, seen, patch, guard)
      if (status === "refused") return "refused"
      if (packed === undefined) continue
      const row = unpackRow(model, packed)
      if (expiryArgument(model, patch) !== "") inBackground(indexes.expire(model.name, row, seen.nonce))
      return row
    }
    throw new MortiseError("transient", "Other callers kept changing this row: try again.", {
      model: model.name,
    })
  }
}
