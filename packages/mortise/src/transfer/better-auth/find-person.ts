import type { Account, User } from "../../contract/types.ts"
import { markProvider } from "../import/import-mark.ts"
import { createAccountKeys, haveDifferentIssuers } from "./account-key.ts"
import type { BetterAuthContext, BetterAuthRow } from "./better-auth.ts"
import type { CopyOptions } from "./copy-options.ts"
import { createTarget } from "./target.ts"

/** A person as Auth.js knows it. */
export type Person = { readonly user: User; readonly accounts: readonly Account[] }

/** The options that decide under which key the copy stored an account. */
export type AccountKeyOptions = Pick<CopyOptions, "providers" | "accountId">

/** Only these accounts were proven by a provider, and have a counterpart. The mark of an import is none. */
export const isCopiedAccount = ({ type, provider }: Account): boolean =>
  (type === "oauth" || type === "oidc") && provider !== markProvider

/**
 * Finds Better Auth's users that are shown to be this person: those with one of the person's accounts, and the one with
 * the person's address if both sides have verified it. An address that Better Auth has not verified may have been
 * entered by a stranger, who would keep a way into the user. Ids are not compared: either side may have given an id to
 * somebody else.
 */
export async function findPerson(
  context: BetterAuthContext,
  { user, accounts }: Person,
  options: AccountKeyOptions,
  operation: string,
): Promise<BetterAuthRow[]> {
  const target = createTarget(context, {}, operation)
  const findKey = createAccountKeys(context, options)
  const ids = new Set<string>()
  for (const account of accounts.filter(isCopiedAccount)) {
    const key = await findKey(account)
    for (const { userId, idToken } of key ? await target.find("account", key) : [])
      if (!haveDifferentIssuers(account.id_token, idToken)) ids.add(String(userId))
  }
  const users = await Promise.all([...ids].map((id) => target.find("user", { id })))
  const email = user.emailVerified ? toBetterAuthEmail(user.email) : undefined
  const addressed = email ? await target.find("user", { email }) : []
  const verified = addressed.filter(({ id, emailVerified }) => emailVerified === true && !ids.has(String(id)))
  return [...users.flat(), ...verified]
}

// Better Auth stores lower case. Other letters than these may become a letter of somebody else's address.
const toBetterAuthEmail = (email: string | null): string | undefined =>
  email?.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
