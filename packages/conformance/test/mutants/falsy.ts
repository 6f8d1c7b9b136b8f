import type { Account, Authenticator, User } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

/** Defects of values that are easily confused: zero, false, empty text, and numbers as text. */
export const falsyMutants: readonly Mutant[] = [
  {
    name: "zero-is-dropped",
    by: "counters/zero-is-a-counter",
    defect: "a counter of zero and a credentialBackedUp of false are returned empty",
    evidence: "`value || null` in the write",
    make: breaking((good) => {
      const shown = (row: Authenticator | null) =>
        row && { ...row, counter: row.counter || null, credentialBackedUp: row.credentialBackedUp || null }
      return {
        createAuthenticator: async (authenticator) => shown(await good.createAuthenticator(authenticator)),
        getAuthenticator: async (id) => shown(await good.getAuthenticator(id)),
      }
    }),
  },
  {
    name: "false-becomes-true",
    by: "authenticators/created-is-found",
    defect: "a credentialBackedUp of false is returned as true",
    evidence: 'booleans stored as text: Boolean("false")',
    make: breaking((good) => ({
      async getAuthenticator(id) {
        const found = await good.getAuthenticator(id)
        return found && { ...found, credentialBackedUp: Boolean(String(found.credentialBackedUp)) }
      },
    })),
  },
  {
    name: "no-date-becomes-1970",
    by: "empty-fields/unverified-is-null",
    defect: "an address that was never verified is returned as verified in 1970",
    evidence: "new Date(null); lucia#1392",
    make: breaking((good) => {
      const shown = (user: User | null) =>
        user && { ...user, emailVerified: user.emailVerified ?? new Date(0) }
      return {
        createUser: async (user) => shown(await good.createUser(user)),
        getUser: async (id) => shown(await good.getUser(id)),
        getUserByEmail: async (email) => shown(await good.getUserByEmail(email)),
      }
    }),
  },
  {
    name: "verified-by-default",
    by: "empty-fields/unverified-is-null",
    defect: "createUser marks every address as verified",
    evidence: "GHSA-g38m-r43w-p2q7: accounts are linked to unverified addresses",
    make: breaking((good) => ({
      createUser: (user) => good.createUser({ ...user, emailVerified: user.emailVerified ?? new Date() }),
    })),
  },
  {
    name: "expires-at-in-milliseconds",
    by: "account-fields/tokens-for-rotation-are-kept",
    defect: "expires_at is returned in milliseconds",
    evidence: "§2 AdapterAccount: seconds",
    make: breaking((good) => ({
      async getAccount(id, provider) {
        const found = await good.getAccount(id, provider)
        return found && { ...found, expires_at: found.expires_at && found.expires_at * 1000 }
      },
    })),
  },
  {
    name: "account-ids-as-numbers",
    by: "exact-keys/separate-account-ids",
    defect: 'the account id "007" becomes "7"',
    evidence: "a column with numeric affinity; SEC-C1",
    make: numbering((id) => (/^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, "") : id)),
  },
  {
    name: "account-ids-rounded",
    by: "exact-keys/separate-account-ids",
    defect: "account ids of more than 16 digits are rounded: users with close ids share an account",
    evidence: "numbers above 2^53; providers issue ids of 18 and 21 digits",
    make: numbering((id) => (/^\d{17,}$/.test(id) ? String(BigInt(Number(id))) : id)),
  },
  {
    name: "name-dropped",
    by: "users/created-is-returned",
    defect: "createUser does not store the name",
    evidence: "§2 AdapterUser",
    make: breaking((good) => ({ createUser: ({ name, ...user }) => good.createUser(user) })),
  },
  {
    name: "id-token-dropped",
    by: "text/provider-tokens",
    defect: "linkAccount does not store the id_token",
    evidence: "§2 AdapterAccount",
    make: breaking((good) => ({ linkAccount: ({ id_token, ...account }) => good.linkAccount(account) })),
  },
  {
    name: "device-type-fixed",
    by: "authenticators/created-is-found",
    defect: "every passkey is stored as singleDevice",
    evidence: "§2 AdapterAuthenticator",
    make: breaking((good) => ({
      createAuthenticator: (authenticator) =>
        good.createAuthenticator({ ...authenticator, credentialDeviceType: "singleDevice" }),
    })),
  },
]

function numbering(spell: (id: string) => string): Mutant["make"] {
  const spelled = <T extends Pick<Account, "providerAccountId"> | { providerAccountId: string | number }>(
    key: T,
  ): T =>
    typeof key?.providerAccountId === "string"
      ? { ...key, providerAccountId: spell(key.providerAccountId) }
      : key
  return breaking((good) => ({
    linkAccount: (account) => good.linkAccount(spelled(account)),
    getUserByAccount: (key) => good.getUserByAccount(spelled(key)),
    getAccount: (id, provider) => good.getAccount(typeof id === "string" ? spell(id) : id, provider),
  }))
}
