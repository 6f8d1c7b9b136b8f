import type { Key, Row } from "../../../../contract/rows.ts"
import type { Model } from "../../../../contract/schema.ts"
import { ownerMissing } from "../../../../contract/store-errors.ts"
import type { Guard, Miss, Patch } from "../../../../operations/store.ts"
import { inBackground } from "../../background.ts"
import { formatEntry, newNonce } from "../../glossary.ts"
import { type PackedRow, unpackRow } from "../../rows/packed-row.ts"
import { repeatWhileChanged } from "../../scripts/repeat-while-changed.ts"
import { changeArguments, expiryArgument } from "../../scripts/script-arguments.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { commitArguments, commitScript } from "../users/user-scripts.ts"
import { type OwnedRow, readVisible } from "../visibility.ts"
import { updateOwnedScript } from "./owned-scripts.ts"

/**
 * Changes an owned row: first the call reads that the row is visible, then a script on the row's key changes it if its
 * nonce is still the same.
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
    const userId = patch["userId"]
    const owner = typeof userId === "string" ? keys.user(userId) : ""
    const rest = [...changeArguments(model, patch, guard, read), expiryArgument(model, patch)]
    const args = [seen.nonce, owner, "", ...rest]
    const answer = (await connection.evaluate(updateOwnedScript, [name], args)) as UpdateAnswer
    return answer[0] === "moves" ? moveOwned(parts, model, name, seen, owner, rest) : answer
  }

  return async (model: Model, key: Key, patch: Patch, guard?: Guard): Promise<Row | Miss> => {
    const name = keys.row(model.name, key)
    return repeatWhileChanged(model.name, async () => {
      const seen = await readVisible(parts, name)
      if (!seen) return "absent"
      const [status, packed] = await attempt(model, name, seen, patch, guard)
      if (status === "refused") return "refused"
      if (packed === undefined) return "changed"
      const row = unpackRow(model, packed)
      if (expiryArgument(model, patch) !== "") inBackground(indexes.expire(model.name, row, seen.nonce))
      return row
    })
  }
}

/** The answer of the script that changes an owned row. */
type UpdateAnswer = readonly [status: "changed" | "refused" | "moves" | "done", packed?: PackedRow]

/**
 * Moves a row to another user: the new owner gets an entry with a new nonce, then one script on the row's key sets both.
 * If the present owner is removed at the same moment, the row may be absent for an instant before the new owner has it.
 * Whenever the caller ends, one of the two owners has an entry for each nonce that is in the indexes.
 */
async function moveOwned(
  { keys, connection, indexes }: SpreadParts,
  model: Model,
  key: string,
  { user, nonce: oldNonce, packed }: OwnedRow,
  owner: string,
  rest: readonly string[],
): Promise<UpdateAnswer> {
  const nonce = newNonce()
  const committed = await connection.evaluate(commitScript, [owner], commitArguments(nonce, [key]))
  if (committed === "orphan") throw ownerMissing(model.name)
  const before = unpackRow(model, packed)
  const after = { ...before, userId: keys.read("user", owner)["id"] as string }
  await indexes.add(model.name, after, nonce)
  const args = [oldNonce, owner, nonce, ...rest]
  const answer = (await connection.evaluate(updateOwnedScript, [key], args)) as UpdateAnswer
  const forget = async (left: string, row: Row, obsolete: string) => {
    await indexes.drop(model.name, row, obsolete)
    await connection.write("HDEL", left, formatEntry(obsolete, key))
  }
  inBackground(answer[0] === "done" ? forget(user, before, oldNonce) : forget(owner, after, nonce))
  return answer
}
