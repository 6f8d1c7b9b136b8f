import { hasLogout, type ProviderLogout } from "../config/provider.ts"
import type { Settings } from "../config/settings.ts"
import { followCode, followLink, requestMail, showLink } from "./handlers/email-routes.ts"
import { finishOAuth, startOAuth, startOAuthOrLink } from "./handlers/oauth-routes.ts"
import {
  authenticate,
  authenticationOptions,
  register,
  registrationOptions,
} from "./handlers/passkey-routes.ts"
import { backChannelLogout, finishSignOut, showSession, signOut } from "./handlers/session-routes.ts"
import type { Route } from "./route-call.ts"

/** The methods of one path. */
type PathRoutes = { readonly GET?: Route; readonly POST?: Route }

const always = {
  session: { GET: showSession },
  "sign-out": { POST: signOut },
}

const byEmail = {
  email: { POST: requestMail },
  confirm: { GET: showLink, POST: followLink },
  code: { POST: followCode },
}

const byProvider = {
  "oauth/*": { GET: startOAuth, POST: startOAuthOrLink },
  "callback/*": { GET: finishOAuth },
}

const byLogout: Readonly<Record<ProviderLogout, Readonly<Record<string, PathRoutes>>>> = {
  rp_initiated: { "signed-out/*": { GET: finishSignOut } },
  back_channel: { "backchannel-logout/*": { POST: backChannelLogout } },
}

const byPasskey = {
  "passkeys/register/options": { POST: registrationOptions },
  "passkeys/register": { POST: register },
  "passkeys/authenticate/options": { POST: authenticationOptions },
  "passkeys/authenticate": { POST: authenticate },
}

/** The routes of the configured sign-in methods, by the path below the base path. `*` is a provider's id. */
export function buildRoutes({ email, providers, passkeys }: Settings): ReadonlyMap<string, PathRoutes> {
  const all = [...providers.values()]
  const logout = (kind: ProviderLogout) =>
    all.some((provider) => hasLogout(provider, kind)) ? byLogout[kind] : {}
  return new Map<string, PathRoutes>(
    Object.entries({
      ...always,
      ...(email && byEmail),
      ...(providers.size > 0 && byProvider),
      ...logout("rp_initiated"),
      ...logout("back_channel"),
      ...(passkeys && byPasskey),
    }),
  )
}
