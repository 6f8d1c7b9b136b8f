import type { User } from "../../../contract/types.ts"
import { createUnsupportedError } from "../../core/errors.ts"
import type { LiveSession, Strategy } from "../strategy.ts"
import type { RevokedTokens } from "./revoked-tokens.ts"
import type { SessionClaims, SessionJwt } from "./session-jwt.ts"

type Parts = {
  readonly revokedTokens: RevokedTokens | undefined
  readonly decrypt: SessionJwt["decrypt"]
  issue(claims: Omit<SessionClaims, "user">, user: User): Promise<LiveSession>
}

const handleForm = /^[A-Za-z0-9_-]{43}$/

/** Revokes tokens before they expire, if the adapter has slots to store that in. There is no list of tokens. */
export function jwtRevocation({
  revokedTokens,
  decrypt,
  issue,
}: Parts): Pick<
  Strategy,
  | "end"
  | "identify"
  | "hasHandle"
  | "reference"
  | "endReferenced"
  | "list"
  | "revoke"
  | "revokeOthers"
  | "revokeAll"
> {
  const requireRevokedTokens = (): RevokedTokens => {
    if (!revokedTokens)
      throw createUnsupportedError(
        'This adapter cannot store revoked tokens: use a Mortise adapter, or session.strategy "database"',
      )
    return revokedTokens
  }

  return {
    async end(value) {
      const claims = await decrypt(value)
      if (claims) await revokedTokens?.revoke(claims.userId, claims.handle, claims.end)
      return { everywhere: claims === null || revokedTokens !== undefined, userId: claims?.userId }
    },

    async identify(value) {
      const claims = await decrypt(value)
      return claims && { session: claims.handle, userId: claims.userId }
    },

    hasHandle: async (value, handle) => (await decrypt(value))?.handle === handle,

    // A few bytes instead of a token of kilobytes, so that several pending sign-outs fit into a cookie.
    async reference(value) {
      const claims = await decrypt(value)
      return claims && JSON.stringify([claims.userId, claims.handle, claims.end])
    },

    async endReferenced(reference) {
      const [userId, handle, end] = JSON.parse(reference) as [string, string, number]
      await revokedTokens?.revoke(userId, handle, end)
    },

    list: async () => {
      throw createUnsupportedError('Tokens cannot be listed: use session.strategy "database"')
    },

    async revoke(userId, handle) {
      return handleForm.test(handle) && requireRevokedTokens().revoke(userId, handle)
    },

    async revokeOthers({ value, user }) {
      const claims = await decrypt(value)
      const generation = await requireRevokedTokens().revokeOthers(
        claims ?? { userId: user.id, generation: null },
      )
      const current = claims && generation !== null ? await issue({ ...claims, generation }, user) : null
      return { current, any: true }
    },

    async revokeAll(userId) {
      await requireRevokedTokens().revokeAll(userId)
    },
  }
}
