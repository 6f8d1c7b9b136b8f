import type { User } from "../../contract/types.ts"
import { cannot } from "../adapter/normalize-adapter.ts"
import type { Settings } from "../settings.ts"
import type { Revocations } from "./revoked-tokens.ts"
import type { SessionClaims, SessionJwt } from "./session-jwt.ts"
import type { LiveSession, Strategy } from "./strategy.ts"

type Parts = {
  readonly settings: Settings
  readonly now: () => number
  readonly revocations: Revocations | undefined
  readonly open: SessionJwt["open"]
  issue(claims: Omit<SessionClaims, "user">, user: User): Promise<LiveSession>
}

const handleForm = /^[A-Za-z0-9_-]{43}$/

/** Ending tokens before their time, where the adapter can remember it. Nobody keeps a list of tokens. */
export function jwtRevoking({
  settings,
  now,
  revocations,
  open,
  issue,
}: Parts): Pick<Strategy, "end" | "list" | "revoke" | "revokeOthers" | "revokeAll"> {
  const able = (): Revocations => {
    if (!revocations)
      throw cannot(
        'This adapter cannot remember which tokens have ended: use one of Mortise, or session.strategy "database"',
      )
    return revocations
  }

  return {
    async end(value) {
      const claims = await open(value)
      if (claims) await revocations?.revoke(claims.userId, claims.handle, claims.end)
      return claims === null || revocations !== undefined
    },

    list: async () => {
      throw cannot('Nobody keeps a list of tokens: use session.strategy "database"')
    },

    async revoke(userId, handle) {
      if (!handleForm.test(handle)) return false
      await able().revoke(userId, handle, now() + settings.session.absoluteMaxAge)
      return true
    },

    async revokeOthers({ value, user }) {
      const claims = await open(value)
      const generation = await able().revokeOthers(claims ?? { userId: user.id, generation: null })
      return claims && generation !== null ? issue({ ...claims, generation }, user) : null
    },

    async revokeAll(userId) {
      await able().revokeAll(userId)
    },
  }
}
