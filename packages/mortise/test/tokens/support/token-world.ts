import { type Adapter, extras } from "../../../src/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { accessTokens, type TokenEvent, type TokenOptions } from "../../../src/tokens/index.ts"
import type { TokenProvider } from "./token-provider.ts"

export type TokenWorld = Awaited<ReturnType<typeof openTokenWorld>>

export type WorldOptions = {
  readonly adapter?: Adapter
  /** A layer over the adapter. */
  readonly layer?: (<A extends object>(adapter: A) => A) | undefined
  /** Default: one that the provider has issued. */
  readonly refreshToken?: string | null
}

/** A user whose access token has expired, and functions of several processes that share the store. */
export async function openTokenWorld(
  provider: TokenProvider,
  { adapter: below = memoryAdapter() as Adapter, layer, refreshToken }: WorldOptions = {},
) {
  const adapter = layer ? layer(below) : below
  let time = 0
  const now = () => Date.now() + time
  const events: TokenEvent[] = []
  const user = await adapter.createUser({ email: `${crypto.randomUUID()}@example.com` })
  const key = { provider: "acme", providerAccountId: crypto.randomUUID() }
  const which = { userId: user.id, provider: "acme" }
  const refresh = refreshToken === undefined ? await provider.issue() : refreshToken
  await adapter.linkAccount({
    ...key,
    ...{ userId: user.id, type: "oidc", access_token: "old", token_type: "bearer", scope: "openid" },
    ...(refresh !== null && { refresh_token: refresh }),
    expires_at: Math.floor(Date.now() / 1000) - 10,
  })
  const { issuer, clientId, clientSecret } = provider
  const acme = { id: "acme", type: "oidc", issuer, clientId, clientSecret } as const
  return {
    adapter,
    user,
    key,
    which,
    refresh,
    events,
    acme,
    travel(seconds: number) {
      time += seconds * 1000
    },
    /** The functions of one more process. */
    open: (options: Partial<TokenOptions> = {}) =>
      accessTokens({ adapter, providers: [acme], onEvent: (event) => events.push(event), now, ...options }),
    async account() {
      const [account] = (await extras(adapter)?.listAccounts?.(user.id)) ?? []
      return account
    },
  }
}
