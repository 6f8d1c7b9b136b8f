import { listCases } from "../../case.ts"
import { accountKey, tokenKey } from "../row.ts"
import { newAccount, newToken } from "../stored.ts"

// Code that passes a whole row instead of its key may hold an old version of the row: a provider renews its tokens.
// An adapter may refuse further fields (linking/other-keys-in-a-lookup warns), but it must not filter by them.

const oldFields = { access_token: "before the renewal", expires_at: 1, scope: "other" }

const about = {
  evidence: "An ORM that gets the argument as its filter",
  fix: "Build the condition from the fields of the key alone.",
} as const

export const extraFields = listCases(about, [
  {
    id: "extra-fields/of-an-unlinked-account",
    clause: "§4 unlinkAccount",
    title: "Unlinking an account with further fields, whose values are old, throws or unlinks the account",
    harm: "A sign-in method that a user removed still works.",
    async run(t) {
      const account = await newAccount(t)

      const outdatedAccount = { ...account, ...oldFields }
      const outcome = await t.attempt(() => t.call("unlinkAccount", outdatedAccount))

      const owner = await t.adapter.getUserByAccount(accountKey(account))
      if (outcome.status === "fulfilled") t.isNull(owner, "the owner of the unlinked account")
      else t.row(owner, { id: account.userId }, "the owner after an error")
    },
  },
  {
    id: "extra-fields/of-an-account",
    clause: "§4 getUserByAccount",
    title: "getUserByAccount with further fields, whose values are old, throws or finds the user",
    harm: "A user who signs in with a linked account gets a second, empty user.",
    async run(t) {
      const account = await newAccount(t)

      const outdatedAccount = { ...account, ...oldFields }
      const outcome = await t.attempt(() => t.call("getUserByAccount", outdatedAccount))

      if (outcome.status === "fulfilled")
        t.row(outcome.value, { id: account.userId }, "the owner of the account")
    },
  },
  {
    id: "extra-fields/of-a-token",
    clause: "§4 useVerificationToken",
    title: "Using a token with another expiry in the argument throws or returns the stored token",
    harm: "A sign-in link does not work.",
    async run(t) {
      const token = await newToken(t)

      const changedToken = { ...token, expires: t.inDays(9) }
      const outcome = await t.attempt(() => t.call("useVerificationToken", changedToken))

      const again = await t.adapter.useVerificationToken(tokenKey(token))
      if (outcome.status === "fulfilled") {
        t.row(outcome.value, token, "the used token")
        t.isNull(again, "the second use of the token")
      } else t.row(again, token, "the token after an error")
    },
  },
])
