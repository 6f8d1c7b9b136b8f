/**
 * Removing a user removes the tokens of its address too, and their key may be on another node. So the removal first puts a
 * notice on that key, and then fences the user. Whoever finds a notice reads the user's key, and acts by what it says:
 *
 * | the user's key | the removal | the caller |
 * |---|---|---|
 * | has the generation and the claim of the notice | has not happened yet | ignores the notice |
 * | has the generation, and another claim or none | was given up: the email changed | deletes the notice |
 * | remembers that the generation was removed with another notice | was another one | deletes the notice |
 * | remembers the removal with this notice, or nothing of the generation | has happened | deletes the tokens |
 */
import { inBackground } from "../../background.ts"
import { newNonce, tokenField, userField } from "../../glossary.ts"
import { nonceIn, type PackedRow, unpackRow } from "../../rows/packed-row.ts"
import { readFields } from "../../rows/read-hash.ts"
import { writeScript } from "../../scripts/script.ts"
import { memoryMs, valueIn } from "../nonce-memory.ts"
import type { SpreadParts } from "../spread-parts.ts"

export type Notice = {
  /** The user's generation, and the nonce of its email's claim. */
  readonly generation: string
  readonly claimNonce: string
  /** The notice's own nonce, which the fence remembers. */
  readonly name: string
  /** The user's key. */
  readonly user: string
}

/** A notice as it is stored. Only the user's key may contain spaces. */
export const noticeText = ({ generation, claimNonce, name, user }: Notice): string =>
  [generation, claimNonce, name, user].join(" ")

function readNotice(text: string): Notice {
  const [generation = "", claimNonce = "", name = "", ...user] = text.split(" ")
  return { generation, claimNonce, name, user: user.join(" ") }
}

/** Puts a notice on the tokens of an address. Returns nothing, or another notice that must be resolved first. */
const putScript = writeScript(
  "notice",
  `
local present = redis.call('HGET', KEYS[1], '${tokenField.notice}')
if present and present ~= ARGV[1] then return present end
redis.call('HSET', KEYS[1], '${tokenField.notice}', ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ${memoryMs}) end
return false
`,
)

/** The most tokens that one call returns. If there are more, `sweep` removes them from the indexes. */
const mostTokens = 500

/** Deletes a notice, with all tokens if the user was removed. Returns the values of the fields that it deleted. */
const resolveScript = writeScript(
  "resolve",
  `
if redis.call('HGET', KEYS[1], '${tokenField.notice}') ~= ARGV[1] then return false end
if ARGV[2] == 'drop' then
  local dropped = redis.call('HLEN', KEYS[1]) <= ${mostTokens} and redis.call('HVALS', KEYS[1]) or {}
  redis.call('UNLINK', KEYS[1])
  return dropped
end
redis.call('HDEL', KEYS[1], '${tokenField.notice}')
return false
`,
)

/**
 * Puts a notice on the tokens of an address, or joins the notice of another removal of this user. Returns the notice, or
 * nothing if the address belongs to another user by now.
 */
export async function putNotice(
  parts: SpreadParts,
  tokens: string,
  details: Omit<Notice, "name">,
): Promise<Notice | undefined> {
  const ownNotice = { ...details, name: newNonce() }
  for (;;) {
    const presentText = (await parts.connection.evaluate(putScript, [tokens], [noticeText(ownNotice)])) as
      | string
      | null
    if (presentText === null) return ownNotice
    const otherNotice = readNotice(presentText)
    if (noticeText({ ...otherNotice, name: ownNotice.name }) === noticeText(ownNotice)) return otherNotice
    if ((await resolveNotice(parts, tokens, presentText)) === "pending") return undefined
  }
}

/**
 * Acts on the notice that a caller has found: see the table above. A `pending` notice stays; otherwise it is deleted, and
 * so are the tokens if the user was removed.
 */
export async function resolveNotice(
  parts: SpreadParts,
  tokens: string,
  notice: string,
): Promise<"pending" | "deleted"> {
  const { generation, claimNonce, name, user } = readNotice(notice)
  const fields = [userField.generation, userField.claimNonce, userField.removed]
  const [current, held, removed] = await readFields(parts.connection, user, ...fields)
  if (current === generation && held === claimNonce) return "pending"
  // A user's key remembers a removal for a day. Without that memory, the tokens are deleted: that is the safe side.
  const isRemoved = current !== generation && (valueIn(removed, generation) ?? name) === name
  const args = [notice, isRemoved ? "drop" : "keep"]
  const dropped = (await parts.connection.evaluate(resolveScript, [tokens], args)) as PackedRow[] | null
  dropFromIndexes(parts, dropped ?? [])
  return "deleted"
}

/** Removes deleted tokens from the indexes. The notice is among the values, and has no nonce. */
function dropFromIndexes({ schema, indexes }: SpreadParts, dropped: readonly PackedRow[]): void {
  const model = schema.models.verificationToken
  for (const packed of dropped) {
    const nonce = nonceIn(packed)
    if (nonce !== "") inBackground(indexes.drop(model.name, unpackRow(model, packed), nonce))
  }
}
