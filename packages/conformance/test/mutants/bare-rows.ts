import { breaking, type Mutant, succeeds } from "./mutant.ts"

/** Defects that only rows without optional fields show. */
export const bareRowMutants: readonly Mutant[] = [
  {
    name: "owner-without-address-is-not-found",
    by: "bare-rows/users",
    defect: "getUserByAccount finds no user who has no address",
    evidence: "an inner join on an optional column; §4 getUserByAccount",
    make: breaking((good) => ({
      async getUserByAccount(key) {
        const owner = await good.getUserByAccount(key)
        return owner?.email ? owner : null
      },
    })),
  },
  {
    name: "session-of-a-bare-user-is-lost",
    by: "bare-rows/sessions",
    defect: "getSessionAndUser returns null if the user has neither an address nor a name",
    evidence: "a check of one column for a missing row of a left join; §4 getSessionAndUser",
    make: breaking((good) => ({
      async getSessionAndUser(token) {
        const found = await good.getSessionAndUser(token)
        return found?.user.email || found?.user.name ? found : null
      },
    })),
  },
  {
    name: "account-without-tokens-is-not-read",
    by: "bare-rows/accounts",
    defect: "getAccount returns null for an account without an access token and a scope",
    evidence: "a check of one column for a missing row; §4 getAccount",
    make: breaking((good) => ({
      async getAccount(id, provider) {
        const account = await good.getAccount(id, provider)
        return account?.access_token || account?.scope || account?.refresh_token ? account : null
      },
    })),
  },
  {
    name: "passkey-without-transports-is-not-listed",
    by: "bare-rows/passkeys",
    defect: "listAuthenticatorsByUserId leaves out passkeys without transports beside others",
    evidence: "a filter on an optional column; §4 listAuthenticatorsByUserId",
    make: breaking((good) => ({
      async listAuthenticatorsByUserId(userId) {
        const listed = await good.listAuthenticatorsByUserId(userId)
        return listed.length > 1 ? listed.filter(({ transports }) => transports) : listed
      },
    })),
  },
  {
    name: "bare-user-gives-the-address-up",
    by: "bare-rows/taken-addresses",
    defect: "createUser replaces the user of a taken address if that user has no name",
    evidence: "an upsert for invited people; SEC-B2",
    make: breaking((good) => ({
      async createUser(user) {
        const holder = user.email ? await good.getUserByEmail(user.email) : null
        if (holder && !holder.name && !holder.image) await good.deleteUser(holder.id)
        return good.createUser(user)
      },
    })),
  },
  {
    name: "account-without-tokens-is-relinked",
    by: "bare-rows/taken-accounts",
    defect: "linkAccount moves an account that has no tokens to the new user",
    evidence: "a check for a conflict by the token of the row; SEC-B3",
    make: breaking((good) => ({
      async linkAccount(account) {
        const found = await good.getAccount(String(account.providerAccountId), account.provider)
        if (found && !found.access_token && !found.refresh_token && !account.access_token)
          await good.unlinkAccount(found)
        return good.linkAccount(account)
      },
    })),
  },
  {
    name: "session-of-a-bare-user-is-replaced",
    by: "bare-rows/taken-sessions",
    defect: "createSession replaces a session whose user has no name",
    evidence: "a check for a conflict by a joined column; SEC-B5",
    make: breaking((good) => ({
      async createSession(session) {
        const found = await good.getSessionAndUser(session.sessionToken)
        if (found && !found.user.name) await good.deleteSession(session.sessionToken)
        return good.createSession(session)
      },
    })),
  },
  {
    name: "unused-passkey-is-registered-again",
    by: "bare-rows/taken-passkeys",
    defect: "createAuthenticator reports success for a taken passkey whose counter is zero",
    evidence: "a check for a conflict by the counter of the row; SEC-B4",
    make: breaking((good) => ({
      async createAuthenticator(passkey) {
        const found = await good.getAuthenticator(passkey.credentialID)
        const isBare = found?.counter === 0 && !found.transports
        const creation = good.createAuthenticator(passkey)
        return isBare && !(await succeeds(creation)) ? { ...passkey } : creation
      },
    })),
  },
]
