import { alsoActs, type Call, type Matches, pick } from "./also-acts.ts"
import { breaking, type Mutant } from "./mutant.ts"

const isLike: Matches = (other, key) => /[%_*?]$/.test(key) && other.startsWith(key.slice(0, -1))
const starts: Matches = (other, key) => other.startsWith(key)
const ends: Matches = (other, key) => other.endsWith(key)
const contains: Matches = (other, key) => other.includes(key)
const ignoresCase: Matches = (other, key) => other.toLowerCase() === key.toLowerCase()

const sessions = { create: "createSession" } as const
const accounts: Call = {
  create: "linkAccount",
  act: "unlinkAccount",
  argumentsOf: pick("provider", "providerAccountId"),
}
const tokens: Call = {
  create: "createVerificationToken",
  act: "useVerificationToken",
  argumentsOf: pick("identifier", "token"),
}

const evidence = "a prefix, a pattern or a collation that folds, in the WHERE clause of the write; SEC-J8"

/** Defects of writes that change rows with similar keys beside the row that they name. */
export const siblingMutants: readonly Mutant[] = [
  {
    name: "sign-out-by-the-beginning-of-a-token",
    by: "exact-keys/delete-session",
    defect: "deleteSession also deletes the sessions whose tokens start with the given one",
    evidence,
    make: alsoActs("sessionToken", starts, {
      ...sessions,
      act: "deleteSession",
      argumentsOf: ({ sessionToken }) => [sessionToken],
    }),
  },
  {
    name: "extension-by-a-pattern",
    by: "exact-keys/update-session",
    defect: "updateSession also updates the sessions whose tokens match the given one as a pattern",
    evidence,
    make: alsoActs("sessionToken", isLike, {
      ...sessions,
      act: "updateSession",
      argumentsOf: pick("sessionToken"),
    }),
  },
  {
    name: "unlinking-by-a-part-of-the-id",
    by: "exact-keys/unlink-account",
    defect: "unlinkAccount also unlinks the accounts whose ids contain the given one",
    evidence,
    make: alsoActs("providerAccountId", contains, accounts),
  },
  {
    name: "unlinking-ignores-the-case-of-a-provider",
    by: "exact-keys/unlink-account",
    defect: "unlinkAccount also unlinks accounts of a provider that differs only in case",
    evidence,
    make: alsoActs("provider", ignoresCase, accounts),
  },
  {
    name: "use-by-the-end-of-a-token",
    by: "exact-keys/use-verification-token",
    defect: "useVerificationToken also deletes the tokens of the address that end with the given one",
    evidence,
    make: alsoActs("token", ends, tokens),
  },
  {
    name: "use-by-the-end-of-an-identifier",
    by: "exact-keys/use-verification-token",
    defect: "useVerificationToken also deletes tokens of addresses that end with the given one",
    evidence,
    make: alsoActs("identifier", ends, tokens),
  },
  {
    name: "counter-ignores-the-case-of-a-passkey",
    by: "exact-keys/update-authenticator-counter",
    defect: "updateAuthenticatorCounter also updates passkeys whose ids differ only in case",
    evidence,
    make: alsoActs("credentialID", ignoresCase, {
      create: "createAuthenticator",
      act: "updateAuthenticatorCounter",
      argumentsOf: ({ credentialID }) => [credentialID],
    }),
  },
  {
    name: "sign-out-returns-a-similar-session",
    by: "exact-keys/absent-session-tokens",
    defect: "deleteSession returns a session whose token differs only in case, which it does not delete",
    evidence,
    make: breaking((good) => {
      const tokens = new Set<string>()
      return {
        async createSession(session) {
          tokens.add(session.sessionToken)
          return good.createSession(session)
        },
        async deleteSession(token) {
          const similar = [...tokens].find((other) => other !== token && ignoresCase(other, token))
          const deleted = await good.deleteSession(token)
          return deleted ?? (similar && (await good.getSessionAndUser(similar))?.session)
        },
      }
    }),
  },
  {
    name: "deletion-by-the-beginning-of-an-id",
    by: "exact-keys/delete-user",
    defect: "deleteUser also deletes the users whose ids start with the given one",
    evidence,
    make: alsoActs("id", starts, { create: "createUser", act: "deleteUser", argumentsOf: ({ id }) => [id] }),
  },
  {
    name: "update-by-a-pattern",
    by: "exact-keys/update-user",
    defect: "updateUser also updates the users whose ids match the given one as a pattern",
    evidence,
    make: alsoActs("id", isLike, { create: "createUser", act: "updateUser", argumentsOf: pick("id") }),
  },
  {
    name: "tokens-deleted-by-the-end-of-an-address",
    by: "exact-keys/tokens-of-similar-addresses",
    defect: "deleteUser also deletes the tokens of addresses that end with the address of the user",
    evidence,
    make: breaking((good) => {
      const stored: { identifier: string; token: string }[] = []
      return {
        async createVerificationToken(token) {
          stored.push({ ...token })
          return good.createVerificationToken(token)
        },
        async deleteUser(id) {
          const { email } = (await good.getUser(id)) ?? {}
          for (const { identifier, token } of stored)
            if (email && ends(identifier, email)) await good.useVerificationToken({ identifier, token })
          return good.deleteUser(id)
        },
      }
    }),
  },
]
