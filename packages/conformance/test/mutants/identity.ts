import type { Adapter } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** Reads and writes session tokens in a changed form. */
const foldingSessions = (fold: (token: string) => string): Mutant["make"] =>
  breaking((good) => {
    const folded = <Row extends { sessionToken: string }>(row: Row): Row => ({
      ...row,
      sessionToken: typeof row.sessionToken === "string" ? fold(row.sessionToken) : row.sessionToken,
    })
    const key = (token: string) => (typeof token === "string" ? fold(token) : token)
    return {
      createSession: async (session) => ({ ...(await good.createSession(folded(session))), ...session }),
      getSessionAndUser: async (token) => {
        const found = await good.getSessionAndUser(key(token))
        return found && { ...found, session: { ...found.session, sessionToken: token } }
      },
      updateSession: (session) => good.updateSession(folded(session)),
      deleteSession: (token) => good.deleteSession(key(token)),
    }
  })

/** Looks addresses up, and stores them, in a changed form. */
const foldingEmails = (fold: (email: string) => string): Mutant["make"] =>
  breaking((good) => {
    const key = (email: unknown) => (typeof email === "string" ? fold(email) : email) as string
    return {
      createUser: (user) => good.createUser({ ...user, email: key(user.email) }),
      getUserByEmail: (email) => good.getUserByEmail(key(email)),
    }
  })

const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "")

/** A deletion that also deletes tokens of other addresses. */
const deletingTokens = (fits: (identifier: string, email: string) => boolean): Mutant["make"] =>
  breaking((good) => {
    const tokens: { identifier: string; token: string }[] = []
    return {
      createVerificationToken(token) {
        tokens.push(token)
        return good.createVerificationToken(token)
      },
      async deleteUser(id) {
        const user = await good.getUser(id)
        for (const { identifier, token } of tokens)
          if (user?.email && fits(identifier, user.email))
            await good.useVerificationToken({ identifier, token })
        return good.deleteUser(id)
      },
    }
  })

type Linked = Parameters<Adapter["linkAccount"]>[0]

/** Defects about which keys are equal, and about keys that are used again. */
export const identityMutants: readonly Mutant[] = [
  {
    name: "session-tokens-in-german",
    by: "exact-keys/separate-session-tokens",
    defect: "a sharp s and a double s are the same in session tokens",
    evidence: "utf8mb4_unicode_ci; SEC-J10",
    make: foldingSessions((token) => token.replaceAll("ß", "ss")),
  },
  {
    name: "session-tokens-in-greek",
    by: "exact-keys/separate-session-tokens",
    defect: "both forms of the small sigma are the same in session tokens",
    evidence: "case folding of keys; SEC-J10",
    make: foldingSessions((token) => token.replaceAll("ς", "σ")),
  },
  {
    name: "addresses-in-turkish",
    by: "exact-keys/capitals-of-addresses",
    defect: "capitals in addresses are lowered by the rules of Turkish",
    evidence: "toLocaleLowerCase on a Turkish server",
    make: foldingEmails((email) => email.toLocaleLowerCase("tr")),
  },
  {
    name: "dotless-addresses-are-one",
    by: "exact-keys/separate-email-addresses",
    defect: "a dotless i in an address finds the user with a dotted one",
    evidence: "GitHub, 2019: a password reset was sent to the wrong mailbox",
    make: foldingEmails((email) => email.replaceAll("ı", "i")),
  },
  {
    name: "accents-in-addresses-ignored",
    by: "exact-keys/separate-email-addresses",
    defect: "addresses that differ in an accent are one user",
    evidence: "an accent-insensitive collation; SEC-J10",
    make: foldingEmails(withoutAccents),
  },
  {
    name: "deletion-takes-longer-addresses",
    by: "exact-keys/tokens-of-similar-addresses",
    defect: "deleting a user deletes the tokens of addresses that end with the address",
    evidence: "LIKE '%address'",
    make: deletingTokens((identifier, email) => identifier.endsWith(email)),
  },
  {
    name: "deletion-takes-address-patterns",
    by: "exact-keys/tokens-of-similar-addresses",
    defect: "deleting a user deletes the tokens of addresses that match the address as a pattern",
    evidence: "LIKE without escapes; SEC-J8",
    make: deletingTokens((identifier, email) =>
      new RegExp(`^${email.replaceAll(".", "\\.").replaceAll("_", ".")}$`).test(identifier),
    ),
  },
  {
    name: "linked-again-with-old-tokens",
    by: "reused-keys/of-accounts",
    defect: "an account that is linked again gets back the refresh token it had before",
    evidence: "a soft delete that is undone; INSERT … ON CONFLICT",
    make: breaking((good) => {
      const known = new Map<string, Linked>()
      return {
        linkAccount(account) {
          const name = keyOf(account.provider, account.providerAccountId)
          const given = { refresh_token: known.get(name)?.refresh_token, ...account }
          known.set(name, given)
          return good.linkAccount(given)
        },
      }
    }),
  },
  {
    name: "address-verified-for-good",
    by: "reused-keys/of-addresses",
    defect: "a new user with the address of a deleted user counts as verified",
    evidence: "a soft delete that is undone",
    make: breaking((good) => {
      const verified = new Map<string, Date>()
      return {
        async createUser(user) {
          const emailVerified = user.emailVerified ?? verified.get(user.email ?? "")
          if (user.email && user.emailVerified) verified.set(user.email, user.emailVerified)
          return good.createUser(emailVerified ? { ...user, emailVerified } : user)
        },
      }
    }),
  },
  {
    name: "passkey-counter-survives",
    by: "reused-keys/of-sessions-and-passkeys",
    defect: "a passkey that is registered again keeps the counter of its deleted registration",
    evidence: "counters in a table of their own",
    make: breaking((good) => {
      const counters = new Map<string, number>()
      return {
        updateAuthenticatorCounter(id, counter) {
          counters.set(id, counter)
          return good.updateAuthenticatorCounter(id, counter)
        },
        createAuthenticator: (passkey) =>
          good.createAuthenticator({
            ...passkey,
            counter: counters.get(passkey.credentialID) ?? passkey.counter,
          }),
      }
    }),
  },
  {
    name: "email-provider-ignored",
    by: "exact-keys/special-words-in-providers",
    defect: "accounts of the provider email are never found",
    evidence: "a filter for the built-in providers",
    make: breaking((good) => ({
      getUserByAccount: async (key) => (key?.provider === "email" ? null : good.getUserByAccount(key)),
    })),
  },
]
