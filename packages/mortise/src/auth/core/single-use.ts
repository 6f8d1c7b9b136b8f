// A single-use marker is a row that decides between callers in different processes. An unfinished sign-up is `put`, and
// one caller can `take` it. A passkey challenge is in the browser's sealed cookie, so nothing is stored until it is used:
// then one caller can `claim` it, and the marker stays until the challenge has expired. A Mortise adapter stores the
// marker in a slot, whose operations are atomic. Any other adapter stores it as a verification token. Its identifier
// starts with `mortise:`, so it can never be an email address, and its token is a keyed hash that no client can create.
import type { Slots } from "../../contract/slots.ts"
import { isConflict } from "../adapter/is-conflict.ts"
import type { Operations } from "../adapter/normalize-adapter.ts"
import type { Keys } from "../crypto/keys.ts"

/** What the marker is for. It is part of the key, so a marker of one kind never counts as another. */
export type SingleUseKind = "passkey-challenge" | "sign-up"

/** Markers that one caller can take or claim, in any process. */
export type SingleUse = {
  put(kind: SingleUseKind, id: string, expires: number): Promise<void>
  /** Creates the marker: true for one caller until it expires. */
  claim(kind: SingleUseKind, id: string, expires: number): Promise<boolean>
  /** True for one caller, and only before the marker expires. */
  take(kind: SingleUseKind, id: string): Promise<boolean>
}

type Parts = {
  readonly adapter: Operations
  readonly slots: Slots | undefined
  readonly keys: Keys
  readonly now: () => number
}

export const createSingleUse = ({ slots, ...parts }: Parts): SingleUse =>
  slots ? markersInSlots(slots) : markersInTokens(parts)

function markersInSlots(slots: Slots): SingleUse {
  const claim: SingleUse["claim"] = async (kind, id, expires) =>
    slots.claim({ key: `auth/${kind}/${id}`, expires: new Date(expires) })
  return {
    put: async (...marker) => {
      await claim(...marker)
    },
    claim,
    take: async (kind, id) => (await slots.take(`auth/${kind}/${id}`)) !== null,
  }
}

function markersInTokens({ adapter, keys, now }: Omit<Parts, "slots">): SingleUse {
  const identifierOf = (kind: SingleUseKind, id: string) => `mortise:${kind}:${id}`

  /** Deletes the token and returns its expiry; 0 when there is none. */
  const use = async (identifier: string): Promise<number> => {
    for (const token of await keys.macs("single-use", identifier)) {
      const used = await adapter.useVerificationToken({ identifier, token })
      if (used?.token === token && used.identifier === identifier) return used.expires.getTime()
    }
    return 0
  }

  const put: SingleUse["put"] = async (kind, id, expires) => {
    const identifier = identifierOf(kind, id)
    const token = await keys.mac("single-use", identifier)
    await adapter.createVerificationToken({ identifier, token, expires: new Date(expires) })
  }

  return {
    put,

    async claim(kind, id, expires) {
      // Some stores overwrite a row with the same key, so an existing marker is looked for, and stored again.
      const existing = await use(identifierOf(kind, id))
      try {
        await put(kind, id, Math.max(expires, existing))
      } catch (error) {
        if (!isConflict(error)) throw error
        return false
      }
      return existing === 0
    },

    take: async (kind, id) => now() < (await use(identifierOf(kind, id))),
  }
}
