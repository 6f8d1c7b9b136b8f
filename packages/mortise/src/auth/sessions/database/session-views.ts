import { issueTime, listedAs } from "../../../contract/session-token.ts"
import type { User } from "../../../contract/types.ts"
import type { Core } from "../../core/core.ts"
import type { SessionInfo } from "../../core/results.ts"
import type { Lifetime } from "../lifetime.ts"
import type { LiveSession } from "../strategy.ts"

export type SessionViews = Readonly<ReturnType<typeof createSessionViews>>

/** What the caller may see of a stored session. The handle is a keyed hash, so it does not reveal the token. */
export function createSessionViews({ keys }: Core, lifetime: Lifetime) {
  const info = async (token: string, expires: Date): Promise<SessionInfo> => {
    const issuedAt = issueTime(token) ?? 0
    const handle = await keys.mac("session handle", await listedAs(token))
    return { handle, expires, issuedAt: new Date(issuedAt), fresh: lifetime.isFresh(issuedAt) }
  }
  return {
    info,
    /** Whether the session has this handle, under any of the secrets: a stored handle may be as old as the session. */
    hasHandle: async (token: string, handle: string) =>
      (await keys.macs("session handle", await listedAs(token))).includes(handle),
    async live(value: string, user: User, expires: Date): Promise<LiveSession> {
      return { value, user, renewed: false, info: await info(value, expires) }
    },
  }
}
