import { endSessionUrl } from "../auth/oauth/logout/end-session-url.ts"
import { MortiseError } from "../contract/errors.ts"
import { showCause } from "../shared/console.ts"
import type { LogoutProvider } from "./logout-options.ts"
import type { LogoutParts } from "./logout-parts.ts"
import type { FederatedLogout } from "./logout-types.ts"

/** Creates `endSessionUrl`. */
export function createEndSessionUrl(parts: LogoutParts): FederatedLogout["endSessionUrl"] {
  const { providers } = parts
  return async ({ provider: id, userId, idToken, postLogoutRedirectUri, state }) => {
    const provider = providers.get(id)
    if (!provider)
      throw new MortiseError(
        "invalid",
        "federatedLogout has no provider of this id: add it to the option providers.",
        { operation: "endSessionUrl" },
      )
    if (postLogoutRedirectUri !== undefined && !URL.canParse(postLogoutRedirectUri))
      throw new MortiseError(
        "invalid",
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
