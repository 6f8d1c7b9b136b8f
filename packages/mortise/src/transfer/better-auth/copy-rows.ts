import type { Account, Authenticator, User } from "../../contract/types.ts"
import { createAccountKeys } from "./account-key.ts"
import type { BetterAuthContext, BetterAuthRow } from "./better-auth.ts"
import type { CopyOptions } from "./copy-options.ts"
import { type AddExtras, type Copied, createUserCopier } from "./copy-user.ts"
import { isCopiedAccount } from "./find-person.ts"
import { betterAuthNames, extraValues, hasValues, mapAccount, mapPasskey } from "./map-rows.ts"
import { createTarget, type Target, type TargetKey } from "./target.ts"

/** The functions that copy a row of each model. Users must be copied first. */
export type RowCopier = {
  user(row: User): Promise<Copied>
  account(row: Account): Promise<Copied>
  authenticator(row: Authenticator): Promise<Copied>
  /** The providers of the copied accounts. */
  readonly providers: ReadonlySet<string>
}

/** Creates the functions that copy rows, and verify each by reading it again. */
export function createRowCopier(context: BetterAuthContext, options: CopyOptions): RowCopier {
  const { dryRun = false, dropUndeclared = false, tokens = true } = options
  const target = createTarget(context, options, "copyToBetterAuth")
  const accountKey = createAccountKeys(context, options)
  const providers = new Set<string>()

  const addExtras =
    (model: keyof typeof betterAuthNames): AddExtras =>
    (row, values) => {
      const { declared, undeclared } = extraValues(context, model, row)
      return undeclared.length > 0 && !dropUndeclared ? undefined : { ...declared, ...values }
    }
  const { userIds, copyUser } = createUserCopier(target, addExtras("user"), options)

  return {
    providers,
    user: copyUser,

    async account(row) {
      if (!isCopiedAccount(row)) return "no_counterpart"
      const userId = userIds.get(row.userId)
      if (userId === undefined) return "no_user"
      const key = await accountKey(row)
      if (!key) return "unknown_account_id"
      const values = addExtras("account")(row, mapAccount(row, key, userId, tokens))
      if (!values) return "undeclared_field"
      providers.add(key.providerId)
      return copyOwned(target, "account", key, values, dryRun)
    },

    async authenticator(row) {
      if (!context.tables[betterAuthNames.authenticator]) return "no_passkey_plugin"
      const userId = userIds.get(row.userId)
      if (userId === undefined) return "no_user"
      const values = addExtras("authenticator")(row, mapPasskey(row, userId))
      if (!values) return "undeclared_field"
      const key = { credentialID: values["credentialID"] as string }
      return copyOwned(target, betterAuthNames.authenticator, key, values, dryRun)
    },
  }
}

/** Copies a row that belongs to a user. Better Auth's tables have no unique key for it. */
async function copyOwned(
  target: Target,
  model: "account" | "passkey",
  key: TargetKey,
  values: BetterAuthRow,
  dryRun: boolean,
): Promise<Copied> {
  const before = await target.find(model, key)
  if (before.length > 0) return compare(before, values)
  if (dryRun) return "copied"
  const isCreated = await target.create(model, await target.idFor({ model, ...key }), values)
  const stored = await target.find(model, key)
  if (isCreated && stored.length > 1) {
    // Another program created the row at the same time: two accounts would lock the user out.
    for (const row of surplus(stored, values)) await target.delete(model, String(row["id"]))
    return compare(await target.find(model, key), values)
  }
  const outcome = compare(stored, values)
  return outcome === "equal" && isCreated ? "copied" : outcome
}

/** Copies of a row, of which each program keeps the same one, or none if the application has stored other values. */
function surplus(stored: readonly BetterAuthRow[], values: BetterAuthRow): BetterAuthRow[] {
  const copies = stored.filter((row) => hasValues(row, values))
  const number = (row: BetterAuthRow) => String(row["id"]).padStart(20, "0")
  copies.sort((left, right) => (number(left) < number(right) ? -1 : 1))
  return copies.length === stored.length ? copies.slice(1) : copies
}

function compare([row, ...others]: readonly BetterAuthRow[], values: BetterAuthRow): Copied {
  if (!row) return "rejected"
  if (others.length > 0 || row["userId"] !== values["userId"]) return "taken"
  return hasValues(row, values) ? "equal" : "different"
}
