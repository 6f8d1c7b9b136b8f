/**
 * Removes a user in three steps and a clean-up: read the user, put a notice on the tokens of its address (see notices.ts),
 * and remove its generation if nothing has changed since. That last script is the commit: from then on no lookup returns
 * the user, its rows or its tokens. The clean-up deletes what is left in batches; all of it is invisible already.
 */
import type { Row } from "../../../contract/rows.ts"
import type { Store } from "../../../operations/store.ts"
import { type PackedRow, unpackRow } from "../packed-row.ts"
import { kindOf } from "../script-arguments.ts"
import { inBackground } from "./in-background.ts"
import { putNotice, resolveNotice } from "./notices.ts"
import { freeScript } from "./place-scripts.ts"
import { free } from "./places.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { fenceScript } from "./user-scripts.ts"
import { readUser } from "./visibility.ts"

const cleanedAtOnce = 500

export function createRemoveUser(parts: SpreadParts): Store["removeUser"] {
  const { schema, keys, connection, indexes } = parts
  const owned = Object.values(schema.models).filter((model) => kindOf(model) === "owned")

  /** The entry of a row in the user's key, with the row's key, nonce and model. */
  const readEntry = (field: string) => {
    const [, nonce = "", ...rest] = field.split(":")
    const key = rest.join(":")
    return { field, nonce, key, model: owned.find(({ name }) => key.startsWith(keys.rowPrefix(name))) }
  }

  const dropRow = async ({ nonce, key, model }: ReturnType<typeof readEntry>): Promise<void> => {
    await connection.evaluate(freeScript, [key], ["row", nonce])
    if (model) indexes.drop(model.name, keys.read(model.name, key), nonce)
  }

  /** Deletes the rows of a removed generation. The user may exist again with the same id. */
  const dropRows = async (user: string, generation: string): Promise<void> => {
    let cursor = "0"
    do {
      const scan = ["HSCAN", user, cursor, "MATCH", "~o:*", "COUNT", String(cleanedAtOnce)] as const
      const [next, pairs] = (await connection.read(...scan)) as [string, string[]]
      const entries = pairs.filter((_, nth) => nth % 2 === 0 && pairs[nth + 1] === generation).map(readEntry)
      await Promise.all(entries.map(dropRow))
      if (entries.length > 0) await connection.write("HDEL", user, ...entries.map(({ field }) => field))
      cursor = String(next)
    } while (cursor !== "0")
  }

  const dropIdentity = (user: string, removed: Row, generation: string, claim: string): void => {
    indexes.drop("user", { ...removed, email: null }, generation)
    const { email } = removed
    if (typeof email !== "string") return
    indexes.dropEmail(email, claim)
    inBackground(free(parts, [{ kind: "email", key: keys.email(email), user }], claim))
  }

  return async (id) => {
    const user = keys.user(id)
    for (;;) {
      const found = await readUser(parts, user)
      if (!found) return null
      const { generation, claim } = found
      const removed = unpackRow(schema.models.user, found.packed)
      const { email } = removed
      const tokens = typeof email === "string" ? keys.row("verificationToken", { identifier: email }) : ""
      const notice = tokens === "" ? "" : await putNotice(parts, tokens, { generation, claim, user })
      if (notice === undefined) continue
      const args = [generation, claim, notice]
      const packed = (await connection.evaluate(fenceScript, [user], args)) as PackedRow | null
      const text = [generation, claim, notice, user].join(" ")
      const resolved = tokens === "" ? Promise.resolve() : resolveNotice(parts, tokens, text)
      if (packed === null) {
        inBackground(resolved)
        continue
      }
      dropIdentity(user, removed, generation, claim)
      // The user is removed, whatever becomes of the clean-up.
      await Promise.allSettled([resolved, dropRows(user, generation)])
      return unpackRow(schema.models.user, packed)
    }
  }
}
