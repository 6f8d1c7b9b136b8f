import type { JWTPayload } from "jose"
import type { Core } from "../../core/core.ts"
import { loadJose } from "../../core/optional-peers.ts"
import type { DerivedKey } from "../../crypto/keys.ts"
import type { TokenUser } from "./token-user.ts"

/** The claims of a session token. Times are in milliseconds. */
export type SessionClaims = {
  readonly userId: string
  readonly handle: string
  readonly issuedAt: number
  readonly expires: number
  /** The absolute end under the options at the time of issue. */
  readonly end: number
  readonly generation: number | null
  readonly user: TokenUser
}

export type SessionJwt = {
  encrypt(claims: SessionClaims): Promise<string>
  /** The claims; `null` for anything but an unexpired session token of this application. */
  decrypt(token: string): Promise<SessionClaims | null>
}

const algorithm = "dir"
const encryption = "A256CBC-HS512"
const type = "mortise-session+jwt"

/**
 * Tokens with authenticated encryption, under a key for this purpose alone. Algorithm, type and audience are fixed.
 * The token names its key by id, and no other key is tried.
 */
export function createSessionJwt({ keys, settings, now, tenant }: Core): SessionJwt {
  const { origin } = settings
  const deriveKeys = () => keys.derive("session jwt", 64)

  return {
    async encrypt({ userId, expires, ...claims }) {
      const { EncryptJWT } = await loadJose()
      const { id, bytes } = (await deriveKeys())[0] as DerivedKey
      // Some adapters use numbers as ids, so the claim preserves the type.
      const numericId = typeof userId === "string" ? {} : { userId }
      return new EncryptJWT({ expires, ...claims, ...numericId, ...(tenant !== undefined && { tenant }) })
        .setProtectedHeader({ alg: algorithm, enc: encryption, typ: type, kid: id })
        .setSubject(String(userId))
        .setAudience(origin)
        .setExpirationTime(Math.ceil(expires / 1000))
        .encrypt(bytes)
    },

    async decrypt(token) {
      const { jwtDecrypt } = await loadJose()
      const derivedKeys = await deriveKeys()
      try {
        const { payload } = await jwtDecrypt(token, ({ kid }) => keyById(derivedKeys, kid), {
          keyManagementAlgorithms: [algorithm],
          contentEncryptionAlgorithms: [encryption],
          typ: type,
          audience: origin,
          requiredClaims: ["sub", "exp"],
          currentDate: new Date(now()),
        })
        return payload["tenant"] === tenant ? toClaims(payload) : null
      } catch {
        // Any invalid token is treated as no session.
        return null
      }
    },
  }
}

function keyById(derivedKeys: readonly DerivedKey[], id: string | undefined): Uint8Array {
  const key = derivedKeys.find((candidate) => candidate.id === id)
  if (!key) throw new TypeError("No secret has this id")
  return key.bytes
}

// The authentication tag proves that this application made the token, so its shape is known.
const toClaims = ({ sub, ...claims }: JWTPayload): SessionClaims =>
  ({ userId: sub, ...claims }) as unknown as SessionClaims
