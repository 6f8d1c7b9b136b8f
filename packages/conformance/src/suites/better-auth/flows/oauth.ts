import { type BetterAuthContext, listCases } from "../case.ts"
import { failingHook, openSite, openSiteWithHook, type Site } from "./site.ts"
import { clicks, collectCookies, newPerson, rows, seen, signInWithGoogle } from "./visitors.ts"

export const oauth = listCases({ clause: "BA-oauth" }, [
  {
    id: "oauth/first-sign-in",
    title:
      "If a user signs in with Google for the first time, several times at once, the account is linked once",
    harm: "Two rows link the account. Every later sign-in with Google fails until one of them is deleted.",
    evidence:
      "Better Auth's tables have no unique key on accounts: Kysely on SQLite 60 of 60, on PostgreSQL 35 of 100",
    fix: "Put a unique index on providerId and accountId of the table of accounts.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const { email } = await newPerson(t, site)
        await expectOneAccount(t, site, email)
      }),
  },
  {
    id: "oauth/new-user",
    title: "If a new user signs up with Google several times at once, there is one user and one account",
    harm: "Every later sign-in with Google fails, or the person has two users.",
    evidence: "Drizzle's adapter, whose transactions are off by default: 28 of 100",
    fix: "Put unique indexes on the address and on the account, and turn transactions on.",
    run: (t) => t.rounds(2, async () => expectOneAccount(t, await openSite(t), t.email())),
  },
  {
    id: "oauth/returning-user",
    title: "If a user whose account is linked signs in several times at once, every sign-in succeeds",
    harm: "A user who opens the site in two tabs is not signed in in one of them.",
    fix: "Return the updated row from update, even if another call has just written the same values.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const account = { sub: t.unique(), email: t.email() }
        await signInWithGoogle(site, account)

        const answers = await clicks(t, () => signInWithGoogle(site, account))

        t.check(collectCookies(answers).length === answers.length, "a session for each", answers.map(seen))
        const linked = await rows(site, "account", { providerId: "google", accountId: account.sub })
        t.equal(linked.length, 1, "rows that link the account")
      }),
  },
  {
    id: "oauth/failed-sign-up",
    title: "A sign-up with Google that fails leaves no user behind, and can be repeated",
    harm: "The user exists without an account. Later sign-ups are refused, because the address is taken.",
    fix: "Turn transactions on, and run every call inside the callback on the connection of the transaction.",
    run: async (t) => {
      const site = await openSiteWithHook(t, "account", failingHook)
      const account = { sub: t.unique(), email: t.email() }

      const refused = await signInWithGoogle(site, account)

      t.check(refused.cookie === undefined, "no session", seen(refused))
      t.equal((await rows(site, "user", { email: account.email })).length, 0, "users with the address")
      const repeated = await signInWithGoogle(await openSite(t), account)
      t.check(repeated.cookie !== undefined, "the repeated sign-up succeeds", seen(repeated))
    },
  },
])

/** Signs in with Google several times at once. There is one user with the address, who owns one account. */
async function expectOneAccount(t: BetterAuthContext, site: Site, email: string): Promise<void> {
  const account = { sub: t.unique(), email }

  const answers = await clicks(t, () => signInWithGoogle(site, account))

  t.check(collectCookies(answers).length > 0, "a sign-in that succeeds", answers.map(seen))
  const later = await signInWithGoogle(site, account)
  t.check(later.cookie !== undefined, "a later sign-in with Google succeeds", seen(later))
  const users = await rows(site, "user", { email })
  t.equal(users.length, 1, "users with the address")
  const linked = await rows(site, "account", { providerId: "google", accountId: account.sub })
  const owners = linked.map(({ userId }) => userId)
  t.equal(owners, [users[0]?.["id"]], "the owners of the Google account")
}
