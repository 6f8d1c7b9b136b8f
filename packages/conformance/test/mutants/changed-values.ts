import type { Account, User } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

const isDay = (text: unknown): text is string => typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text)

const inAccounts = (change: (account: Partial<Account>) => object): Mutant["make"] =>
  breaking((good) => ({
    linkAccount: (account) => good.linkAccount({ ...account, ...change(account as Partial<Account>) }),
  }))

/** Defects that change a value on its way into the store or out of it. */
export const changedValueMutants: readonly Mutant[] = [
  {
    name: "line-ends-are-unified",
    by: "text/exact-users",
    defect: "a line end of two characters in a name becomes one character",
    evidence: "XML and form encodings; SEC-J7",
    make: breaking((good) => ({
      updateUser: (user) =>
        good.updateUser(user.name ? { ...user, name: user.name.replaceAll("\r\n", "\n") } : user),
    })),
  },
  {
    name: "line-ends-are-unified-at-creation",
    by: "text/exact-users",
    defect: "a line end of two characters in the name of a new user becomes one character",
    evidence: "XML and form encodings; SEC-J7",
    make: breaking((good) => ({
      createUser: (user) =>
        good.createUser(user.name ? { ...user, name: user.name.replaceAll("\r\n", "\n") } : user),
    })),
  },
  {
    name: "empty-name-cleared-by-updates-only",
    by: "text/empty-names",
    defect: "updateUser stores an empty name as null, createUser stores it as it is",
    evidence: "`name || null` in one of two statements",
    make: breaking((good) => ({
      updateUser: (user) => good.updateUser(user.name === "" ? { ...user, name: null } : user),
    })),
  },
  {
    name: "name-of-a-day-becomes-a-date",
    by: "text/exact-users",
    defect: "getUserByAccount returns a name that looks like a day as a Date",
    evidence: "the shared helper isDate of the official adapters",
    make: breaking((good) => ({
      async getUserByAccount(key) {
        const found: User | null = await good.getUserByAccount(key)
        return found && isDay(found.name) ? { ...found, name: new Date(found.name) } : found
      },
    })),
  },
  {
    name: "scope-is-a-set",
    by: "text/exact-accounts",
    defect: "the scope of an account is stored sorted and without duplicates",
    evidence: "a set column; §2 AdapterAccount",
    make: inAccounts(({ scope }) =>
      scope ? { scope: [...new Set(scope.split(" "))].sort().join(" ") } : {},
    ),
  },
  {
    name: "token-type-in-turkish",
    by: "account-fields/token-type-is-lower-case",
    defect: "token_type is lowered with the rules of Turkish",
    evidence: "toLocaleLowerCase on a server with such a locale; SEC-A8",
    make: inAccounts(({ token_type }) =>
      token_type ? { token_type: token_type.toLocaleLowerCase("tr") } : {},
    ),
  },
  {
    name: "id-token-cut-at-32-kilobytes",
    by: "text/long-accounts",
    defect: "an id token is truncated at 32,768 characters",
    evidence: "varchar(32768) without strict mode; SEC-J7",
    make: inAccounts(({ id_token }) => (id_token ? { id_token: id_token.slice(0, 32_768) } : {})),
  },
  {
    name: "expires-at-unsigned",
    by: "numbers/expiry-past-2038",
    defect: "expires_at is stored modulo 2^32",
    evidence: "an unsigned column of 32 bits; SEC-A7",
    make: inAccounts(({ expires_at }) => (expires_at ? { expires_at: expires_at % 2 ** 32 } : {})),
  },
  {
    name: "listed-counter-is-signed",
    by: "numbers/largest-counter",
    defect: "listAuthenticatorsByUserId returns counters above 2^31 as negative numbers",
    evidence: "a signed column of 32 bits in one query; SEC-F2",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: async (id) =>
        (await good.listAuthenticatorsByUserId(id)).map((each) => ({ ...each, counter: each.counter | 0 })),
    })),
  },
  {
    name: "token-expiry-unsigned",
    by: "dates/past-2038",
    defect: "the expiry of a verification token is stored in seconds modulo 2^32",
    evidence: "an unsigned column of 32 bits; SEC-A6",
    make: breaking((good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken({
          ...token,
          expires: new Date(token.expires.getTime() % (2 ** 32 * 1000)),
        }),
    })),
  },
  {
    name: "old-dates-become-1970",
    by: "dates/kept-or-refused",
    defect: "an emailVerified before 1970 is stored as the start of 1970",
    evidence: "unsigned timestamps; SEC-A6",
    make: breaking((good) => ({
      updateUser: (user) =>
        good.updateUser(
          user.emailVerified && user.emailVerified.getTime() < 0
            ? { ...user, emailVerified: new Date(0) }
            : user,
        ),
    })),
  },
  {
    name: "token-expiry-read-as-local-time",
    by: "clock-changes/of-tokens",
    defect: "the UTC text of an expiry is read as local time, which skips an hour in March",
    evidence: "better-auth/better-auth#9920: columns without a time zone; SEC-A6",
    make: breaking((good) => ({
      createVerificationToken: (token) => {
        const isSkipped = /-03-30T02:/.test(token.expires.toISOString())
        const expires = new Date(token.expires.getTime() + (isSkipped ? 3_600_000 : 0))
        return good.createVerificationToken({ ...token, expires })
      },
    })),
  },
  {
    name: "argument-loses-undefined-fields",
    by: "arguments/left-alone-by-update-user",
    defect: "updateUser deletes the undefined fields of the object that it receives",
    evidence: "a helper that removes undefined in place; SEC-A9",
    make: breaking((good) => ({
      async updateUser(user) {
        const updated = await good.updateUser({ ...user })
        for (const [name, value] of Object.entries(user))
          if (value === undefined) Reflect.deleteProperty(user, name)
        return updated
      },
    })),
  },
  {
    name: "verified-at-cached-with-the-session",
    by: "fresh-reads/changed-owners",
    defect: "getSessionAndUser returns the emailVerified that it read first",
    evidence: "a cache that only a change of the name invalidates; SEC-B9",
    make: breaking((good) => {
      const dates = new Map<string, Date | null>()
      return {
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          if (!found) return found
          const { id, emailVerified } = found.user
          if (!dates.has(id)) dates.set(id, emailVerified)
          return { ...found, user: { ...found.user, emailVerified: dates.get(id) ?? null } }
        },
        async updateUser(user) {
          if (user.name !== undefined) dates.delete(user.id)
          return good.updateUser(user)
        },
      }
    }),
  },
  {
    name: "equal-counter-is-refused",
    by: "counters/stored-and-returned",
    defect: "updateAuthenticatorCounter throws if the counter is stored already and is not zero",
    evidence: "a row count of changed instead of matched rows in MySQL; SEC-F1",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        const found = await good.getAuthenticator(id)
        if (counter > 0 && found?.counter === counter) throw new Error("no row was changed")
        return good.updateAuthenticatorCounter(id, counter)
      },
    })),
  },
]
