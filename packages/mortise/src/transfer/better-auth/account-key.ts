import type { Account } from "../../contract/types.ts"
import { fromBase64, fromUtf8 } from "../../shared/bytes.ts"
import type { BetterAuthContext, BetterAuthProvider } from "./better-auth.ts"
import type { CopyOptions } from "./copy-options.ts"

/** The provider and the account id by which Better Auth finds an account. */
export type AccountKey = { readonly providerId: string; readonly accountId: string }

// Ids of the same provider that differ. All others are equal, or are chosen in the configuration.
const renamed: ReadonlyMap<string, string> = new Map([
  ["azure-ad", "microsoft"],
  ["microsoft-entra-id", "microsoft"],
])

/**
 * Creates the function that returns Better Auth's key of an account; `undefined` if it cannot be known. Auth.js
 * identifies an account of these providers by `sub`, Better Auth by another claim: Microsoft by `oid` (since 1.7, which
 * added `accountSubject`), Salesforce by `user_id`.
 */
export function createAccountKeys(
  { socialProviders }: BetterAuthContext,
  { providers = {}, accountId }: Pick<CopyOptions, "providers" | "accountId">,
): (account: Account) => Promise<AccountKey | undefined> {
  const configured = new Map(socialProviders.map((provider) => [provider.id, provider]))
  const chosen = new Map(Object.entries(providers))

  const toProviderId = (provider: string): string =>
    chosen.get(provider) ?? (configured.has(provider) ? provider : (renamed.get(provider) ?? provider))

  return async (account) => {
    const { provider: source, providerAccountId } = account
    const providerId = toProviderId(source)
    const provider = configured.get(providerId)
    const subject = accountId?.(account) ?? (await readSubject(provider, account))
    if (subject) return { providerId, accountId: subject }
    const isBefore17 = provider !== undefined && !provider.accountSubject
    const hasOtherId = source === "salesforce" || (renamed.has(source) && !isBefore17)
    return hasOtherId ? undefined : { providerId, accountId: providerAccountId }
  }
}

/** Better Auth's provider reads the account id from the claims of the stored id token, as at a sign-in. */
async function readSubject(
  provider: BetterAuthProvider | undefined,
  { id_token, providerAccountId }: Account,
): Promise<string | undefined> {
  const profile = parseClaims(id_token)
  if (!provider?.accountSubject || profile?.["sub"] !== providerAccountId) return undefined
  try {
    const subject = await provider.accountSubject({ profile, tokens: {} } as never)
    return typeof subject === "string" || typeof subject === "number" ? String(subject) : undefined
  } catch {
    // Its profile is not made of claims, as that of an API is not.
    return undefined
  }
}

/**
 * Whether two id tokens show that accounts with the same key are from different issuers. A provider named `gitlab` can be
 * gitlab.com on one side and a self-hosted server on the other, where the same account id belongs to another person.
 * Google writes its issuer in two forms.
 */
export function haveDifferentIssuers(left: unknown, right: unknown): boolean {
  const [leftIssuer, rightIssuer] = [left, right].map((token) => parseClaims(token)?.["iss"])
  if (typeof leftIssuer !== "string" || typeof rightIssuer !== "string") return false
  return trimIssuer(leftIssuer) !== trimIssuer(rightIssuer)
}

const trimIssuer = (issuer: string): string => issuer.replace(/^https?:\/\/|\/+$/g, "")

function parseClaims(token: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof token !== "string") return undefined
  const bytes = fromBase64(token.split(".")[1] ?? "")
  try {
    return bytes ? Object(JSON.parse(fromUtf8(bytes))) : undefined
  } catch {
    return undefined
  }
}
