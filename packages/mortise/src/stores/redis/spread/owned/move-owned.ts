import type { Row } from "../../../../contract/rows.ts"
import type { Model } from "../../../../contract/schema.ts"
import { ownerMissing } from "../../../../contract/store-errors.ts"
import { inBackground } from "../../in-background.ts"
import { newNonce } from "../../nonce.ts"
import { type PackedRow, unpackRow } from "../../rows/packed-row.ts"
import { updateOwnedScript } from "../change-scripts.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { commitScript } from "../users/user-scripts.ts"
import { entryOf, type OwnedRow } from "../visibility.ts"

/** The answer of the script that changes an owned row. */
export type UpdateAnswer = readonly [status: "changed" | "refused" | "moves" | "done", packed?: PackedRow]

/**
 * Moves a row to another user: the new owner gets an entry with a new nonce, then one script on the row's key sets both.
 * If the present owner is removed at the same moment, the row may be absent for an instant before the new owner has it.
 * Whenever the caller ends, one of the two owners has an entry for each nonce that is in the indexes.
 */
export async function moveOwned(
  { keys, connection, indexes }: SpreadParts,
  model: Model,
  key: string,
  { user, nonce: known, packed }: OwnedRow,
  owner: string,
  rest: readonly string[],
): Promise<UpdateAnswer> {
  const nonce = newNonce()
  const entering = [nonce, "0", "", "", "1", key]
  if ((await connection.evaluate(commitScript, [owner], entering)) === "orphan")
    throw ownerMissing(model.name)
  const before = unpackRow(model, packed)
  const after = { ...before, userId: keys.read("user", owner)["id"] as string }
  await indexes.add(model.name, after, nonce)
  const args = [known, owner, nonce, ...rest]
  const answer = (await connection.evaluate(updateOwnedScript, [key], args)) as UpdateAnswer
  const forget = async (left: string, row: Row, obsolete: string) => {
    await indexes.drop(model.name, row, obsolete)
    await connection.write("HDEL", left, entryOf(obsolete, key))
  }
  inBackground(answer[0] === "done" ? forget(user, before, known) : forget(owner, after, nonce))
  return answer
}
