import type { Slots } from "../contract/slots.ts"
import type { Operations } from "./adapter/normalize-adapter.ts"
import type { Keys } from "./crypto/keys.ts"

/** What a fact is about; part of its key, so that one kind never passes for another. */
export type SingleUseKind = "passkey-challenge" | "sign-up"

/** Something that holds until it is taken, once, by whichever process comes first. */
export type SingleUse = {
  put(kind: SingleUseKind, id: string, expires: number): Promise<void>
  /** True for one caller, and only in time. */
  take(kind: SingleUseKind, id: string): Promise<boolean>
}

type Parts = {
  readonly adapter: Operations
  readonly slots: Slots | undefined
  readonly keys: Keys
  readonly now: () => number
}

/** Facts live in slots; over an adapter without them, in verification tokens that no address can have. */
export function createSingleUse({ adapter, slots, keys, now }: Parts): SingleUse {
  if (slots)
    return {
      put: async (kind, id, expires) => {
        await slots.claim({ key: `auth/${kind}/${id}`, expires: new Date(expires) })
      },
      take: async (kind, id) => (await slots.take(`auth/${kind}/${id}`)) !== null,
    }

  const identifier = (kind: SingleUseKind, id: string) => `mortise:${kind}:${id}`
  const use = async (kind: SingleUseKind, id: string): Promise<number> => {
    for (const token of await keys.macs("single-use", identifier(kind, id))) {
      const used = await adapter.useVerificationToken({ identifier: identifier(kind, id), token })
      if (used?.token === token && used.identifier === identifier(kind, id)) return used.expires.getTime()
    }
    return 0
  }

  return {
    async put(kind, id, expires) {
      const token = await keys.mac("single-use", identifier(kind, id))
      await adapter.createVerificationToken({
        identifier: identifier(kind, id),
        token,
        expires: new Date(expires),
      })
    },
    take: async (kind, id) => now() < (await use(kind, id)),
  }
}
