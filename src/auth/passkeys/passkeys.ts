import type { User } from "../../contract/types.ts"
import type { TakeAway } from "../accounts/sign-in-methods.ts"
import type { Core } from "../core.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { authenticating, verifyingAuthentication } from "./authentication.ts"
import { createCeremonies } from "./ceremonies.ts"
import { passkeyInfo } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"
import { registering, verifyingRegistration } from "./registration.ts"
import { removing } from "./remove-passkey.ts"

/** Sign-in with passkeys; what WebAuthn itself demands is checked by the library that is handed in. */
export function createPasskeys(core: Core, sessions: Sessions, takeAway: TakeAway): PasskeyFunctions<User> {
  const ceremonies = createCeremonies(core)
  return {
    registrationOptions: registering(core, sessions, ceremonies),
    verifyRegistration: verifyingRegistration(core, sessions, ceremonies),
    authenticationOptions: authenticating(core, ceremonies),
    verifyAuthentication: verifyingAuthentication(core, sessions, ceremonies),
    list: async (userId) => (await core.adapter.listAuthenticatorsByUserId(userId)).map(passkeyInfo),
    remove: removing(core, takeAway),
  }
}
