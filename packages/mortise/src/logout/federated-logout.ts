import { loadJose } from "../auth/core/optional-peers.ts"
import { endSessionUrl } from "../auth/oauth/logout/end-session-url.ts"
import type { ProviderLogin } from "../auth/oauth/provider-identity.ts"
import { MortiseError } from "../contract/errors.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import { showCause } from "../shared/console.ts"
import { createBackChannel, endUserSessions } from "./back-channel.ts"
import type { LogoutOptions, LogoutProvider } from "./logout-options.ts"
import { createLogoutParts, type LogoutParts } from "./logout-parts.ts"
import type { FederatedLogout, LogoutAccount } from "./logout-types.ts"

/**
 * Federated logout for an Auth.js application, over a Mortise adapter. It needs `jose` and `oauth4webapi`.
 *
 * @example
 * ```ts
 * import { federatedLogout } from "mortise/logout"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const logout = federatedLogout({
 *   adapter: memoryAdapter(),
 *   providers: [{ id: "keycloak", issuer: "https://id.example/realms/main", clientId: "app" }],
 * })
 *
 * export const callbacks = { jwt: logout.jwt }
 * export const events = { signIn: logout.signIn }
 * export const POST = logout.backChannel
 * ```
 */
export function federatedLogout(options: LogoutOptions): FederatedLogout {
  const parts = createLogoutParts(options)
  return {
    endSessionUrl: createEndSessionUrl(parts),
    backChannel: createBackChannel(parts),
    ...createSignInHooks(parts),
  }
}

/** Creates `endSessionUrl`. */
function createEndSessionUrl(parts: LogoutParts): FederatedLogout["endSessionUrl"] {
  const { providers } = parts
  return async ({ provider: id, userId, idToken, postLogoutRedirectUri, state }) => {
    const provider = providers.get(id)
    if (!provider)
      throwInvalid("federatedLogout has no provider of this id: add it to the option providers.", {
        operation: "endSessionUrl",
      })
    if (postLogoutRedirectUri !== undefined && !URL.canParse(postLogoutRedirectUri))
      throwInvalid(
        "endSessionUrl: postLogoutRedirectUri must be a whole URL, as it is registered at the provider.",
        { operation: "endSessionUrl" },
      )
    const { server } = await connectTo(parts, provider)
    return endSessionUrl(server, {
      clientId: provider.clientId,
      idToken: idToken ?? (userId === undefined ? undefined : await storedIdToken(parts, userId, id)),
      postLogoutRedirectUri,
      state,
    })
  }
}

async function connectTo({ connect }: LogoutParts, provider: LogoutProvider) {
  try {
    return await connect({ type: "oidc", ...provider })
  } catch (error) {
    if (error instanceof MortiseError) throw error
    showCause(error)
    throw new MortiseError(
      "unavailable",
      `The configuration of the provider ${provider.id} cannot be read. Check its issuer, then retry.`,
      { operation: "endSessionUrl" },
    )
  }
}

/** The id token of the user's account. With several accounts, which one was used is unknown. */
async function storedIdToken({ listAccounts }: LogoutParts, userId: string, provider: string) {
  const accounts = (await listAccounts?.(userId)) ?? []
  const [account, another] = accounts.filter((candidate) => candidate.provider === provider)
  return another ? undefined : account?.id_token
}

/** The claim of an Auth.js token that holds the login. */
const claim = "providerLogin"

/** Creates what is called during and after sign-ins. */
function createSignInHooks(parts: LogoutParts): Pick<FederatedLogout, "jwt" | "signIn"> {
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
