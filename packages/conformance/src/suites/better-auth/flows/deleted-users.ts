import type { NewCase } from "../case.ts"
import { openSite } from "./site.ts"
import { clicks, newPerson, rows, seen, signedIn, signInWithGoogle } from "./visitors.ts"

export const deletedUsers: readonly NewCase[] = [
  {
    id: "deleted-users/rows",
    clause: "BA-users",
    title: "A user who is deleted many times at once leaves no rows, and others keep theirs",
    harm: "Data stays after a deletion that was promised, or somebody else's is gone.",
    fix: "Delete the rows that the condition matches, all of them and no others.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const person = await newPerson(t, site)
        const otherPerson = await newPerson(t, site)
        await signInWithGoogle(site, { sub: t.unique(), email: person.email })
        const [cookie] = await signedIn(t, site, person, 3)
        const [otherCookie = ""] = await signedIn(t, site, otherPerson)

        const { password } = person
        const answers = await clicks(t, () => site.visit("/delete-user", { cookie, body: { password } }))

        t.check(
          answers.some(({ status }) => status === 200),
          "a deletion that succeeds",
          answers.map(seen),
        )
        for (const model of ["session", "account"])
          t.equal((await rows(site, model, { userId: person.id })).length, 0, `rows of ${model}`)
        t.equal((await rows(site, "user", { id: person.id })).length, 0, "rows of user")
        const { body } = await site.visit("/get-session", { cookie: otherCookie })
        t.check(body !== null, "the session of another user works", body)
      }),
  },
  {
    id: "deleted-users/new-sign-up",
    clause: "BA-users",
    title: "A deleted user can sign up again with the same address and the same Google account",
    harm: "A person who comes back is refused, because rows of the deleted user remain.",
    fix: "Delete the rows of accounts and sessions with the user.",
    run: async (t) => {
      const site = await openSite(t)
      const account = { sub: t.unique(), email: t.email() }
      const first = await signInWithGoogle(site, account)
      const [user] = await rows(site, "user", { email: account.email })
      await site.visit("/delete-user", { body: {}, cookie: first.cookie })

      const second = await signInWithGoogle(site, account)

      t.check(second.cookie !== undefined, "a session for the new user", seen(second))
      const [again] = await rows(site, "user", { email: account.email })
      t.check(again !== undefined && again["id"] !== user?.["id"], "a new user", again)
    },
  },
]
