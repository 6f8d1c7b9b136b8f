import { extras, slots as slotsOf } from "../contract/adapter-parts.ts"
import { MortiseError } from "../contract/errors.ts"
import type { Extras } from "../contract/extras.ts"
import type { Slots } from "../contract/slots.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import { createAttempts } from "./attempts.ts"
import { createGet } from "./get-token.ts"
import { createProviderRequests } from "./provider-requests.ts"
import { createRevokeOnRemoval } from "./revoke-on-removal.ts"
import { createRevoke } from "./revoke-tokens.ts"
import { createSaveTokens } from "./save-tokens.ts"
import { checkTokenOptions, type TokenOptions } from "./token-options.ts"
import type { TokenParts } from "./token-parts.ts"
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
  const settings = checkTokenOptions(options)
  const { updateAccount, listAccounts, slots } = readParts(options.adapter)
  const parts: TokenParts = {
    ...settings,
    attempts: createAttempts({
      ...settings,
      slots,
      rotates: (id) => settings.providers.get(id)?.rotates !== false,
    }),
    requests: createProviderRequests(settings),
    updateAccount,
    listAccounts,
    async find({ userId, provider, providerAccountId }) {
      const all = (await listAccounts(userId)).filter((account) => account.provider === provider)
      const [first, ...more] =
        providerAccountId === undefined
          ? all
          : all.filter((account) => account.providerAccountId === String(providerAccountId))
      if (more.length > 0)
        throwInvalid("The user has several accounts of this provider: pass the providerAccountId of one.", {
          operation: "get",
          model: "account",
          fields: ["providerAccountId"],
        })
      return first
    },
    findProvider(id) {
      const provider = settings.providers.get(id)
      if (provider) return provider
      throwInvalid("accessTokens has no provider of this id: add it to the option providers.", {
        operation: "get",
        model: "account",
        fields: ["provider"],
      })
    },
  }
  return {
    get: createGet(parts),
    saveTokens: createSaveTokens(parts),
    revoke: createRevoke(parts),
    revokeOnRemoval: createRevokeOnRemoval(parts),
  }
}

function readParts(adapter: object): Pick<Extras, "updateAccount" | "listAccounts"> & { slots: Slots } {
  const { updateAccount, listAccounts } = extras(adapter) ?? {}
  const slots = slotsOf(adapter)
  if (updateAccount && listAccounts && slots) return { updateAccount, listAccounts, slots }
  const missing = Object.entries({ updateAccount, listAccounts, slots })
    .filter(([, part]) => part === undefined)
    .map(([name]) => name)
  throw new MortiseError(
    "missing_operation",
    `accessTokens needs ${missing.join(", ")}, which this adapter lacks. Pass a Mortise adapter whose operations on accounts are not overridden.`,
    { operation: "accessTokens" },
  )
}
