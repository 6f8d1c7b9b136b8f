import { breaking, keyOf, type Mutant, pause, succeeds } from "./mutant.ts"

/** Defects of unique keys: a key that is taken can be taken again. */
export const duplicateMutants: readonly Mutant[] = [
  {
    name: "duplicate-email-accepted",
    by: "emails/one-user-each",
    defect: "two users can have the same email",
    evidence: "@auth/pg-adapter, d1, mongodb, dynamodb",
    make: breaking((good) => ({
      async createUser(user) {
        if (!user.email || !(await good.getUserByEmail(user.email))) return good.createUser(user)
        return { ...(await good.createUser({ ...user, email: null })), email: user.email }
      },
    })),
  },
  {
    name: "duplicate-email-returns-the-first",
    by: "emails/one-user-each",
    defect: "createUser with a taken email returns the user who has it",
    evidence: "ON CONFLICT DO UPDATE; another person is signed in as the owner of the address",
    make: breaking((good) => ({
      createUser: async (user) =>
        (user.email ? await good.getUserByEmail(user.email) : null) ?? good.createUser(user),
    })),
  },
  {
    name: "duplicate-email-overwrites",
    by: "emails/refused-user-leaves-nothing",
    defect: "createUser with a taken email moves the address to the new user",
    evidence: "@auth/upstash-redis-adapter: SET of the email key without NX",
    make: breaking((good) => ({
      async createUser(user) {
        const owner = user.email ? await good.getUserByEmail(user.email) : null
        if (owner) await good.updateUser({ id: owner.id, email: null })
        return good.createUser(user)
      },
    })),
  },
  {
    name: "email-checked-then-inserted",
    by: "one-winner/users",
    defect: "createUser checks whether the email is free, then inserts: two concurrent calls both succeed",
    evidence: "@auth/mongodb-adapter and all without a unique index; SEC-B2",
    make: breaking((good) => {
      const taken = new Set<string>()
      return {
        async createUser(user) {
          const { email } = user
          if (email && taken.has(email)) return good.createUser(user)
          await pause()
          if (!email || !taken.has(email)) {
            if (email) taken.add(email)
            return good.createUser(user)
          }
          return { ...(await good.createUser({ ...user, email: null })), email }
        },
      }
    }),
  },
  {
    name: "duplicate-account-accepted",
    by: "linking/taken-account-is-refused",
    defect: "linkAccount of an account that another user has reports success",
    evidence: "@auth/pg-adapter, d1, typeorm, sequelize, dynamodb",
    make: breaking((good) => ({
      async linkAccount(account) {
        await succeeds(good.linkAccount(account))
        return { ...account }
      },
    })),
  },
  {
    name: "account-moves-to-the-last-linker",
    by: "linking/refused-link-changes-nothing",
    defect: "linkAccount of an account that another user has moves it to the new user",
    evidence: "SEC-B3; key-value stores that overwrite",
    make: breaking((good) => ({
      async linkAccount(account) {
        const owner = await good.getUserByAccount(account)
        if (owner) await good.unlinkAccount(account)
        return good.linkAccount(account)
      },
    })),
  },
  {
    name: "account-checked-then-linked",
    by: "one-winner/accounts",
    defect: "linkAccount checks whether the account is free, then writes: two concurrent calls both succeed",
    evidence: "@auth/typeorm-adapter and all without a unique key; SEC-B3",
    make: breaking((good) => {
      const taken = new Set<string>()
      return {
        async linkAccount(account) {
          const key = keyOf(account.provider, account.providerAccountId)
          if (taken.has(key)) return good.linkAccount(account)
          await pause()
          const late = taken.has(key)
          taken.add(key)
          if (late) await good.unlinkAccount(account)
          return good.linkAccount(account)
        },
      }
    }),
  },
  {
    name: "duplicate-session-accepted",
    by: "sessions/taken-token-is-refused",
    defect: "createSession with an existing token reports success",
    evidence: "@auth/pg-adapter: no unique key on the token",
    make: breaking((good) => ({
      async createSession(session) {
        await succeeds(good.createSession(session))
        return { ...session }
      },
    })),
  },
  {
    name: "duplicate-session-overwrites",
    by: "sessions/taken-token-is-refused",
    defect: "createSession with an existing token gives the session to another user",
    evidence: "SEC-B5; GHSA-c9h6-v78w-52wj: a reused session id gives access to another user's session",
    make: breaking((good) => ({
      async createSession(session) {
        await good.deleteSession(session.sessionToken)
        return good.createSession(session)
      },
    })),
  },
  {
    name: "duplicate-passkey-accepted",
    by: "authenticators/taken-id-is-refused",
    defect: "createAuthenticator of a credential that exists reports success",
    evidence: "better-auth: credentialID is not unique; SEC-B4",
    make: breaking((good) => ({
      async createAuthenticator(authenticator) {
        await succeeds(good.createAuthenticator(authenticator))
        return { ...authenticator }
      },
    })),
  },
  {
    name: "duplicate-passkey-overwrites",
    by: "authenticators/taken-id-is-refused",
    defect: "createAuthenticator of a credential that exists replaces its public key",
    evidence: "key-value stores that overwrite; SEC-B4",
    make: breaking((good) => {
      const later = new Map<string, object>()
      return {
        async createAuthenticator(authenticator) {
          if (await succeeds(good.createAuthenticator(authenticator))) return authenticator
          later.set(authenticator.credentialID, authenticator)
          return authenticator
        },
        getAuthenticator: async (id) => later.get(id) ?? good.getAuthenticator(id),
      }
    }),
  },
]
