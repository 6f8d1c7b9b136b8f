import { loadJose } from "../auth/core/optional-peers.ts"
import type { ProviderLogin } from "../auth/oauth/provider-identity.ts"
import { endUserSessions } from "./end-user-sessions.ts"
import type { LogoutParts } from "./logout-parts.ts"
import type { FederatedLogout, LogoutAccount } from "./logout-types.ts"

/** The claim of an Auth.js token that holds the login. */
const claim = "providerLogin"

/** Creates what is called during and after sign-ins. */
export function createSignInHooks(parts: LogoutParts): Pick<FederatedLogout, "jwt" | "signIn"> {
  const { records, loginUsers, updateAccount } = parts
  return {
    async jwt({ token, account }) {
      const login = account ? await readLogin(parts, account) : (token[claim] as ProviderLogin | undefined)
      if (!login) return token
      if (await records.hasEnded(login)) return null
      return { ...token, [claim]: login }
    },

    async signIn({ user, account }) {
      const login = account ? await readLogin(parts, account) : undefined
      if (!login || !account || user.id === undefined) return
      await loginUsers.set(login, user.id)
      // Auth.js stores the id token of the first sign-in only.
      const { provider, providerAccountId, id_token } = account
      if (id_token)
        await updateAccount?.({ provider, providerAccountId: String(providerAccountId), id_token })
      // The session exists by now. If the logout came before, it did not find the session.
      if (await records.hasEnded(login)) await endUserSessions(parts, user.id)
    },
  }
}

/** The login of a sign-in with one of the providers. Auth.js has validated the id token just now. */
async function readLogin(
  { providers }: LogoutParts,
  { provider: id, id_token: idToken }: LogoutAccount,
): Promise<ProviderLogin | undefined> {
  const provider = providers.get(id)
  if (!provider || !idToken) return undefined
  const { iss, sub, sid, iat } = (await loadJose()).decodeJwt(idToken)
  if (iss === undefined || sub === undefined || iat === undefined) return undefined
  const { clientId } = provider
  return { issuer: iss, clientId, sub, issuedAt: iat, ...(typeof sid === "string" && sid !== "" && { sid }) }
}
