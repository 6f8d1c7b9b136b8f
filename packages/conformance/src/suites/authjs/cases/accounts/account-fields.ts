import type { NewCase } from "../../case.ts"
import { expectOwner, newAccount, readAccount } from "../stored.ts"

export const accountFields: readonly NewCase[] = [
  {
    id: "account-fields/numeric-id-is-found",
    clause: "client 1.6.3",
    title: "An account whose provider uses numbers as ids is found by that number",
    harm: "Users cannot sign in with such a provider.",
    evidence: "@auth/core passes the number on; @auth/prisma-adapter throws",
    fix: "Convert the id to a string when it is written and when it is looked up.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const key = { provider: `vk-${t.unique()}`, providerAccountId: 9_007_199_254 }
      await t.adapter.linkAccount({ ...t.account(id), ...key })

      t.row(await t.adapter.getUserByAccount(key), { id }, "getUserByAccount with the number")
    },
  },
  {
    id: "account-fields/numeric-id-becomes-text",
    level: "should",
    clause: "client 1.6.3",
    also: ["§2 AdapterAccount"],
    title: "A providerAccountId that was given as a number is returned as a string, and found by that string",
    harm: "When the provider's library starts to send strings, no existing user is found any more.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const provider = `vk-${t.unique()}`
      await t.adapter.linkAccount({ ...t.account(id, { provider }), providerAccountId: 12_345 })

      t.row(await t.adapter.getUserByAccount({ provider, providerAccountId: "12345" }), { id }, "the owner")
      t.row(await t.adapter.getAccount("12345", provider), { providerAccountId: "12345" }, "getAccount")
    },
  },
  {
    id: "account-fields/token-type-is-lower-case",
    clause: "SEC-A8",
    also: ["§2 AdapterAccount", "client 1.6.5", "vector 18"],
    title: "token_type is stored and returned in lower case",
    harm: 'Code that compares token_type with "bearer" rejects a valid token.',
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      // A Turkish lower case of I is not i.
      for (const spelling of ["Bearer", "DPoP", "BINDING", "abcdefghijklmnopqrstuvwxyz".toUpperCase()]) {
        const account = { ...t.account(id), token_type: spelling }
        const token_type = spelling.toLowerCase()

        const answer = await t.adapter.linkAccount(account)

        t.rowOrNothing(answer, { token_type }, "what linkAccount returned")
        t.row(await readAccount(t, account), { token_type }, "getAccount")
      }
    },
  },
  {
    id: "account-fields/what-was-not-given-is-empty",
    clause: "§2 AdapterAccount",
    also: ["client 1.6.4"],
    title: "Fields that an account does not have are returned empty",
    harm: 'Code that refreshes tokens reads NaN or the text "undefined" as a value.',
    evidence: "@auth/pg-adapter returns NaN for a missing expires_at",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = {
        userId: id,
        type: "webauthn",
        provider: "passkey",
        providerAccountId: t.unique(),
      } as const
      const empty = { access_token: null, refresh_token: null, id_token: null, expires_at: null, scope: null }
      const expected = { ...account, ...empty, token_type: null, expires_in: null }

      t.rowOrNothing(await t.adapter.linkAccount(account), expected, "what linkAccount returned")

      t.row(await t.adapter.getAccount(account.providerAccountId, "passkey"), expected, "getAccount")
    },
  },
  {
    id: "account-fields/undefined-is-accepted",
    clause: "client 1.6.4",
    also: ["vector 19"],
    title: "Fields that are present but undefined do not prevent linking",
    harm: "The user is created but the account is not, so the person is locked out permanently.",
    evidence: "@auth/prisma-adapter with strictUndefinedChecks throws",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)

      await t.adapter.linkAccount({ ...account, refresh_token: undefined, expires_at: undefined })

      await expectOwner(t, account, id, "the owner")
    },
  },
  {
    id: "account-fields/tokens-for-rotation-are-kept",
    clause: "§1.8",
    also: ["§2 AdapterAccount"],
    title: "The fields needed to rotate an access token are stored: the refresh token and the expiry",
    harm: "Applications lose access to the provider when the first access token expires.",
    async run(t) {
      const tokens = { access_token: "ya29.access", refresh_token: "1//refresh", expires_at: 1_900_000_000 }
      const account = await newAccount(t, tokens)

      t.row(await readAccount(t, account), tokens, "getAccount")
    },
  },
  {
    id: "account-fields/expired-tokens-are-kept",
    clause: "§1.8",
    also: ["§4 getAccount", "§2 AdapterAccount"],
    title: "An account whose access token has expired is returned with all of its tokens",
    harm: "The refresh token is gone when the application needs it, or the person can no longer sign in.",
    fix: "Leave the expiry of provider tokens to the application.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const expires_at of [1_000_000, 1_600_000_000, Math.floor(Date.now() / 1000) - 1]) {
        const account = await newAccount(t, {
          userId: id,
          refresh_token: t.unique(),
          id_token: t.unique(),
          expires_at,
        })

        t.row(await readAccount(t, account), account, "getAccount")
        await expectOwner(t, account, id, "the owner")
      }
    },
  },
  {
    id: "account-fields/unknown-fields-do-not-stop-a-link",
    level: "should",
    clause: "§1.6",
    also: ["vector 17", "client 1.6.4"],
    title: "Undeclared fields do not prevent linking, and the declared fields are stored",
    harm: "When a provider adds a field to its response, its users are locked out.",
    evidence: "nextauthjs/next-auth#5460 (ext_expires_in), formbricks/formbricks#2444 (not-before-policy)",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      const extra = { ext_expires_in: 3599, "not-before-policy": 0, session_state: "s" }

      await t.adapter.linkAccount({ ...account, ...extra })

      t.row(await readAccount(t, account), account, "getAccount")
    },
  },
]
