import { within } from "../../../engine/promises.ts"
import { type BetterAuthContext, listCases } from "../case.ts"
import { failingHook, openSite, openSiteWithHook } from "./site.ts"
import { atOnce, clicks, collectCookies, newPerson, rows, seen, signIn } from "./visitors.ts"

export const signUps = listCases({ clause: "BA-passwords" }, [
  {
    id: "sign-ups/one-user",
    title: "If many visitors sign up with one address at once, one of them succeeds",
    harm: "Two people share a user, or a person signs in with the password of somebody else.",
    fix: "Put a unique index on the address.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const email = t.email()
        const passwords = [1, 2, 3, 4, 5, 6].map((index) => `password-${index}`)

        const signUp = (password: string) => () =>
          site.visit("/sign-up/email", { body: { email, password, name: "Ada" } })

        const answers = await atOnce(t, passwords.map(signUp))

        t.check(collectCookies(answers).length === 1, "one sign-up that succeeds", answers.map(seen))
        t.equal((await rows(site, "user", { email })).length, 1, "users with the address")
        for (const [index, password] of passwords.entries()) {
          const hasSignedUp = answers[index]?.cookie !== undefined
          const canSignIn = (await signIn(site, { email, password })).cookie !== undefined
          const received = { hasSignedUp, canSignIn }
          t.check(canSignIn === hasSignedUp, "only the password of the sign-up works", received)
        }
      }),
  },
  {
    id: "sign-ups/failed-sign-up",
    title: "A sign-up that fails leaves no user behind, and can be repeated",
    harm: "The user exists without a password: they can neither sign in nor sign up.",
    fix: "Turn transactions on, and run every call inside the callback on the connection of the transaction.",
    run: async (t) => {
      const site = await openSiteWithHook(t, "account", failingHook)
      const email = t.email()
      const body = { email, password: "password-1", name: "Ada" }

      const refused = await site.visit("/sign-up/email", { body })

      t.check(refused.cookie === undefined, "no session", seen(refused))
      t.equal((await rows(site, "user", { email })).length, 0, "users with the address")
      const repeated = await (await openSite(t)).visit("/sign-up/email", { body })
      t.check(repeated.cookie !== undefined, "the repeated sign-up succeeds", seen(repeated))
    },
  },
  {
    id: "sign-ups/hook-that-reads",
    title: "Sign-ups return if a hook reads through the adapter, even if many run at once",
    harm: "The sign-up holds a connection and waits for a second one: the site answers no request any more.",
    evidence:
      "Better Auth's Kysely adapter hangs with 1 sign-up on SQLite, and with 10 on a pool of 10 of pg",
    fix: "Let calls of the adapter made inside a transaction's callback join the transaction (AsyncLocalStorage).",
    alone: true,
    run: async (t) => {
      let userCount = 0
      const site = await openSiteWithHook(t, "account", async ({ userId }, request) => {
        const where = [{ field: "id", value: String(userId) }]
        const read = request?.context.adapter.findOne({ model: "user", where }).then((row) => {
          if (row) userCount++
        })
        // A connection that waits for itself would keep all later cases waiting.
        if (read && !(await within(longestReadMs, read))) throw new Error(lateRead)
        return undefined
      })
      const signUp = () => site.visit("/sign-up/email", { body: newVisitor(t) })

      const first = await signUp()
      t.check(first.cookie !== undefined, "a sign-up", seen(first))
      const others = await clicks(t, signUp, 12)

      t.check(collectCookies(others).length === others.length, "a session for each", others.map(seen))
      t.equal(userCount, 13, "new users that the hook finds")
    },
  },
  {
    id: "sign-ups/hook-that-writes",
    title: "What a hook writes during a sign-up that fails is not kept",
    harm: "Rows of a user who does not exist stay in the tables.",
    fix: "Let calls of the adapter made inside a transaction's callback join the transaction (AsyncLocalStorage).",
    run: async (t) => {
      const identifier = t.unique()
      const site = await openSiteWithHook(t, "account", async (row, request) => {
        const value = { identifier, value: "x", expiresAt: new Date(Date.now() + 60_000) }
        await request?.context.internalAdapter.createVerificationValue(value)
        return failingHook(row, request)
      })

      const refused = await site.visit("/sign-up/email", { body: newVisitor(t) })

      t.check(refused.cookie === undefined, "no session", seen(refused))
      t.equal((await rows(site, "verification", { identifier })).length, 0, "rows that the hook wrote")
    },
  },
  {
    id: "sign-ups/other-requests",
    title: "A sign-up that fails does not undo what other requests write meanwhile",
    harm: "A user is told that they signed in or changed their profile, and it is lost.",
    fix: "Run a transaction on a connection of its own, or let other calls wait until it ends.",
    run: (t) =>
      t.rounds(2, async (round) => {
        const person = await newPerson(t, await openSite(t))
        const site = await openSiteWithHook(t, "account", async (row, request) => {
          await t.delay(round)
          return failingHook(row, request)
        })
        const signUp = () => site.visit("/sign-up/email", { body: newVisitor(t) })
        const signInAgain = () => signIn(site, person)

        const answers = await atOnce(t, [signUp, signInAgain, signUp, signInAgain])

        const cookies = collectCookies(answers)
        t.check(cookies.length === 2, "both sign-ins succeed", answers.map(seen))
        const stored = await rows(site, "session", { userId: person.id })
        t.equal(stored.length, 2, "stored sessions of the sign-ins")
      }),
  },
])

const newVisitor = (t: BetterAuthContext) => ({ email: t.email(), password: "password-1", name: "Ada" })

// Speed is not judged: other reads take milliseconds, and no other case runs meanwhile.
const longestReadMs = 8_000
const lateRead = `A read through the adapter in a hook has not returned for ${longestReadMs / 1000} seconds.`
