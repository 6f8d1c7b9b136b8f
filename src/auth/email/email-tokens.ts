import type { Core } from "../core.ts"
import type { Purpose } from "../crypto/keys.ts"

/** Proof that a person reads the mail of an address. */
export type Tokens = {
  /** Stores a hash of it; only the mail holds the secret itself. */
  store(purpose: TokenPurpose, email: string, secret: string, expires: Date): Promise<void>
  /** Uses it up: good for one caller. What has expired is used up too. */
  use(purpose: TokenPurpose, email: string, secret: string): Promise<"good" | "expired" | "unknown">
}

export type TokenPurpose = Extract<Purpose, "email link" | "email code">

/** Verification tokens of the contract, hashed with the secret and bound to the address and to their purpose. */
export function createTokens({ adapter, keys, now }: Core): Tokens {
  const bound = (email: string, secret: string) => `${email}\n${secret}`

  const use: Tokens["use"] = async (purpose, identifier, secret) => {
    for (const token of await keys.macs(purpose, bound(identifier, secret))) {
      const used = await adapter.useVerificationToken({ identifier, token })
      // Both must match, whatever a store takes for equal.
      if (used?.token === token && used.identifier === identifier)
        return now() < used.expires.getTime() ? "good" : "expired"
    }
    return "unknown"
  }

  return {
    use,

    async store(purpose, identifier, secret, expires) {
      const token = await keys.mac(purpose, bound(identifier, secret))
      await adapter.createVerificationToken({ identifier, token, expires })
    },
  }
}
