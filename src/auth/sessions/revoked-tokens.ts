import { MortiseError } from "../../contract/errors.ts"
import type { Core } from "../core.ts"

/** What ends tokens before their time, in slots that every process reads. */
export type RevokedTokens = {
  /** The generation that a new token of this user belongs to; `null` until all were ended once. */
  generation(userId: string): Promise<number | null>
  isRevoked(token: { userId: string; handle: string; generation: number | null }): Promise<boolean>
  /** Ends one token, until the given time, when it is over anyway. */
  revoke(userId: string, handle: string, until: number): Promise<void>
  /** Ends every token of the user that there is, and returns the generation of those to come. */
  revokeAll(userId: string): Promise<number>
  /** The same for whoever holds a token; `null` when theirs has been ended with all others meanwhile. */
  revokeOthers(token: { userId: string; generation: number | null }): Promise<number | null>
}

// Clocks of processes differ a little; a slot that goes too early would bring tokens back.
const marginMs = 24 * 3600 * 1000

/**
 * A user's tokens belong to a generation, which is counted; ending them all starts the next one. Its slot may go after the longest
 * life that a token can have: all tokens of older generations are over by then.
 */
export function createRevokedTokens({ slots, settings, now }: Core): RevokedTokens | undefined {
  if (!slots || !settings.session.revocable) return undefined
  const generationKey = (userId: string) => `auth/generation/${userId}`
  const revokedKey = (userId: string, handle: string) => `auth/revoked/${handle}/${userId}`

  const generation: RevokedTokens["generation"] = async (userId) =>
    (await slots.read(generationKey(userId)))?.count ?? null

  /** Starts the next generation. A first one begins with the time, so that none comes twice after the slot has gone. */
  const startGeneration = async (userId: string): Promise<{ next: number; isFirst: boolean }> => {
    const key = generationKey(userId)
    const expires = new Date(now() + settings.session.absoluteMaxAgeMs + marginMs)
    const first = now()
    // Either may miss while another process does the same, or while an old slot is going.
    for (let tries = 0; tries < 5; tries++) {
      if (await slots.claim({ key, count: first, expires })) return { next: first, isFirst: true }
      // Counting does not move the expiry, and no token may outlive what ended it.
      if (await slots.write({ key, value: null, expires }))
        return { next: await slots.count(key, expires), isFirst: false }
    }
    throw new MortiseError("transient", "The sessions could not be ended just now: try again.", {
      operation: "revokeAll",
    })
  }

  return {
    generation,

    async isRevoked({ userId, handle, generation: own }) {
      const [current, revoked] = await Promise.all([
        generation(userId),
        slots.read(revokedKey(userId, handle)),
      ])
      return revoked !== null || (current !== null && current !== own)
    },

    async revoke(userId, handle, until) {
      await slots.claim({ key: revokedKey(userId, handle), expires: new Date(until + marginMs) })
    },

    revokeAll: async (userId) => (await startGeneration(userId)).next,

    async revokeOthers({ userId, generation: own }) {
      const { next, isFirst } = await startGeneration(userId)
      return isFirst || (own !== null && next === own + 1) ? next : null
    },
  }
}
