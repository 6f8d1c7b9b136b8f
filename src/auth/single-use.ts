// A single-use marker is a row that one caller can take, once, before it expires. Passkey challenges and unfinished
// sign-ups need that guarantee across processes, so the store must decide who takes the marker. An adapter of Mortise
// stores it in a slot, whose `take` is atomic. Any other adapter stores it as a verification token, which the contract
// also lets one caller use. Its identifier starts with `mortise:`, so it can never be an email address, and its token
// is a keyed hash, so a client cannot create one.
import type { Slots } from "../contract/slots.ts"
import type { Operations } from "./adapter/normalize-adapter.ts"
import type { Keys } from "./crypto/keys.ts"

/** What the marker is for. It is part of the key, so a marker of one kind never counts as another. */
export type SingleUseKind = "passkey-challenge" | "sign-up"

/** Markers that one caller can take, once, in whichever process. */
export type SingleUse = {
  put(kind: SingleUseKind, id: string, expires: number): Promise<void>
  /** True for one caller, and only before the marker expires. */
  take(kind: SingleUseKind, id: string): Promise<boolean>
}

type Parts = {
  readonly adapter: Operations
  readonly slots: Slots | undefined
  readonly keys: Keys
  readonly now: () => number
}

export function createSingleUse({ adapter, slots, keys, now }: Parts): SingleUse {
  if (slots)
    return {
      put: async (kind, id, expires) => {
        await slots.claim({ key: `auth/${kind}/${id}`, expires: new Date(expires) })
      },
      take: async (kind, id) => (await slots.take(`auth/${kind}/${id}`)) !== null,
    }

  const identifierOf = (kind: SingleUseKind, id: string) => `mortise:${kind}:${id}`

  /** Deletes the token and returns its expiry; 0 when there is none. */
  const use = async (identifier: string): Promise<number> => {
    for (const token of await keys.macs("single-use", identifier)) {
      const used = await adapter.useVerificationToken({ identifier, token })
      if (used?.token === token && used.identifier === identifier) return used.expires.getTime()
    }
    return 0
  }

  return {
    async put(kind, id, expires) {
      const identifier = identifierOf(kind, id)
      const token = await keys.mac("single-use", identifier)
      await adapter.createVerificationToken({ identifier, token, expires: new Date(expires) })
    },
    take: async (kind, id) => now() < (await use(identifierOf(kind, id))),
  }
}
