/**
 * Deletes what the removal of a user leaves: its rows, its email claim, the tokens of its address, and their entries in
 * the indexes. All of it is invisible already. The user's key says in `~d:<generation>` that a clean-up is due, and the
 * user's entry in the index is removed last. So `repair` finds a clean-up that failed or whose process ended, and repeats
 * it: every step may run twice.
 */

import { inBackground } from "../../in-background.ts"
import { createDropPlaces } from "../claims/drop-places.ts"
import { dropEntries, scanEntries } from "../owned/owned-entries.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { resolveNotice } from "../tokens/notices.ts"
import { settleScript } from "./user-scripts.ts"

/** A removed user. `notice` is that on its tokens, if the caller knows it. */
export type Removed = {
  readonly id: string
  readonly generation: string
  /** The nonce of its email claim. */
  readonly claim: string
  /** Empty if it had none. */
  readonly email: string
  readonly notice?: string
}

const cleanedAtOnce = 500

export function createCleanUp(parts: SpreadParts): (removed: Removed) => Promise<void> {
  const { keys, connection, indexes } = parts
  const drop = createDropPlaces(parts)

  /** Deletes the rows of a removed generation. The user may exist again with the same id. */
  const dropRows = async (user: string, generation: string): Promise<void> => {
    let cursor = "0"
    do {
      const [next, found] = await scanEntries(parts, user, cursor, cleanedAtOnce)
      const entries = found.flatMap(([entry, of]) => (of === generation ? [entry] : []))
      await dropEntries(parts, user, entries)
      cursor = next
    } while (cursor !== "0")
  }

  const dropTokens = async (email: string, known: string | undefined): Promise<void> => {
    const tokens = keys.row("verificationToken", { identifier: email })
    const notice = known ?? ((await connection.read("HGET", tokens, "~r")) as string | null)
    if (notice) await resolveNotice(parts, tokens, notice)
  }

  const dropEmail = (email: string, claim: string, notice: string | undefined): Promise<unknown> =>
    Promise.all([dropTokens(email, notice), drop.email(email, claim)])

  return async ({ id, generation, claim, email, notice }) => {
    const user = keys.user(id)
    await Promise.all([dropRows(user, generation), email !== "" && dropEmail(email, claim, notice)])
    await connection.evaluate(settleScript, [user], [generation])
    inBackground(indexes.drop("user", { id }, generation))
  }
}
