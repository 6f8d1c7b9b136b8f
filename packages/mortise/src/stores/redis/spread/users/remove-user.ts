/**
 * Removes a user in three steps and a clean-up:
 *
 * 1. Read the user.
 * 2. Put a notice on the tokens of its address: see notices.ts.
 * 3. Fence the user: delete its generation if nothing has changed since step 1. From then on, no lookup returns the user,
 *    its rows or its tokens.
 *
 * The clean-up deletes what is left, in batches: see clean-up.ts.
 */
import type { MortiseError } from "../../../../contract/errors.ts"
import type { Store } from "../../../../operations/store.ts"
import { inBackground } from "../../background.ts"
import { newNonce } from "../../glossary.ts"
import { type PackedRow, unpackRow } from "../../rows/packed-row.ts"
import type { Intent } from "../intents.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { noticeText, putNotice, resolveNotice } from "../tokens/notices.ts"
import { readUser } from "../visibility.ts"
import { createCleanUp } from "./clean-up.ts"
import { fenceScript } from "./user-scripts.ts"

export function createRemoveUser(parts: SpreadParts): Store["removeUser"] {
  const { schema, keys, connection, intents, onWarning } = parts
  const cleanUp = createCleanUp(parts)

  return async (id) => {
    const user = keys.user(id)
    // Its own nonce: another removal of this user, which finds nothing to do, must not take it away.
    const intent: Intent = { id, isRemoval: true, nonce: newNonce() }
    // Without the intent, `repair` still finds what is left, because the user is removed from the index last.
    const stored = intents.add(intent).catch(() => {})
    for (;;) {
      const [storedUser] = await Promise.all([readUser(parts, user), stored])
      if (!storedUser) {
        inBackground(intents.remove(intent))
        return null
      }
      const { generation, claimNonce } = storedUser
      const { email: storedEmail } = unpackRow(schema.models.user, storedUser.packed)
      const email = typeof storedEmail === "string" ? storedEmail : ""
      const tokens = keys.row("verificationToken", { identifier: email })
      const notice = email === "" ? null : await putNotice(parts, tokens, { generation, claimNonce, user })
      // Another user has the address by now, so this user has changed.
      if (notice === undefined) continue
      const text = notice ? noticeText(notice) : ""
      const args = [generation, claimNonce, notice?.name ?? "", email]
      const packed = (await connection.evaluate(fenceScript, [user], args)) as PackedRow | null
      if (packed === null) {
        if (notice) inBackground(resolveNotice(parts, tokens, text))
        continue
      }
      // The user is removed, even if the clean-up fails.
      await cleanUp({ id, generation, claimNonce, email, notice: text }).then(
        () => inBackground(intents.remove(intent)),
        ({ code }: MortiseError) =>
          onWarning(
            `A user was removed, but not all of its rows could be deleted (${code}). No lookup returns them; upkeep(adapter).sweep() deletes them.`,
          ),
      )
      return unpackRow(schema.models.user, packed)
    }
  }
}
