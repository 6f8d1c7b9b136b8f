import { withoutLayers } from "../../contract/layered.ts"
import { type Account, extras, MortiseError } from "../../index.ts"
import { storedPair } from "../../tokens/store-tokens.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { describeError } from "../terminal/describe-error.ts"
import { available } from "../users/person.ts"
import type { Counts, Outcome } from "./revocation.ts"

const mostTries = 10

/** A user's account, as it is stored if its tokens cannot be decrypted. */
export type FoundAccount = { readonly account: Account; readonly isReadable: boolean }

/** A user's accounts, even if a key is missing: what cannot be decrypted can be removed. */
export async function findAccounts(
  { adapter, ...store }: OpenStore,
  userId: string,
): Promise<FoundAccount[]> {
  const orCorrupt = (error: unknown): null => {
    if (error instanceof MortiseError && error.code === "corrupt") return null
    throw error
  }
  const readable = await available({ adapter, ...store }, "listAccounts")(userId).catch(orCorrupt)
  if (readable) return readable.map((account) => ({ account, isReadable: true }))
  const stored = (await extras(withoutLayers(adapter))?.listAccounts?.(userId)) ?? []
  return Promise.all(
    stored.map(async (account) => {
      const read = await adapter.getAccount(account.providerAccountId, account.provider).catch(orCorrupt)
      return { account: read ?? account, isReadable: read !== null }
    }),
  )
}

/** Whether an account has tokens to end. */
export const hasTokens = ({ refresh_token, access_token }: Account): boolean =>
  Boolean(refresh_token) || Boolean(access_token)

export const tokenCounts = ({ refresh_token, access_token }: Account): Partial<Counts> => ({
  accounts: 1,
  refreshTokens: refresh_token ? 1 : 0,
  accessTokens: access_token ? 1 : 0,
})

/**
 * Removes the tokens of an account, guarded by those that were read: a refresh of the application can replace them
 * concurrently, and then the new ones are removed. A refresh that ends afterwards is not stored, by its own guard.
 */
export async function endAccountTokens(
  store: OpenStore,
  { account, isReadable }: FoundAccount,
): Promise<Outcome> {
  const { userId, provider, providerAccountId } = account
  const none = { refresh_token: null, access_token: null, expires_at: null }
  if (!isReadable) {
    await available(store, "updateAccount")({ provider, providerAccountId, ...none })
    return { counts: tokenCounts(account), problems: [] }
  }
  let current: Account | undefined = account
  for (let tries = 0; tries < mostTries; tries++) {
    if (!current || !hasTokens(current)) return { counts: {}, problems: [] }
    const revoked = await revokeAtProvider(store, current)
    if (revoked !== "impossible") return revoked
    const updateAccount = available(store, "updateAccount")
    const stored = await updateAccount({ provider, providerAccountId, ...none }, storedPair(current))
    if (stored.ok) return { counts: tokenCounts(current), problems: [] }
    if (stored.reason === "absent") return { counts: {}, problems: [] }
    const accounts = await available(store, "listAccounts")(userId)
    current = accounts.find(
      (candidate) => candidate.provider === provider && candidate.providerAccountId === providerAccountId,
    )
  }
  const why = "The tokens were replaced during each attempt to remove them: run the command again."
  return { counts: {}, problems: [{ kind: "tokens", user: userId, provider, why }] }
}

/** Revokes the tokens with `tokens` of the configuration, which also removes them. */
async function revokeAtProvider({ tokens }: OpenStore, account: Account): Promise<Outcome | "impossible"> {
  if (!tokens) return "impossible"
  const { userId, provider, providerAccountId } = account
  try {
    const { ok } = await tokens.revoke({ userId, provider, providerAccountId })
    // Otherwise another process removed them.
    const counts = ok ? { ...tokenCounts(account), accountsRevokedAtProvider: 1 } : {}
    return { counts, problems: [] }
  } catch (error) {
    // The provider is not configured, or has no revocation endpoint.
    if (error instanceof MortiseError && error.code === "invalid") return "impossible"
    const why = `${await describeError(error)}.`
    return { counts: {}, problems: [{ kind: "tokens", user: userId, provider, why }] }
  }
}
