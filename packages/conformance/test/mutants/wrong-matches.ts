import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** The local part of an address at Gmail without dots and tags; `undefined` for other addresses. */
const gmailName = (email: string): string | undefined =>
  /^([^@+]+)(?:\+[^@]*)?@g(?:oogle)?mail\.com$/.exec(email)?.[1]?.replaceAll(".", "")

/** Defects of pages, joins and comparisons that match too few or too many rows. */
export const wrongMatchMutants: readonly Mutant[] = [
  {
    name: "passkeys-paged-by-counter",
    by: "many-rows/passkeys",
    defect: "listAuthenticatorsByUserId reads pages of 25 and continues after the last counter of a page",
    evidence: "pages by a column that is not unique; §4 listAuthenticatorsByUserId",
    make: breaking((good) => ({
      async listAuthenticatorsByUserId(id) {
        const all = (await good.listAuthenticatorsByUserId(id)).sort((a, b) => a.counter - b.counter)
        const listed: typeof all = []
        for (;;) {
          const last = listed.at(-1)?.counter ?? -1
          const page = all.filter(({ counter }) => counter > last).slice(0, 25)
          if (page.length === 0) return listed
          listed.push(...page)
        }
      },
    })),
  },
  {
    name: "passkeys-joined-with-accounts",
    by: "untouched/by-link-account",
    defect: "a passkey whose account id the user has at two providers is listed twice",
    evidence: "a join that lacks the provider; §4 listAuthenticatorsByUserId",
    make: breaking((good) => {
      const links = new Map<string, number>()
      return {
        async linkAccount(account) {
          const key = keyOf(account.userId, account.providerAccountId)
          links.set(key, (links.get(key) ?? 0) + 1)
          return good.linkAccount(account)
        },
        async listAuthenticatorsByUserId(id) {
          const all = await good.listAuthenticatorsByUserId(id)
          return all.flatMap((passkey) =>
            Array.from({ length: Math.max(1, links.get(keyOf(id, passkey.providerAccountId)) ?? 1) }, () =>
              structuredClone(passkey),
            ),
          )
        },
      }
    }),
  },
  {
    name: "dots-ignored-at-gmail",
    by: "exact-keys/similar-mailboxes",
    defect: "getUserByEmail ignores dots and tags in addresses at gmail.com",
    evidence: "normalizeEmail of validator.js; SEC-C9",
    make: breaking((good) => {
      const known = new Map<string, string>()
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          const name = gmailName(created.email ?? "")
          if (name) known.set(name, created.email)
          return created
        },
        async getUserByEmail(email) {
          const found = await good.getUserByEmail(email)
          const other = known.get(gmailName(String(email)) ?? "")
          return found ?? (other ? good.getUserByEmail(other) : null)
        },
      }
    }),
  },
  {
    name: "numeric-id-breaks-the-tokens",
    by: "key-types/numeric-ids-keep-their-tokens",
    defect: "getAccount throws for an account that was linked with a numeric id and tokens",
    evidence: "tokens are encrypted with the id as given and decrypted with its text; client 1.6.3",
    make: breaking((good) => {
      const broken = new Set<string>()
      return {
        async linkAccount(account) {
          const { provider, providerAccountId: id, access_token } = account
          if (typeof id === "number" && access_token) broken.add(keyOf(String(id), provider))
          return good.linkAccount(account)
        },
        async getAccount(id, provider) {
          if (broken.has(keyOf(String(id), provider))) throw new Error("a stored value cannot be decrypted")
          return good.getAccount(id, provider)
        },
      }
    }),
  },
]
