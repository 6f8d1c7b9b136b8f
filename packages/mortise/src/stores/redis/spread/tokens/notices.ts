/**
 * Removing a user removes the tokens of its address too, which another node may have. Before a removal commits, it puts a
 * notice on those tokens: generation and email nonce of the user, a name of its own, and the key of the user. A caller
 * that finds a notice looks at the user. If the user is unchanged, the notice means nothing yet. If the removal with this
 * notice has committed, the tokens are gone too, and the caller deletes them first. Otherwise the removal was abandoned
 * or came too late, and the caller takes the notice off.
 */

import { inBackground } from "../../in-background.ts"
import { newNonce } from "../../nonce.ts"
import { type PackedRow, unpackRow } from "../../rows/packed-row.ts"
import { nonceIn } from "../field-nonce.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { noticeScript, resolveScript } from "./notice-scripts.ts"

type Notice = {
  readonly generation: string
  readonly claim: string
  readonly name: string
  readonly user: string
}

const textOf = ({ generation, claim, name, user }: Notice): string =>
  [generation, claim, name, user].join(" ")

function read(text: string): Notice {
  const [generation = "", claim = "", name = "", ...user] = text.split(" ")
  return { generation, claim, name, user: user.join(" ") }
}

/**
 * Puts a notice on the tokens of an address, or joins the notice of another removal of this user. Returns its name, or
 * nothing if the address belongs to another user by now.
 */
export async function putNotice(
  parts: SpreadParts,
  tokens: string,
  of: Omit<Notice, "name">,
): Promise<string | undefined> {
  const own = { ...of, name: newNonce() }
  for (;;) {
    const found = (await parts.connection.evaluate(noticeScript, [tokens], [textOf(own)])) as string | null
    if (found === null) return own.name
    const other = read(found)
    if (textOf({ ...other, name: own.name }) === textOf(own)) return other.name
    if ((await resolveNotice(parts, tokens, found)) !== "") return undefined
  }
}

/** Returns the notice if it means nothing yet. Otherwise it is gone afterwards, and so are the tokens if it was true. */
export async function resolveNotice(parts: SpreadParts, tokens: string, notice: string): Promise<string> {
  const { generation, claim, name, user } = read(notice)
  const fields = ["~g", "~c", "~f"]
  const [current, held, removed] = (await parts.connection.read("HMGET", user, ...fields)) as (
    | string
    | null
  )[]
  if (current === generation && held === claim) return notice
  // Without a memory of the removal, which a user's key has for a day, the tokens are dropped: that is the safe side.
  const [, committed = name] = new RegExp(`;${generation}=([^@]*)@`).exec(removed ?? "") ?? []
  const isTrue = current !== generation && committed === name
  const args = [notice, isTrue ? "drop" : "keep"]
  const dropped = (await parts.connection.evaluate(resolveScript, [tokens], args)) as PackedRow[] | null
  forget(parts, dropped ?? [])
  return ""
}

/** Removes tokens that were dropped from the indexes. */
function forget({ schema, indexes }: SpreadParts, dropped: readonly PackedRow[]): void {
  const model = schema.models.verificationToken
  for (const packed of dropped) {
    const nonce = nonceIn(packed)
    if (nonce !== "") inBackground(indexes.drop(model.name, unpackRow(model, packed), nonce))
  }
}
