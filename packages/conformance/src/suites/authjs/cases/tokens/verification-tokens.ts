import type { NewCase } from "../../case.ts"
import { tokenKey } from "../row.ts"
import { newToken } from "../stored.ts"

export const verificationTokens: readonly NewCase[] = [
  {
    id: "verification-tokens/used-once",
    clause: "§4 useVerificationToken",
    also: ["§3 token used", "§2 VerificationToken", "SEC-E2"],
    title: "A verification token is returned once, as it was stored, and is gone afterwards",
    harm: "A person who finds the email later can sign in with its link again.",
    evidence: "@auth/xata-adapter returns the current time as the expiry",
    async run(t) {
      const token = await newToken(t)

      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the first use")
      t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "the second use")
    },
  },
  {
    id: "verification-tokens/created-is-returned",
    clause: "§4 createVerificationToken",
    title: "createVerificationToken returns the token that was given, or nothing",
    harm: "Code that sends the returned token by email sends the wrong one.",
    evidence:
      "@auth/dgraph-adapter returns { numUids }; @auth/drizzle-adapter on MySQL returns another token of the address",
    async run(t) {
      const identifier = t.email()
      for (const token of [t.verificationToken({ identifier }), t.verificationToken({ identifier })])
        t.rowOrNothing(await t.adapter.createVerificationToken(token), token, "what was returned")
    },
  },
  {
    id: "verification-tokens/several-of-one-address",
    clause: "SEC-E4",
    also: ["§4 createVerificationToken"],
    title: "One address can have several tokens, and using one leaves the others valid",
    harm: "Requesting a second email invalidates the first, and users click the link in the first.",
    async run(t) {
      const identifier = t.email()
      const tokens = [1, 2, 3].map((days) => t.verificationToken({ identifier, expires: t.inDays(days) }))
      for (const token of tokens) await t.adapter.createVerificationToken(token)

      for (const token of [tokens[1], tokens[0], tokens[2]])
        if (token) t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "one of three tokens")
    },
  },
  {
    id: "verification-tokens/expired-is-spent",
    clause: "§3 token expired",
    also: ["SEC-E3", "vector 6", "client 1.6.12"],
    title: "An expired token is null or is returned with its real expiry, and is gone after one use",
    harm: "The client cannot tell that the link has expired, and signs the user in.",
    async run(t) {
      const token = t.verificationToken({ expires: t.inDays(-1) })
      await t.attempt(() => t.adapter.createVerificationToken(token))

      t.rowOrNothing(await t.adapter.useVerificationToken(tokenKey(token)), token, "an expired token")
      t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "the second use of the expired token")
    },
  },
  {
    id: "verification-tokens/expired-is-returned",
    level: "should",
    clause: "SEC-E3",
    also: ["§3 token expired"],
    title: "The first use of an expired token returns it, with its expiry",
    harm: "The user is told that the link is wrong, and not that it has expired.",
    fix: "Delete the row and return it. The caller compares the expiry.",
    async run(t) {
      const token = await newToken(t, { expires: t.inDays(-1) })

      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "an expired token")
    },
  },
  {
    id: "verification-tokens/stored-as-given",
    clause: "§5.4",
    title: "A token is stored exactly as it was given, because the client has already hashed it",
    harm: "No link works, or the client's hash is weakened.",
    async run(t) {
      const token = await newToken(t, { token: "0a".repeat(20) + t.unique().padStart(24, "f") })

      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "a token of 64 hex digits")
    },
  },
  {
    id: "verification-tokens/twice-is-refused",
    level: "should",
    clause: "§4 createVerificationToken",
    guarantees: ["unique_tokens"],
    title: "The same token for the same address cannot be stored twice",
    harm: "A link that was used once works a second time.",
    async run(t) {
      const token = await newToken(t)

      await t.throws(() => t.adapter.createVerificationToken(token), "the same token again", "conflict")
    },
  },
  {
    id: "verification-tokens/works-once-if-stored-twice",
    clause: "§3 token used",
    also: ["SEC-E2"],
    title: "A token that was stored twice still works only once",
    harm: "A link that was used once works a second time.",
    async run(t) {
      const token = await newToken(t)
      await t.attempt(() => t.adapter.createVerificationToken(token))

      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the first use")
      t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "the second use")
    },
  },
]
