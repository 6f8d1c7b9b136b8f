import type { JWTPayload } from "jose"
import type { Core } from "../core.ts"
import type { DerivedKey } from "../crypto/keys.ts"
import { loadOptionalPeer } from "../optional-peer.ts"

/** What a session token says. Times are in milliseconds. */
export type SessionClaims = {
  readonly userId: string
  readonly handle: string
  readonly issuedAt: number
  readonly expires: number
  /** The absolute end as it was when the token was issued. */
  readonly end: number
  readonly generation: number | null
  readonly user: TokenUser
}

/** What a token remembers of its user. */
export type TokenUser = {
  readonly email: string | null
  readonly emailVerified: number | null
  readonly name: string | null
  readonly image: string | null
}

export type SessionJwt = {
  encrypt(claims: SessionClaims): Promise<string>
  /** The claims; `null` for anything but a session token of this application that is in time. */
  decrypt(token: string): Promise<SessionClaims | null>
}

const algorithm = "dir"
const encryption = "A256CBC-HS512"
const type = "mortise-session+jwt"

/**
 * Encrypted tokens with a MAC, under a key that nothing else uses. Algorithm, type and audience are fixed; the
 * key is the one that the token names, and no other is tried.
 */
export function createSessionJwt({ keys, settings, now }: Core): SessionJwt {
  const { origin } = settings
  const keysOf = () => keys.derive("session jwt", 64)

  return {
    async encrypt({ userId, expires, ...claims }) {
      const { EncryptJWT } = await loadOptionalPeer("jose", () => import("jose"))
      const { id, bytes } = (await keysOf())[0] as DerivedKey
      // Some adapters have numbers for ids, and must get back what they gave.
      const given = typeof userId === "string" ? {} : { userId }
      return new EncryptJWT({ expires, ...claims, ...given })
        .setProtectedHeader({ alg: algorithm, enc: encryption, typ: type, kid: id })
        .setSubject(String(userId))
        .setAudience(origin)
        .setExpirationTime(Math.ceil(expires / 1000))
        .encrypt(bytes)
    },

    async decrypt(token) {
      const { jwtDecrypt } = await loadOptionalPeer("jose", () => import("jose"))
      const known = await keysOf()
      try {
        const { payload } = await jwtDecrypt(token, ({ kid }) => keyById(known, kid), {
          keyManagementAlgorithms: [algorithm],
          contentEncryptionAlgorithms: [encryption],
          typ: type,
          audience: origin,
          requiredClaims: ["sub", "exp"],
          currentDate: new Date(now()),
        })
        return claimsOf(payload)
      } catch {
        // Whatever is wrong with it, it is no session token: nobody is signed in by it.
        return null
      }
    },
  }
}

function keyById(known: readonly DerivedKey[], id: string | undefined): Uint8Array {
  const key = known.find((each) => each.id === id)
  if (!key) throw new TypeError("No secret of this name")
  return key.bytes
}

// The MAC says that we made it; its shape is what we gave it.
const claimsOf = ({ sub, ...claims }: JWTPayload): SessionClaims =>
  ({ userId: sub, ...claims }) as unknown as SessionClaims
