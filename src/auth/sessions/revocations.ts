import { MortiseError } from "../../contract/errors.ts"
import type { Core } from "../core.ts"
import { randomText } from "../encoding.ts"

/** What ends tokens before their time, in slots that every process reads. */
export type Revocations = {
  /** The generation that a new token of this user belongs to; `null` until all were ended once. */
  generation(userId: string): Promise<string | null>
  isRevoked(token: { userId: string; handle: string; generation: string | null }): Promise<boolean>
  /** Ends one token, until the given time, when it is over anyway. */
  revoke(userId: string, handle: string, until: number): Promise<void>
  /** Ends every token of the user that there is, and returns the generation of those to come. */
  revokeAll(userId: string): Promise<string>
}

// Clocks of processes differ a little; a slot that goes too early would bring tokens back.
const margin = 24 * 3600 * 1000

/**
 * A user's tokens belong to a generation; ending them all starts a new one. Its slot may go after the longest
 * life that a token can have: all tokens of older generations are over by then.
 */
export function createRevocations({ slots, settings, now }: Core): Revocations | undefined {
  if (!slots || !settings.session.revocable) return undefined
  const generationKey = (userId: string) => `auth/generation/${userId}`
  const endedKey = (userId: string, handle: string) => `auth/ended/${handle}/${userId}`

  const generation: Revocations["generation"] = async (userId) => {
    const slot = await slots.read(generationKey(userId))
    return typeof slot?.value === "string" ? slot.value : null
  }

  return {
    generation,

    async isRevoked({ userId, handle, generation: own }) {
      const [current, ended] = await Promise.all([generation(userId), slots.read(endedKey(userId, handle))])
      return ended !== null || (current !== null && current !== own)
    },

    async revoke(userId, handle, until) {
      await slots.claim({ key: endedKey(userId, handle), expires: new Date(until + margin) })
    },

    async revokeAll(userId) {
      const key = generationKey(userId)
      const value = randomText()
      const expires = new Date(now() + settings.session.absoluteMaxAge + margin)
      // Either may miss while another process does the same, or while an old slot is going.
      for (let tries = 0; tries < 5; tries++)
        if ((await slots.claim({ key, value, expires })) || (await slots.write({ key, value, expires })))
          return value
      throw new MortiseError("transient", "The sessions could not be ended just now: try again.", {
        operation: "revokeAll",
      })
    },
  }
}
