import type { Adapter } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

const cutAt = (length: number, text: string | null | undefined): string | null | undefined =>
  text?.slice(0, length)

const endAtNul = (text: string | null | undefined): string | null | undefined => text?.split("\0")[0]

const isUuid = (id: unknown): id is string => typeof id === "string" && /^[0-9A-F-]{36}$/i.test(id)

/** Defects of single values in single operations, and of providers with a special meaning. */
export const keptValueMutants: readonly Mutant[] = [
  {
    name: "session-user-name-cut",
    by: "text/long-users",
    defect: "getSessionAndUser cuts the name at 1,024 characters",
    evidence: "a view with a shorter column; SEC-J7",
    make: breaking((good) => ({
      async getSessionAndUser(token) {
        const found = await good.getSessionAndUser(token)
        return found && { ...found, user: { ...found.user, name: cutAt(1024, found.user.name) } }
      },
    })),
  },
  {
    name: "unlinked-account-is-cut",
    by: "text/long-accounts",
    defect: "unlinkAccount returns the account with a scope of 255 characters",
    evidence: "a column of another type in the audit table; SEC-J7",
    make: breaking((good) => ({
      async unlinkAccount(key) {
        const unlinked = await good.unlinkAccount(key)
        return unlinked && { ...unlinked, scope: cutAt(255, unlinked.scope as string) }
      },
    })),
  },
  {
    name: "public-key-cut-in-one-lookup",
    by: "text/long-passkeys",
    defect: "getAuthenticator cuts the public key at 255 characters",
    evidence: "varchar(255) in a cache; SEC-J7",
    make: breaking((good) => ({
      async getAuthenticator(id) {
        const found = await good.getAuthenticator(id)
        return found && { ...found, credentialPublicKey: cutAt(255, found.credentialPublicKey) }
      },
    })),
  },
  {
    name: "created-name-ends-at-a-nul",
    by: "text/nul-users",
    defect: "createUser ends a name at a NUL",
    evidence: "drivers that pass texts as C strings; SEC-J7",
    make: breaking((good) => ({
      createUser: (user) => good.createUser({ ...user, name: endAtNul(user.name) }),
    })),
  },
  {
    name: "scope-ends-at-a-nul",
    by: "text/nul-accounts",
    defect: "linkAccount ends the scope at a NUL",
    evidence: "drivers that pass texts as C strings; SEC-J7",
    make: breaking((good) => ({
      linkAccount: (account) => good.linkAccount({ ...account, scope: endAtNul(account.scope as string) }),
    })),
  },
  {
    name: "transports-end-at-a-nul",
    by: "text/nul-passkeys",
    defect: "createAuthenticator ends the transports at a NUL",
    evidence: "drivers that pass texts as C strings; SEC-J7",
    make: breaking((good) => ({
      createAuthenticator: (passkey) =>
        good.createAuthenticator({ ...passkey, transports: endAtNul(passkey.transports) }),
    })),
  },
  {
    name: "updated-name-ends-at-a-nul",
    by: "text/nul-in-both-writes",
    defect: "updateUser ends a name at a NUL, and createUser does not",
    evidence: "two ways to bind a parameter; SEC-J7",
    make: breaking((good) => ({
      updateUser: (user) => good.updateUser({ ...user, name: endAtNul(user.name) }),
    })),
  },
  {
    name: "used-identifier-in-lower-case",
    by: "exact-keys/returned-identifiers",
    defect: "useVerificationToken returns the identifier in lower case",
    evidence: "@auth/core compares the returned identifier with that of the link exactly",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        return used && { ...used, identifier: used.identifier.toLowerCase() }
      },
    })),
  },
  {
    name: "created-id-is-not-the-stored-one",
    by: "exact-keys/returned-user-ids",
    defect: "a UUID in capitals is stored in small letters, but createUser returns it as given",
    evidence: "uuid columns of PostgreSQL; @auth/core uses the returned id",
    make: breaking((good) => ({
      async createUser(user) {
        const { id } = user
        if (!isUuid(id)) return good.createUser(user)
        return { ...(await good.createUser({ ...user, id: id.toLowerCase() })), id }
      },
    })),
  },
  {
    name: "updated-passkey-without-false",
    by: "zeros/in-passkeys",
    defect: "updateAuthenticatorCounter leaves out credentialBackedUp if it is false",
    evidence: "a serializer that drops false; §2 AdapterAuthenticator",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        const { credentialBackedUp, ...passkey } = await good.updateAuthenticatorCounter(id, counter)
        return credentialBackedUp ? { ...passkey, credentialBackedUp } : passkey
      },
    })),
  },
  {
    name: "passkey-of-nobody-is-lost",
    by: "owners/missing-owner-of-passkeys",
    defect: "createAuthenticator for an unknown user returns its argument and stores nothing",
    evidence: "@auth/neo4j-adapter; §7.2",
    make: breaking((good) => ({
      createAuthenticator: async (passkey) =>
        (await good.getUser(passkey.userId)) ? good.createAuthenticator(passkey) : { ...passkey },
    })),
  },
  {
    name: "email-accounts-are-addresses",
    by: "exact-keys/other-rows-are-no-accounts",
    defect: "getUserByAccount at the provider `email` looks for a user with this address",
    evidence: "§2: the providerAccountId of an email account is the address",
    make: breaking((good) => ({
      async getUserByAccount(key) {
        const owner = await good.getUserByAccount(key)
        return (
          owner ?? (key?.provider === "email" ? good.getUserByEmail(String(key.providerAccountId)) : null)
        )
      },
    })),
  },
  {
    name: "taken-passkey-account-is-returned",
    by: "exact-keys/taken-at-special-providers",
    defect: "linkAccount of a webauthn account that another user has returns the stored account",
    evidence: "ON CONFLICT DO NOTHING for one type; SEC-B3",
    make: breaking((good) => ({
      async linkAccount(account: Parameters<Adapter["linkAccount"]>[0]) {
        const { type, provider, providerAccountId } = account
        const taken = type === "webauthn" && (await good.getAccount(providerAccountId, provider))
        return taken || good.linkAccount(account)
      },
    })),
  },
]
