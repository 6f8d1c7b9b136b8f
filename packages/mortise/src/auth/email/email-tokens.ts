import type { Core } from "../core/core.ts"
import type { Refused } from "../core/results.ts"
import type { KeyPurpose } from "../crypto/keys.ts"
import type { SetCookies } from "../http/cookies.ts"

/** Tokens that prove that a user reads the mail sent to an address. */
export type EmailTokens = Readonly<ReturnType<typeof createEmailTokens>>

export type EmailTokenPurpose = Extract<
  KeyPurpose,
  "email link" | "email code" | "email change" | "email change code"
>

/** The result of checking a posted link or code. A refusal has the address if the browser sent or stored a valid one. */
export type ProofCheck<Reason extends string> =
  | { readonly ok: true; readonly email: string; readonly returnTo: string; readonly cookies: SetCookies }
  | (Refused<Reason> & { readonly email?: string })

/** Stands in for a browser's id, in mails that any browser may use which has requested one. A random id is longer. */
export const anyBrowser = "any"

/** A secret that is bound to its owner, so that it is invalid for any other owner; empty for a sign-in. */
export const ownedSecret = (owner: string, secret: string): string =>
  owner === "" ? secret : `${owner}\n${secret}`

/** Verification tokens of the contract: keyed hashes that are bound to the address and the purpose. */
export function createEmailTokens({ adapter, keys, now }: Core) {
  const bind = (email: string, secret: string) => `${email}\n${secret}`

  /** Deletes the token: `good` for one caller. An expired token is deleted too. */
  async function use(purpose: EmailTokenPurpose, identifier: string, secret: string) {
    for (const token of await keys.macs(purpose, bind(identifier, secret))) {
      const used = await adapter.useVerificationToken({ identifier, token })
      // Some stores ignore case when they compare, so both are compared again.
      if (used?.token === token && used.identifier === identifier)
        return now() < used.expires.getTime() ? "good" : "expired"
    }
    return "unknown"
  }

  return {
    use,

    /** Stores a hash of the secret; only the mail holds the secret. */
    async store(purpose: EmailTokenPurpose, identifier: string, secret: string, expires: Date) {
      const token = await keys.mac(purpose, bind(identifier, secret))
      await adapter.createVerificationToken({ identifier, token, expires })
    },
  }
}
