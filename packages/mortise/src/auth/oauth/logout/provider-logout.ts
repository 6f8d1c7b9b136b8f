import type { User } from "../../../contract/types.ts"
import { limitConcurrency } from "../../../shared/limit-concurrency.ts"
import { hasLogout } from "../../config/provider.ts"
import type { Core } from "../../core/core.ts"
import { refusal, type SignedIn } from "../../core/results.ts"
import type { HasHeaders } from "../../http/cookies.ts"
import { postedFields } from "../../http/read-fields.ts"
import type { Sessions } from "../../sessions/sessions.ts"
import type { LiveSession } from "../../sessions/strategy.ts"
import type { OAuthFunctions } from "../oauth-functions.ts"
import type { Connect } from "../provider-connections.ts"
import type { ProviderIdentity, ProviderLogin } from "../provider-identity.ts"
import { createLoginSessions } from "./login-sessions.ts"
import { createLogoutRecords } from "./logout-records.ts"
import { createVerifyLogoutToken } from "./logout-token.ts"
import { createProviderSignOut } from "./provider-sign-out.ts"

/** Federated logout, for the flows of OAuth. */
export function createProviderLogout(core: Core, sessions: Sessions, connect: Connect) {
  const backChannel = createBackChannel(core, sessions, connect)
  const { signOut, signedOut, remember } = createProviderSignOut(core, sessions, connect)
  return {
    functions: { signOut, signedOut, backChannelLogout: backChannel.logout },
    /** Notes which login a new session belongs to; false if the provider has ended that login by now. */
    admit: async ({ provider, login }: ProviderIdentity, session: LiveSession) =>
      !login || !hasLogout(provider, "back_channel") || backChannel.admit(login, session),
    /** The cookies with which a sign-out finds the provider again. */
    remember: async (request: HasHeaders, identity: ProviderIdentity, signedIn: SignedIn<User>) =>
      hasLogout(identity.provider, "rp_initiated") ? remember(request, identity, signedIn) : [],
  }
}

// The provider posts a signed token for each sign-out. In a race with a sign-in that is being finished, the logout
// wins. The sign-in first notes its session and then looks for the end of its login. The logout first records that end
// and then looks for sessions. So at least one of the two sees the other.

type BackChannel = {
  readonly logout: OAuthFunctions<User>["backChannelLogout"]
  admit(login: ProviderLogin, session: LiveSession): Promise<boolean>
}

// Only sign-ins that are being finished look for it.
const endedMs = 24 * 3600 * 1000
const concurrentEnds = 8

function createBackChannel(core: Core, { functions }: Sessions, connect: Connect): BackChannel {
  const { settings, slots, emit, now } = core
  // Without slots, no provider has the option.
  if (!slots) return { logout: async () => refusal("unknown_provider"), admit: async () => true }
  const records = createLogoutRecords(createVerifyLogoutToken(connect, now), slots, now, endedMs)
  const loginSessions = createLoginSessions(slots, now, settings.session.absoluteMaxAgeMs)

  return {
    async admit(login, { user, info }) {
      await loginSessions.add(login, { userId: user.id, handle: info.handle })
      return !(await records.hasEnded(login))
    },

    async logout(request, id) {
      const provider = settings.providers.get(id)
      if (!provider || !hasLogout(provider, "back_channel")) return refusal("unknown_provider")
      const { logout_token: posted } = request.method === "POST" ? await postedFields(request) : {}
      const ended = await records.receive(provider, posted, async (token) => {
        const limited = limitConcurrency(concurrentEnds)
        const endedSessions = await loginSessions.endedBy(token)
        const revoked = await Promise.all(
          endedSessions.map(({ userId, handle }) => limited(() => functions.revoke(userId, handle))),
        )
        return revoked.filter(({ ok }) => ok).length
      })
      if (typeof ended === "string") return refusal(ended)
      emit({ type: "provider_logout", provider: id, sessions: ended }, request)
      return { ok: true, sessions: ended, cookies: [] }
    },
  }
}
