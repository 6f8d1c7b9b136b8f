/**
 * Deletes what a user's removal leaves: its rows, its email's claim, its address's tokens, and their entries in the
 * indexes. All of it is already invisible. The user's key has a field for each clean-up that is due, and the user is
 * removed from the index last. So `repair` finds a clean-up that failed or whose process ended, and repeats it: every
 * step may run twice.
 */

import { inBackground } from "../../background.ts"
import { tokenField, userField } from "../../glossary.ts"
import { createDropPlaces } from "../claims/places.ts"
import { dropEntries, scanEntries } from "../owned/owned-entries.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { resolveNotice } from "../tokens/notices.ts"
import { settleScript } from "./user-scripts.ts"

/** A removed user. `notice` is the text of the notice on its tokens, if the caller knows it. */
export type Removed = {
  readonly id: string
  readonly generation: string
  /** The nonce of its email's claim. */
  readonly claimNonce: string
  /** Empty if it had none. */
  readonly email: string
  readonly notice?: string
}

/** The field of the user's key that says that the clean-up of a generation is due. */
export const dueField = (generation: string): string => `${userField.duePrefix}${generation}`

/** Matches these fields, for HSCAN. */
export const dueGlob = `${userField.duePrefix}*`

/** What the clean-up that a field describes must delete. The fence writes the value: nonce of the claim, and email. */
export function readDue(id: string, field: string, value: string): Removed {
  const [claimNonce = "", ...email] = value.split(" ")
  return { id, generation: field.slice(userField.duePrefix.length), claimNonce, email: email.join(" ") }
}

const cleanedAtOnce = 500

export function createCleanUp(parts: SpreadParts): (removed: Removed) => Promise<void> {
  const { keys, connection, indexes } = parts
  const drop = createDropPlaces(parts)

  /** Deletes the rows of a removed generation. The user may exist again with the same id. */
  const dropRows = async (user: string, generation: string): Promise<void> => {
    for await (const scannedEntries of scanEntries(parts, user, cleanedAtOnce)) {
      const entries = scannedEntries.flatMap(([entry, entryGeneration]) =>
        entryGeneration === generation ? [entry] : [],
      )
      await dropEntries(parts, user, entries)
    }
  }

  const dropTokens = async (email: string, knownNotice: string | undefined): Promise<void> => {
    const tokens = keys.row("verificationToken", { identifier: email })
    const notice =
      knownNotice ?? ((await connection.read("HGET", tokens, tokenField.notice)) as string | null)
    if (notice) await resolveNotice(parts, tokens, notice)
  }

  const dropEmail = ({ email, claimNonce, notice }: Removed): Promise<unknown> =>
    Promise.all([dropTokens(email, notice), drop.email(email, claimNonce)])

  return async (removed) => {
    const { id, generation, email } = removed
    const user = keys.user(id)
    await Promise.all([dropRows(user, generation), email !== "" && dropEmail(removed)])
    await connection.evaluate(settleScript, [user], [generation])
    inBackground(indexes.drop("user", { id }, generation))
  }
}
