import { breaking, type Mutant } from "./mutant.ts"

const cut = (text: unknown, length: number): string => String(text).slice(0, length)

/** Defects of columns that truncate what does not fit. */
export const truncatedFieldMutants: readonly Mutant[] = [
  {
    name: "emoji-cut-between-units",
    by: "text/long-users",
    defect: "a name of more than 255 UTF-16 units with emoji is truncated",
    evidence: "varchar(255) counted in another unit; SEC-J7",
    make: breaking((good) => ({
      createUser: (user) => {
        const { name } = user
        const isCut = name && name.length > 255 && /\p{Emoji_Presentation}/u.test(name)
        return good.createUser(isCut ? { ...user, name: [...name].slice(0, 127).join("") } : user)
      },
    })),
  },
  {
    name: "passkey-key-cut-at-1024",
    by: "text/long-passkeys",
    defect: "a credentialPublicKey is truncated at 1,024 characters",
    evidence: "varchar(1024) without strict mode; SEC-J7",
    make: breaking((good) => ({
      createAuthenticator: (passkey) =>
        good.createAuthenticator({ ...passkey, credentialPublicKey: cut(passkey.credentialPublicKey, 1024) }),
    })),
  },
  {
    name: "transports-cut-at-64",
    by: "text/long-passkeys",
    defect: "the transports of a passkey are truncated at 64 characters",
    evidence: "varchar(64) without strict mode; SEC-J7",
    make: breaking((good) => ({
      createAuthenticator: ({ transports, ...passkey }) =>
        good.createAuthenticator({ ...passkey, ...(transports && { transports: cut(transports, 64) }) }),
    })),
  },
  {
    name: "identifiers-cut-at-128",
    by: "exact-keys/long-identifiers",
    defect: "the identifier of a token is stored and compared by its first 128 characters",
    evidence: "a prefix index; SEC-E1",
    make: breaking((good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken({ ...token, identifier: cut(token.identifier, 128) }),
      async useVerificationToken(key) {
        const used = await good.useVerificationToken({ ...key, identifier: cut(key?.identifier, 128) })
        return used && { ...used, identifier: key.identifier }
      },
    })),
  },
  {
    name: "addresses-cut-at-100",
    by: "exact-keys/long-email-addresses",
    defect: "an address is found by its first 100 characters",
    evidence: "a prefix index; SEC-C9",
    make: breaking((good) => {
      const emails = new Map<string, string>()
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          emails.set(cut(created.email, 100), created.email)
          return created
        },
        getUserByEmail: (email) =>
          good.getUserByEmail(email?.length > 100 ? (emails.get(cut(email, 100)) ?? email) : email),
      }
    }),
  },
  {
    name: "providers-cut-at-32",
    by: "exact-keys/long-providers",
    defect: "a provider is stored and compared by its first 32 characters",
    evidence: "varchar(32) without strict mode; SEC-C1",
    make: breaking((good) => ({
      linkAccount: (account) => good.linkAccount({ ...account, provider: cut(account.provider, 32) }),
      getUserByAccount: (key) => good.getUserByAccount({ ...key, provider: cut(key?.provider, 32) }),
    })),
  },
]
