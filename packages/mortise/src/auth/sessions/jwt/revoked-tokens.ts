// Each token belongs to a generation of its user: a number that is stored in a slot and written into the token. To
// revoke all tokens of a user, the next generation starts, and every token of another generation is refused. To
// revoke one token, its handle is stored until the token would have expired. The slot of a generation expires after
// the longest life of a token, when all tokens of older generations have expired too.
import { MortiseError } from "../../../contract/errors.ts"
import { generationKey, revokedKey } from "../../../contract/session-end-slots.ts"
import type { Slots } from "../../../contract/slots.ts"
import { longestLifeMs } from "../../config/longest-life.ts"

/** Which tokens were revoked before they expire, in slots that every process reads. */
export type RevokedTokens = Readonly<ReturnType<typeof createRevokedTokens>>

type Token = { readonly userId: string; readonly generation: number | null }

// Clocks of processes differ a little, and a slot that expires too early would make revoked tokens valid again.
const marginMs = 24 * 3600 * 1000

export function createRevokedTokens(slots: Slots, now: () => number) {
  /** The generation of a new token of this user; `null` if the user's tokens were never all revoked. */
  const generation = async (userId: string): Promise<number | null> =>
    (await slots.read(generationKey(userId)))?.count ?? null

  /** Starts the next generation. The first one is the current time, so that no number repeats after the slot expired. */
  const startGeneration = async (userId: string): Promise<{ next: number; isFirst: boolean }> => {
    const key = generationKey(userId)
    const expires = new Date(now() + longestLifeMs + marginMs)
    const first = now()
    // Both calls can miss while another process does the same, or while an old slot expires.
    for (let tries = 0; tries < 5; tries++) {
      if ((await slots.claim({ key, count: first, expires })).ok) return { next: first, isFirst: true }
      // Counting does not extend the slot, and the slot must outlive every token that it revokes.
      if ((await slots.replace({ key, value: null, expires })).ok)
        return { next: await slots.increment(key, expires), isFirst: false }
    }
    throw new MortiseError("transient", "The sessions could not be revoked: retry the call.", {
      operation: "revokeAll",
    })
  }

  return {
    generation,

    async isRevoked({ userId, handle, generation: tokenGeneration }: Token & { readonly handle: string }) {
      const [current, revoked] = await Promise.all([
        generation(userId),
        slots.read(revokedKey(userId, handle)),
      ])
      return revoked !== null || (current !== null && current !== tokenGeneration)
    },

    /**
     * Revokes one token; false if it was revoked before. `until` is when it would have expired; without it, the longest
     * life of a token counts.
     */
    async revoke(userId: string, handle: string, until = now() + longestLifeMs): Promise<boolean> {
      const expires = new Date(until + marginMs)
      return (await slots.claim({ key: revokedKey(userId, handle), expires })).ok
    },

    /** Revokes all tokens of the user, and returns the generation of the next ones. */
    revokeAll: async (userId: string) => (await startGeneration(userId)).next,

    /** Does the same for the holder of a token; `null` if another request revoked that token concurrently. */
    async revokeOthers({ userId, generation: tokenGeneration }: Token) {
      const { next, isFirst } = await startGeneration(userId)
      return isFirst || (tokenGeneration !== null && next === tokenGeneration + 1) ? next : null
    },
  }
}
