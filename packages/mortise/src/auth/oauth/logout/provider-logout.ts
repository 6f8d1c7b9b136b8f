import type { User } from "../../../contract/types.ts"
import { hasLogout } from "../../config/provider.ts"
import type { Core } from "../../core/core.ts"
import type { SignedIn } from "../../core/results.ts"
import type { HasHeaders, SetCookies } from "../../http/cookies.ts"
import type { Sessions } from "../../sessions/sessions.ts"
import type { LiveSession } from "../../sessions/strategy.ts"
import type { OAuthFunctions } from "../oauth-functions.ts"
import type { Connect } from "../provider-connections.ts"
import type { ProviderIdentity } from "../provider-identity.ts"
import { createBackChannel } from "./back-channel.ts"
import { createProviderSignOut } from "./provider-sign-out.ts"

/** Federated logout, for the flows of OAuth. */
export type ProviderLogoutParts = {
  readonly functions: Pick<OAuthFunctions<User>, "signOut" | "signedOut" | "backChannelLogout">
  /** Notes which login a new session belongs to; false if the provider has ended that login by now. */
  admit(identity: ProviderIdentity, session: LiveSession): Promise<boolean>
  /** The cookies with which a sign-out finds the provider again. */
  remember(request: HasHeaders, identity: ProviderIdentity, signedIn: SignedIn<User>): Promise<SetCookies>
}

export function createProviderLogout(core: Core, sessions: Sessions, connect: Connect): ProviderLogoutParts {
  const backChannel = createBackChannel(core, sessions, connect)
  const { signOut, signedOut, remember } = createProviderSignOut(core, sessions, connect)
  return {
    functions: { signOut, signedOut, backChannelLogout: backChannel.logout },
    admit: async ({ provider, login }, session) =>
      !login || !hasLogout(provider, "back-channel") || backChannel.admit(login, session),
    remember: async (request, identity, signedIn) =>
      hasLogout(identity.provider, "rp-initiated") ? remember(request, identity, signedIn) : [],
  }
}
