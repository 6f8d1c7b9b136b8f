import type { Adapter, User } from "mortise"
import { breaking, type Mutant, type Overrides } from "./mutant.ts"

/** Defects of queries that interpret an argument instead of comparing it literally. */
export const lookupMutants: readonly Mutant[] = [
  {
    name: "quote-ends-the-query",
    by: "exact-keys/special-texts-find-no-users",
    defect: "a quote in an address ends the literal: ' OR ''=' finds the first user",
    evidence: "CVE-2026-33468; SEC-J11",
    make: byEmail((email) => /'.*or.*'/i.test(email), first),
  },
  {
    name: "email-as-regular-expression",
    by: "exact-keys/similar-mailboxes",
    defect: "getUserByEmail uses the address as a regular expression",
    evidence: "MongoDB $regex for case-insensitive lookups; SEC-J8",
    make: byEmail(
      () => true,
      (users, email) => users.find((user) => matches(email, user.email)),
    ),
  },
  {
    name: "email-as-glob",
    by: "exact-keys/special-texts-find-no-users",
    defect: "getUserByEmail treats * in an address as a wildcard",
    evidence: "Redis KEYS and SCAN; SEC-J8",
    make: byEmail(
      (email) => email.includes("*"),
      (users, email) => users.find((user) => matches(email.replaceAll("*", ".*"), user.email)),
    ),
  },
  {
    name: "email-as-list",
    by: "exact-keys/similar-mailboxes",
    defect: "getUserByEmail with two addresses, separated by a comma, finds the first user",
    evidence: "GHSA-xv97-c62v-4587 / CVE-2022-35924",
    make: byEmail(
      (email) => email.includes(","),
      (users, email) => users.find((user) => email.split(",").includes(user.email)),
    ),
  },
  {
    name: "plus-addresses-are-one",
    by: "exact-keys/similar-mailboxes",
    defect: "ada+x@example.com finds ada@example.com",
    evidence: "SEC-C9: an address has one form, but different addresses stay different",
    make: byEmail(
      (email) => email.includes("+"),
      (users, email) => users.find((user) => user.email === email.replace(/\+[^@]*/, "")),
    ),
  },
  {
    name: "dots-in-addresses-ignored",
    by: "exact-keys/similar-mailboxes",
    defect: "a.da@example.com finds ada@example.com",
    evidence: "SEC-C9: a rule of one mail provider, applied to all",
    make: byEmail(
      (email) => /\..*@/.test(email),
      (users, email) => users.find((user) => user.email === email.replace(/\.(?=.*@)/g, "")),
    ),
  },
  {
    name: "email-found-by-its-beginning",
    by: "exact-keys/similar-mailboxes",
    defect: "getUserByEmail finds a user whose address starts with the given text",
    evidence: "SEC-J8; a range query on a key",
    make: byEmail(
      (email) => email.length > 3,
      (users, email) => users.find((user) => user.email.startsWith(email)),
    ),
  },
  {
    name: "email-lowered-on-write-alone",
    by: "users/email-as-typed-is-found",
    defect: "an address is stored in lower case but looked up as typed",
    evidence: "@auth/core: a passkey sign-up passes the address as typed",
    make: breaking((good) => {
      const stored = new Set<string>()
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          if (created.email) stored.add(created.email.toLowerCase())
          return created
        },
        getUserByEmail: async (email) => (stored.has(email) ? good.getUserByEmail(email) : null),
      }
    }),
  },
  {
    name: "array-finds-a-user",
    by: "key-types/list-with-a-key",
    defect: "an array that contains an address finds its user",
    evidence: "mysql2 and Sequelize spread arrays into IN; SEC-J3",
    make: breaking((good) => ({
      getUserByEmail: (email) =>
        good.getUserByEmail(Array.isArray(email) ? ((email as string[])[0] ?? "") : email),
    })),
  },
  {
    name: "array-finds-a-session",
    by: "key-types/list-with-a-key",
    defect: "an array that contains a session token finds its session",
    evidence: "mysql2 and Sequelize spread arrays into IN; SEC-J3",
    make: breaking((good) => ({
      getSessionAndUser: (token) =>
        good.getSessionAndUser(Array.isArray(token) ? ((token as string[])[0] ?? "") : token),
    })),
  },
]

type Find = (users: readonly User[], email: string) => User | undefined

function first(users: readonly User[]): User | undefined {
  return users[0]
}

function matches(pattern: string, email: string): boolean {
  try {
    return new RegExp(`^${pattern}$`).test(email)
  } catch {
    return false
  }
}

/** If no user has the exact address, finds a user whose address matches. */
function byEmail(fits: (email: string) => boolean, find: Find): Mutant["make"] {
  return breaking((good: Adapter): Overrides => {
    const users: User[] = []
    return {
      async createUser(user) {
        const created = await good.createUser(user)
        if (created.email) users.push(created)
        return created
      },
      async getUserByEmail(email) {
        const found = await good.getUserByEmail(email)
        if (found || typeof email !== "string" || !fits(email)) return found
        const other = find(users, email)
        return other ? good.getUser(other.id) : null
      },
    }
  })
}
