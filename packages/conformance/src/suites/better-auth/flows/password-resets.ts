import type { NewCase } from "../case.ts"
import { openSite } from "./site.ts"
import {
  atOnce,
  clicks,
  collectCookies,
  countWorking,
  newPerson,
  seen,
  signedIn,
  signIn,
} from "./visitors.ts"

export const passwordResets: readonly NewCase[] = [
  {
    id: "password-resets/one-use",
    clause: "BA-passwords",
    title: "If a link for a new password is used many times at once, one password is set",
    harm: "Somebody who reads the mail replaces the password that its owner has just chosen.",
    fix: "Delete and return the row in one statement in consumeOne, or return true counts from deleteMany.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const person = await newPerson(t, site)
        await site.visit("/request-password-reset", { body: { email: person.email } })
        const token = site.mails.findLast(({ to }) => to === person.email)?.code ?? ""
        const passwords = [1, 2, 3, 4, 5, 6].map((index) => `new-password-${index}`)

        const reset = (newPassword: string) => () =>
          site.visit("/reset-password", { body: { newPassword, token } })

        const answers = await atOnce(t, passwords.map(reset))

        const set = passwords.filter((_, index) => answers[index]?.status === 200)
        t.check(set.length === 1, "one request that sets a password", answers.map(seen))
        const working = []
        for (const password of [person.password, ...passwords])
          if ((await signIn(site, { ...person, password })).cookie) working.push(password)
        t.equal(working, set, "passwords that work")
      }),
  },
  {
    id: "password-resets/sessions",
    clause: "BA-passwords",
    title: "A new password ends every session, if the site asks for it",
    harm: "Somebody who was signed in with the stolen password stays signed in.",
    fix: "Delete every row that matches in deleteMany.",
    run: async (t) => {
      const options = (await openSite(t)).context.options.emailAndPassword
      const site = await openSite(t, {
        emailAndPassword: { ...options, enabled: true, revokeSessionsOnPasswordReset: true },
      })
      const person = await newPerson(t, site)
      const cookies = collectCookies(await clicks(t, () => signIn(site, person), 4))
      cookies.push(...(await signedIn(t, site, person)))
      const token = t.token()
      await site.context.internalAdapter.createVerificationValue({
        identifier: `reset-password:${token}`,
        value: person.id,
        expiresAt: new Date(Date.now() + 60_000),
      })

      const answer = await site.visit("/reset-password", { body: { newPassword: "new-password", token } })

      t.check(answer.status === 200, "a new password", seen(answer))
      t.equal(await countWorking(site, cookies), 0, "sessions that still work")
    },
  },
]
