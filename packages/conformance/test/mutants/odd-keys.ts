import { breaking, type Mutant } from "./mutant.ts"

const untilNul = (text: string): string => text.split("\0")[0] ?? ""
const asNumber = (text: unknown): string =>
  /^[\d.+ex]{1,6}$/i.test(`${text}`) ? `${Number(text)}` : `${text}`

/** Defects of keys that a driver ends, converts or compares by their beginning, and of lists and refused updates. */
export const oddKeyMutants: readonly Mutant[] = [
  {
    name: "session-token-ends-at-a-nul",
    by: "exact-keys/control-characters-in-sessions",
    defect: "a session token with a NUL finds the session whose token is the text before it",
    evidence: "drivers that pass keys as C strings; SEC-J8",
    make: breaking((good) => ({
      getSessionAndUser: (token) =>
        good.getSessionAndUser(`${token}`.includes("\0") ? untilNul(token) : token),
    })),
  },
  {
    name: "short-account-ids-as-numbers",
    by: "exact-keys/short-numbers-in-accounts",
    defect: "account ids of up to six digits are compared as numbers",
    evidence: "an integer column beside a text column for long ids; SEC-C3",
    make: breaking((good) => {
      const fold = <T extends { providerAccountId: string | number }>(row: T) => ({
        ...row,
        providerAccountId: asNumber(row.providerAccountId),
      })
      return {
        linkAccount: (account) => good.linkAccount(fold(account)),
        getUserByAccount: (key) => good.getUserByAccount(fold(key)),
        getAccount: (id, provider) => good.getAccount(asNumber(id), provider),
        unlinkAccount: (key) => good.unlinkAccount(fold(key)),
      }
    }),
  },
  {
    name: "sessions-deleted-by-the-beginning-of-an-id",
    by: "exact-keys/beginnings-of-other-keys",
    defect: "deleteUser ends the sessions of every user whose id begins with the given one",
    evidence: "SCAN with the pattern user:ID* on Redis; SEC-C3",
    make: breaking((good) => {
      const owners = new Map<string, string>()
      return {
        async createSession(session) {
          owners.set(session.sessionToken, session.userId)
          return good.createSession(session)
        },
        async deleteUser(id) {
          for (const [token, owner] of owners)
            if (typeof id === "string" && id && `${owner}`.startsWith(id) && owner !== id)
              await good.deleteSession(token)
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "refused-update-keeps-the-picture",
    by: "untouched/by-refused-fields",
    defect: "an updateUser that is refused for its date stores the picture all the same",
    evidence: "one statement for each field, without a transaction; SEC-A4",
    make: breaking((good) => ({
      async updateUser({ id, image, ...changes }) {
        if (image !== undefined) await good.updateUser({ id, image })
        return good.updateUser({ id, ...changes })
      },
    })),
  },
  {
    name: "passkeys-listed-for-each-session",
    by: "authenticators/listed-once",
    defect: "the list of passkeys repeats each one for every session of the user",
    evidence: "a join with the sessions of the user",
    make: breaking((good) => {
      const sessions: string[] = []
      return {
        async createSession(session) {
          sessions.push(session.userId)
          return good.createSession(session)
        },
        async listAuthenticatorsByUserId(id) {
          const list = await good.listAuthenticatorsByUserId(id)
          const count = sessions.filter((owner) => owner === id).length
          return count > 1 ? [...list, ...list] : list
        },
      }
    }),
  },
  {
    name: "unlinking-by-the-account-id-alone",
    by: "exact-keys/half-a-key-removes-no-accounts",
    defect: "unlinkAccount compares the id of the account, but not the provider",
    evidence: "a condition with half of the key; SEC-C3",
    make: breaking((good) => {
      const providers = new Map<string, string>()
      return {
        async linkAccount(account) {
          const linked = await good.linkAccount(account)
          if (!providers.has(`${account.providerAccountId}`))
            providers.set(`${account.providerAccountId}`, account.provider)
          return linked
        },
        unlinkAccount: ({ provider, providerAccountId }) =>
          good.unlinkAccount({
            providerAccountId,
            provider: providers.get(`${providerAccountId}`) ?? provider,
          }),
      }
    }),
  },
]
