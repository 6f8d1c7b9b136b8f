import type { Model } from "../../../contract/schema.ts"
import { ownerMissing } from "../../../contract/store-errors.ts"
import { newNonce } from "../nonce.ts"
import { unpackRow } from "../packed-row.ts"
import { updateOwnedScript } from "./change-scripts.ts"
import { inBackground } from "./in-background.ts"
import { forget, isVisible, type OwnedAnswer, runOnRow } from "./owned-row.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { commitScript } from "./user-scripts.ts"

/**
 * Moves a row to another user: the new owner gets an entry with a new nonce, then one script on the row's key sets both.
 * If the present owner is removed at the same moment, the row may be absent for an instant before the new owner has it.
 */
export async function moveOwned(
  parts: SpreadParts,
  model: Model,
  key: string,
  [, user, known]: OwnedAnswer,
  owner: string,
  rest: readonly string[],
): Promise<OwnedAnswer> {
  if (!(await isVisible(parts, key, user, known))) return ["absent", user, known]
  const nonce = newNonce()
  const args = [nonce, "0", "", "", "1", key]
  if ((await parts.connection.evaluate(commitScript, [owner], args)) === "orphan")
    throw ownerMissing(model.name)
  const answer = await runOnRow(parts, updateOwnedScript, key, [owner, nonce, ...rest], known)
  if (answer[0] !== "done") {
    inBackground(forget(parts, key, owner, nonce))
    return answer
  }
  inBackground(forget(parts, key, user, known))
  const row = unpackRow(model, answer[3] ?? "")
  await parts.indexes.add(model.name, row, nonce)
  parts.indexes.drop(model.name, row, known)
  return ["done", owner, nonce, answer[3] ?? ""]
}
