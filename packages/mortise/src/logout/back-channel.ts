import { loadJose } from "../auth/core/optional-peers.ts"
import { backChannelResponse } from "../auth/oauth/logout/back-channel-response.ts"
import type { LogoutToken } from "../auth/oauth/logout/logout-token.ts"
import { endStoredSessions } from "../auth/sessions/end-sessions.ts"
import { readBody } from "../shared/read-body.ts"
import type { LogoutProvider } from "./logout-options.ts"
import type { LogoutParts } from "./logout-parts.ts"
import type { FederatedLogout } from "./logout-types.ts"

const maxBytes = 64 * 1024

const problems = {
  invalid_logout_token: "The logout token is not valid.",
  used_logout_token: "The logout token was used before.",
}

/** Creates `backChannel`. */
export function createBackChannel(parts: LogoutParts): FederatedLogout["backChannel"] {
  const { records, emit, fail } = parts

  const handle = async (request: Request): Promise<string | null> => {
    const posted = await readToken(request)
    const providers = posted === null ? [] : await findProviders(parts, posted)
    const [provider] = providers
    if (!provider) return refuse("invalid_logout_token")
    const ended = await records.receive(provider, posted, async (token) => {
      const users = [...(await findUsers(parts, providers, token))]
      const counts = await Promise.all(users.map((userId) => endUserSessions(parts, userId)))
      return counts.reduce((sum, count) => sum + count, 0)
    })
    if (typeof ended === "string") return refuse(ended)
    emit({ type: "provider_logout", provider: provider.id, sessions: ended })
    return null
  }

  const refuse = (reason: keyof typeof problems): string => {
    emit({ type: "logout_refused", reason })
    return problems[reason]
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

/**
 * The providers that the token is from, if it is what it says: its signature is not verified yet. Several may have the
 * same issuer and client id, such as one for each set of scopes.
 */
async function findProviders({ providers }: LogoutParts, token: string): Promise<LogoutProvider[]> {
  const { decodeJwt } = await loadJose()
  try {
    const { iss = "", aud = [] } = decodeJwt(token)
    return [...providers.values()].filter(
      ({ issuer, clientId }) => new URL(issuer).href === new URL(iss).href && [aud].flat().includes(clientId),
    )
  } catch {
    return []
  }
}

/** The users of the login. Without `events.signIn`, they are the owners of the account, whose id is usually the `sub`. */
async function findUsers(
  { loginUsers, adapter }: LogoutParts,
  providers: readonly LogoutProvider[],
  token: LogoutToken,
): Promise<ReadonlySet<string>> {
  const { sub, clientId } = token
  const noted = await loginUsers.list(token)
  if (noted.size > 0 || sub === undefined) return noted
  const ids = providers.flatMap((provider) => (provider.clientId === clientId ? [provider.id] : []))
  const owners = await Promise.all(
    ids.map((provider) => adapter.getUserByAccount({ provider, providerAccountId: sub })),
  )
  return new Set(owners.flatMap((owner) => owner?.id ?? []))
}

/** Ends all stored sessions of a user: Auth.js does not say which of them a sign-in has made. Returns their number. */
export const endUserSessions = async (
  { adapter, listSessions }: LogoutParts,
  userId: string,
): Promise<number> =>
  endStoredSessions(
    { deleteSession: async (token) => (await adapter.deleteSession(token)) ?? null },
    await listSessions(userId),
  )
