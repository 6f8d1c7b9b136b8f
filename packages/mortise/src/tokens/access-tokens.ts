import { createGet } from "./get-token.ts"
import { createRevokeOnRemoval } from "./revoke-on-removal.ts"
import { createRevoke } from "./revoke-tokens.ts"
import { createSaveTokens } from "./save-tokens.ts"
import type { TokenOptions } from "./token-options.ts"
import { createTokenParts } from "./token-parts.ts"
import type { AccessTokens } from "./token-types.ts"

/**
 * Access tokens of providers that are always fresh, over a Mortise adapter. It needs `oauth4webapi`.
 *
 * @example
 * ```ts no-run: needs a provider
 * import { memoryAdapter } from "mortise/memory"
 * import { accessTokens } from "mortise/tokens"
 *
 * const tokens = accessTokens({
 *   adapter: memoryAdapter(),
 *   providers: [{ id: "google", type: "oidc", issuer: "https://accounts.google.com", clientId: "…", clientSecret: "…" }],
 * })
 * const result = await tokens.get({ userId: "ada", provider: "google" })
 * if (result.ok) await fetch("https://www.googleapis.com/…", { headers: { authorization: `Bearer ${result.accessToken}` } })
 * ```
 */
export function accessTokens(options: TokenOptions): AccessTokens {
  const parts = createTokenParts(options)
  return {
    get: createGet(parts),
    saveTokens: createSaveTokens(parts),
    revoke: createRevoke(parts),
    revokeOnRemoval: createRevokeOnRemoval(parts),
  }
}
