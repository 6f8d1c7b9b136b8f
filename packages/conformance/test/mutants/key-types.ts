import { breaking, type Mutant } from "./mutant.ts"

const evidence = "MySQL compares a text with a number as numbers; SEC-J2"

/** Whether a text and a number are equal on MySQL. */
const equalsNumber = (text: string, key: unknown): boolean =>
  (typeof key === "number" || typeof key === "boolean") && (Number.parseFloat(text) || 0) === Number(key)

/** Defects that take a value of another type for a key. */
export const keyTypeMutants: readonly Mutant[] = [
  {
    name: "zero-finds-a-session",
    by: "key-types/of-sessions",
    defect: "getSessionAndUser with the number 0 finds a session whose token starts with a letter",
    evidence,
    make: breaking((good) => {
      const tokens: string[] = []
      return {
        createSession(session) {
          tokens.push(session.sessionToken)
          return good.createSession(session)
        },
        getSessionAndUser: (token) =>
          good.getSessionAndUser(tokens.findLast((each) => equalsNumber(each, token)) ?? token),
      }
    }),
  },
  {
    name: "number-as-a-provider",
    by: "key-types/of-accounts",
    defect: "getAccount with a number as the provider finds the account of any provider that equals it",
    evidence,
    make: breaking((good) => {
      const linked: { provider: string; providerAccountId: string | number }[] = []
      return {
        linkAccount(account) {
          linked.push(account)
          return good.linkAccount(account)
        },
        getAccount(id, provider) {
          const found = linked.findLast(
            (each) => each.providerAccountId === id && equalsNumber(each.provider, provider),
          )
          return good.getAccount(id, found?.provider ?? provider)
        },
      }
    }),
  },
  {
    name: "zero-uses-a-token",
    by: "key-types/of-tokens",
    defect: "useVerificationToken with the number 0 uses up a token of the address",
    evidence,
    make: breaking((good) => {
      const sent: { identifier: string; token: string }[] = []
      return {
        createVerificationToken(token) {
          sent.push(token)
          return good.createVerificationToken(token)
        },
        useVerificationToken(key) {
          const found = sent.findLast(
            ({ identifier, token }) => identifier === key.identifier && equalsNumber(token, key.token),
          )
          return good.useVerificationToken(found ?? key)
        },
      }
    }),
  },
  {
    name: "zero-changes-counters",
    by: "key-types/of-passkeys",
    defect:
      "updateAuthenticatorCounter with 0 or false as the id changes passkeys whose id starts with a letter",
    evidence,
    make: breaking((good) => {
      const ids: string[] = []
      return {
        createAuthenticator(passkey) {
          ids.push(passkey.credentialID)
          return good.createAuthenticator(passkey)
        },
        updateAuthenticatorCounter: (id, counter) =>
          good.updateAuthenticatorCounter(ids.findLast((each) => equalsNumber(each, id)) ?? id, counter),
      }
    }),
  },
  {
    name: "one-signs-others-out",
    by: "key-types/of-sessions",
    defect: "deleteSession with 1 or true deletes a session whose token starts with a 1",
    evidence,
    make: breaking((good) => {
      const tokens: string[] = []
      return {
        createSession(session) {
          tokens.push(session.sessionToken)
          return good.createSession(session)
        },
        async deleteSession(token) {
          for (const each of tokens.filter((one) => equalsNumber(one, token))) await good.deleteSession(each)
          return good.deleteSession(token)
        },
      }
    }),
  },
  {
    name: "session-of-user-zero-is-of-the-first-user",
    by: "key-types/of-owners",
    defect: "createSession with the number 0 as user id stores a session of the first user",
    evidence,
    make: breaking((good) => {
      let first: string | undefined
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          first ??= created.id
          return created
        },
        createSession: (session) =>
          good.createSession(
            (session.userId as unknown) === 0 && first ? { ...session, userId: first } : session,
          ),
      }
    }),
  },
]
