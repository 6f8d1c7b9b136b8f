import type { Core } from "../core.ts"
import type { KeyPurpose } from "../crypto/keys.ts"

/** Proof that a person reads the mail of an address. */
export type EmailTokens = {
  /** Stores a hash of it; only the mail holds the secret itself. */
  store(purpose: EmailTokenPurpose, email: string, secret: string, expires: Date): Promise<void>
  /** Uses it up: good for one caller. What has expired is used up too. */
  use(purpose: EmailTokenPurpose, email: string, secret: string): Promise<"good" | "expired" | "unknown">
}

export type EmailTokenPurpose = Extract<KeyPurpose, "email link" | "email code">

/** Verification tokens of the contract, hashed with the secret and bound to the address and to their purpose. */
export function createEmailTokens({ adapter, keys, now }: Core): EmailTokens {
  const bound = (email: string, secret: string) => `${email}\n${secret}`

  const use: EmailTokens["use"] = async (purpose, identifier, secret) => {
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
