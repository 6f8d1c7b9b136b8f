import { MortiseError } from "../../../contract/errors.ts"
import { isSuspended } from "../../../contract/is-suspended.ts"
import type { User } from "../../../contract/types.ts"
import { randomToken } from "../../../shared/bytes.ts"
import type { Core } from "../../core/core.ts"
import { readErrorCode } from "../../core/errors.ts"
import { createLifetime } from "../lifetime.ts"
import type { LiveSession, Strategy } from "../strategy.ts"
import { jwtRevocation } from "./jwt-revocation.ts"
import { createRevokedTokens } from "./revoked-tokens.ts"
import { createSessionJwt, type SessionClaims } from "./session-jwt.ts"
import { readTokenUser, toTokenUser } from "./token-user.ts"

// Five parts, of which the second is empty because the key is derived, not sent.
const tokenForm = /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/

/** The cookie holds the session in an encrypted token. The store holds only which tokens were revoked early. */
export function jwtStrategy(core: Core): Strategy {
  const { adapter, slots, settings, emit, now } = core
  const { encrypt, decrypt } = createSessionJwt(core)
  const revokedTokens = slots && settings.session.revocable ? createRevokedTokens(slots, now) : undefined
  const lifetime = createLifetime(settings.session, now)

  const live = (value: string, claims: SessionClaims): LiveSession => {
    const { handle, issuedAt, expires } = claims
    const times = { issuedAt: new Date(issuedAt), expires: new Date(expires) }
    const user = readTokenUser(claims.userId, claims.user)
    return { value, user, info: { handle, ...times, fresh: lifetime.isFresh(issuedAt) }, renewed: false }
  }

  const issue = async (claims: Omit<SessionClaims, "user">, user: User): Promise<LiveSession> => {
    const allClaims = { ...claims, user: toTokenUser(user, settings.session.userFields) }
    return { ...live(await encrypt(allClaims), allClaims), renewed: true }
  }

  /** Issues a token with a later expiry and the stored user; `null` for a deleted or suspended user. */
  async function renew(claims: SessionClaims, session: LiveSession): Promise<LiveSession | null> {
    try {
      const user = await adapter.getUser(claims.userId)
      if (!user || isSuspended(user)) return null
      const expires = Math.min(lifetime.nextExpiry(claims.issuedAt), claims.end)
      emit({ type: "session_extended", userId: user.id, session: claims.handle, expires: new Date(expires) })
      return await issue({ ...claims, expires }, user)
    } catch (error) {
      // The token is valid without the extension; the next request retries it.
      emit({ type: "operation_failed", operation: "getUser", code: readErrorCode(error) })
      return session
    }
  }

  return {
    ...jwtRevocation({ revokedTokens, decrypt, issue }),

    isPlausible: (value) => tokenForm.test(value),

    async find(value) {
      const claims = await decrypt(value)
      if (!claims) return null
      const { issuedAt, expires, end } = claims
      if (lifetime.isExpired(issuedAt, Math.min(expires, end))) return null
      if (await revokedTokens?.isRevoked(claims)) return null
      const session = live(value, claims)
      return expires < end && lifetime.isExtensionDue(issuedAt, expires) ? renew(claims, session) : session
    },

    async withUser(session, user) {
      const claims = await decrypt(session.value)
      return claims ? issue(claims, user) : session
    },

    // A token that was never sent to a browser is harmless, and tokens are not counted.
    undo: async () => {},
    planRoom: async () => ({ isKept: true, make: async () => {} }),

    async create(user) {
      const issuedAt = now()
      const generation = (await revokedTokens?.generation(user.id)) ?? null
      // Read after the generation: a deletion or suspension from now on starts the next one, which revokes this token.
      const stored = await adapter.getUser(user.id)
      if (!stored || isSuspended(stored)) throw userDeleted()
      const end = issuedAt + settings.session.absoluteMaxAgeMs
      const claims = { userId: user.id, handle: randomToken(), generation, issuedAt, end }
      return issue({ ...claims, expires: lifetime.nextExpiry(issuedAt) }, user)
    },
  }
}

const userDeleted = (): MortiseError =>
  new MortiseError(
    "not_found",
    "The user was deleted or suspended during the sign-in: no session was started.",
    {
      model: "user",
    },
  )
