import { MortiseError } from "../../contract/errors.ts"
import type { User } from "../../contract/types.ts"
import { randomToken } from "../../shared/bytes.ts"
import { codeOf } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import { jwtRevocation } from "./jwt-revocation.ts"
import { createLifetime } from "./lifetime.ts"
import { createRevokedTokens } from "./revoked-tokens.ts"
import { createSessionJwt, type SessionClaims } from "./session-jwt.ts"
import type { LiveSession, Strategy } from "./strategy.ts"

/** Sessions in a token that the browser holds. What the store keeps is which of them ended before their time. */
export function jwtStrategy(core: Core): Strategy {
  const { adapter, settings, emit, now } = core
  const { encrypt, decrypt } = createSessionJwt(core)
  const revokedTokens = createRevokedTokens(core)
  const lifetime = createLifetime(settings.session, now)

  const live = (value: string, claims: SessionClaims, user: User): LiveSession => {
    const { handle, issuedAt, expires } = claims
    const times = { issuedAt: new Date(issuedAt), expires: new Date(expires) }
    return { value, user, info: { handle, ...times, fresh: lifetime.isFresh(issuedAt) }, renewed: false }
  }

  const issue = async (claims: Omit<SessionClaims, "user">, user: User): Promise<LiveSession> => {
    const whole = { ...claims, user: tokenUserOf(user) }
    return { ...live(await encrypt(whole), whole, user), renewed: true }
  }

  /** A new token with a later end and with what the store knows of the user by now; none for a user who is gone. */
  async function renew(claims: SessionClaims, held: LiveSession): Promise<LiveSession | null> {
    try {
      const user = await adapter.getUser(claims.userId)
      if (!user) return null
      const expires = Math.min(lifetime.nextExpiry(claims.issuedAt), claims.end)
      emit({ type: "session_extended", userId: user.id, session: claims.handle, expires: new Date(expires) })
      return await issue({ ...claims, expires }, user)
    } catch (error) {
      // The token holds with or without the extension; the next request tries again.
      emit({ type: "operation_failed", operation: "getUser", code: codeOf(error) })
      return held
    }
  }

  return {
    ...jwtRevocation({ settings, now, revokedTokens: revokedTokens, decrypt, issue }),

    async find(value) {
      const claims = await decrypt(value)
      if (!claims) return null
      const { issuedAt, expires, end } = claims
      if (lifetime.isExpired(issuedAt, Math.min(expires, end))) return null
      if (await revokedTokens?.isRevoked(claims)) return null
      const held = live(value, claims, userOf(claims))
      return expires < end && lifetime.isExtensionDue(issuedAt, expires) ? renew(claims, held) : held
    },

    // What nobody was given needs no end, and nobody counts tokens.
    undo: async () => {},
    enforceLimit: async () => {},

    async create(user) {
      const issuedAt = now()
      const generation = (await revokedTokens?.generation(user.id)) ?? null
      // Asked after the generation: whoever deletes the user from now on starts another one.
      if (!(await adapter.getUser(user.id))) throw gone()
      const end = issuedAt + settings.session.absoluteMaxAgeMs
      const claims = { userId: user.id, handle: randomToken(), generation, issuedAt, end }
      return issue({ ...claims, expires: lifetime.nextExpiry(issuedAt) }, user)
    },
  }
}

const gone = (): MortiseError =>
  new MortiseError("not_found", "This user was deleted meanwhile, so nobody was signed in.", {
    model: "user",
  })

const tokenUserOf = ({ email, emailVerified, name, image }: User): SessionClaims["user"] => ({
  email: email ?? null,
  emailVerified: emailVerified?.getTime() ?? null,
  name: name ?? null,
  image: image ?? null,
})

function userOf({ userId, user: { emailVerified, ...user } }: SessionClaims): User {
  const verified = emailVerified === null ? null : new Date(emailVerified)
  // As in the contract: typed as text, and null for a user without an address.
  return { id: userId, ...user, emailVerified: verified } as User
}
