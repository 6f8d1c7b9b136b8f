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
    const provider = posted === null ? undefined : await findProvider(parts, posted)
    if (!provider) return refuse("invalid_logout_token")
    const ended = await records.receive(provider, posted, async (token) => {
      const userId = await findUser(parts, provider, token)
      return userId === null ? 0 : endUserSessions(parts, userId)
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

/** Ends all stored sessions of a user: Auth.js does not say which of them a sign-in has made. Returns their number. */
export const endUserSessions = async (
  { adapter, listSessions }: LogoutParts,
  userId: string,
): Promise<number> =>
  endStoredSessions(
    { deleteSession: async (token) => (await adapter.deleteSession(token)) ?? null },
    await listSessions(userId),
  )
