import { MortiseError } from "../../../contract/errors.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import type { Guard, Miss, Patch } from "../../../operations/store.ts"
import { expectedArguments, hasMerge, mergedValues, mostMergeTries } from "../merges.ts"
import { unpackRow } from "../packed-row.ts"
import { expiryArgument, guardArguments, patchArguments } from "../script-arguments.ts"
import { updateOwnedScript } from "./change-scripts.ts"
import { inBackground } from "./in-background.ts"
import { moveOwned } from "./move-owned.ts"
import { isVisible, type OwnedAnswer, runOnRow } from "./owned-row.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { readOwned } from "./visibility.ts"

/** Changes an owned row by a script on its key; then its user tells whether it was visible. */
export function createUpdateOwned(parts: SpreadParts) {
  const { keys, indexes } = parts

  const readForMerge = async (model: Model, name: string, patch: Patch): Promise<Row | null> => {
    if (!hasMerge(patch)) return {}
    const stored = await readOwned(parts, name)
    return stored && unpackRow(model, stored.packed)
  }

  const attempt = async (
    model: Model,
    name: string,
    patch: Patch,
    guard: Guard | undefined,
  ): Promise<OwnedAnswer> => {
    const read = await readForMerge(model, name, patch)
    if (read === null) return ["absent", "", ""]
    const given = patch["userId"]
    const owner = typeof given === "string" ? keys.user(given) : ""
    const rest = [
      ...guardArguments(model, guard),
      ...expectedArguments(model, patch, read),
      ...patchArguments(model, patch, mergedValues(patch, read)),
      expiryArgument(model, patch),
    ]
    const answer = await runOnRow(parts, updateOwnedScript, name, [owner, "", ...rest])
    return answer[0] === "moves" ? moveOwned(parts, model, name, answer, owner, rest) : answer
  }

  return async (model: Model, key: Key, patch: Patch, guard?: Guard): Promise<Row | Miss> => {
    const name = keys.row(model.name, key)
    for (let tries = 0; tries < mostMergeTries; tries++) {
      const [status, user, nonce, packed] = await attempt(model, name, patch, guard)
      if (status === "absent" || !(await isVisible(parts, name, user, nonce))) return "absent"
      if (status === "refused") return "refused"
      if (status !== "done" || packed === undefined) continue
      const row = unpackRow(model, packed)
      if (expiryArgument(model, patch) !== "") inBackground(indexes.expire(model.name, row, nonce))
      return row
    }
    throw new MortiseError("transient", "Other callers kept changing this row: try again.", {
      model: model.name,
    })
  }
}
