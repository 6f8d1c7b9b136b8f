import type { Account } from "better-auth"
import type { OpenAuth } from "../../better-auth/open-auth.ts"
import { describeError } from "../../terminal/describe-error.ts"
import type { Outcome } from "../revocation.ts"
import type { TargetAccount } from "../target.ts"
import { throwOutage } from "./throw-outage.ts"

// A user has a few of them.
const maxAccounts = 1000

/** A user's accounts at providers. */
export async function listAuthAccounts(auth: OpenAuth, userId: string): Promise<TargetAccount[]> {
  const accounts = await auth.context.adapter.findMany<Account>({
    model: "account",
    where: [{ field: "userId", value: userId }],
    limit: maxAccounts,
  })
  return accounts.map((account) => ({
    provider: account.providerId,
    tokens: countTokens(account),
    endTokens: () => endTokens(auth, account),
  }))
}

const tokenFields = ["accessToken", "refreshToken", "idToken"] as const

/** Reading a token that cannot be decrypted throws. It can be removed. */
function isFilled(account: Account, field: (typeof tokenFields)[number]): boolean {
  try {
    return Boolean(account[field])
  } catch {
    return true
  }
}

const countTokens = (account: Account): TargetAccount["tokens"] =>
  tokenFields.some((field) => isFilled(account, field))
    ? {
        accounts: 1,
        refreshTokens: isFilled(account, "refreshToken") ? 1 : 0,
        accessTokens: isFilled(account, "accessToken") ? 1 : 0,
      }
    : undefined

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
}

/** Removes the tokens of an account, also those that a refresh of the application has stored meanwhile. */
async function endTokens(auth: OpenAuth, account: Account): Promise<Outcome> {
  const { adapter, internalAdapter } = auth.context
  const { id, userId: user, providerId: provider } = account
  let why = "A database hook refused the change."
  try {
    await internalAdapter.updateAccount(id, noTokens)
  } catch (error) {
    await throwOutage(auth, error)
    why = `A database hook failed: ${await describeError(error)}.`
  }
  const stored = await adapter.findOne<Account>({ model: "account", where: [{ field: "id", value: id }] })
  if (!stored || !countTokens(stored)) return { counts: countTokens(account) ?? {}, problems: [] }
  return { counts: {}, problems: [{ kind: "tokens", user, provider, why }] }
}
