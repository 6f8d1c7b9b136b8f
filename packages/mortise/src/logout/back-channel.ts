import { loadJose } from "../auth/core/optional-peers.ts"
import { backChannelResponse } from "../auth/oauth/logout/back-channel-response.ts"
import type { LogoutToken } from "../auth/oauth/logout/logout-token.ts"
import { readBody } from "../shared/read-body.ts"
import { endUserSessions } from "./end-user-sessions.ts"
import type { LogoutProvider } from "./logout-options.ts"
import type { LogoutParts } from "./logout-parts.ts"
import type { FederatedLogout } from "./logout-types.ts"

const maxBytes = 64 * 1024

/** Creates `backChannel`. */
export function createBackChannel(parts: LogoutParts): FederatedLogout["backChannel"] {
  const { verify, records, emit, fail } = parts

  const handle = async (request: Request): Promise<string | null> => {
    const posted = await readToken(request)
    const provider = posted === null ? undefined : await findProvider(parts, posted)
    const token = provider && (await verify(provider, posted))
    if (!provider || !token) {
      emit({ type: "logout_refused", reason: "invalid_logout_token" })
      return "The logout token is not valid."
    }
    const ended = await records.once(token, async () => {
      // First, so that a sign-in that is being finished sees it.
      await records.end(token)
      const userId = await findUser(parts, provider, token)
      return userId === null ? 0 : endUserSessions(parts, userId)
    })
    if (ended === "used") {
      emit({ type: "logout_refused", reason: "used_logout_token" })
      return "The logout token was used before."
    }
    emit({ type: "provider_logout", provider: provider.id, sessions: ended })
    return null
  }

  return async (request) => {
    try {
      return backChannelResponse(await handle(request))
    } catch (error) {
      fail(error)
      return backChannelResponse("The logout failed. Please try again.")
    }
  }
}

/** The posted token; `null` for a request that has none. */
async function readToken(request: Request): Promise<string | null> {
  const body = request.method === "POST" ? await readBody(request, maxBytes) : undefined
  return body ? new URLSearchParams(new TextDecoder().decode(body)).get("logout_token") : null
}

/** The provider that the token is from, if it is what it says: its signature is not verified yet. */
async function findProvider({ providers }: LogoutParts, token: string): Promise<LogoutProvider | undefined> {
  const { decodeJwt } = await loadJose()
  try {
    const { iss = "", aud = [] } = decodeJwt(token)
    return [...providers.values()].find(
      ({ issuer, clientId }) => new URL(issuer).href === new URL(iss).href && [aud].flat().includes(clientId),
    )
  } catch {
    return undefined
  }
}

/** The user of the login. Without `events.signIn`, it is the owner of the account, whose id is usually the `sub`. */
async function findUser(
  { loginUsers, adapter }: LogoutParts,
  { id: provider }: LogoutProvider,
  token: LogoutToken,
): Promise<string | null> {
  const noted = await loginUsers.get(token)
  if (noted !== null || token.sub === undefined) return noted
  const owner = await adapter.getUserByAccount({ provider, providerAccountId: token.sub })
  return owner?.id ?? null
}
