import { printDeep } from "../../../engine/print.ts"
import { type BetterAuthContext, listCases } from "../case.ts"
import { openSite, openSiteWithHook } from "./site.ts"
import { newPerson, requestLink, signIn } from "./visitors.ts"

/** The errors of a site name none of these secrets. */
function expectNoSecrets(
  t: BetterAuthContext,
  errors: readonly unknown[],
  secrets: Readonly<Record<string, string>>,
) {
  const text = printDeep(errors)
  const leaks = Object.entries(secrets).filter(([, secret]) => secret !== "" && text.includes(secret))
  const names = leaks.map(([name]) => name)
  t.equal(names, [], "what a log shows")
}

const about = {
  clause: "BA-logs",
  harm: "Whoever reads the logs signs in as a user, or learns who uses the site.",
  evidence:
    "Better Auth's Drizzle adapter in every failed query; on pg and MariaDB the details of server errors",
  fix: "Throw errors without the statement's parameters and without the server's details of a row.",
} as const

export const logs = listCases(about, [
  {
    id: "logs/links",
    title: "If a link cannot be stored, neither it nor the address is in the log",
    run: async (t) => {
      const id = t.unique()
      const site = await openSiteWithHook(t, "verification", async (row) => ({ data: { ...row, id } }))
      await requestLink(t, site, t.email())
      const sent = site.mails.length
      const email = t.email()
      const token = t.token()
      const identifier = `magic-link:${token}`

      await site.visit("/sign-in/magic-link", { body: { email } })
      await t.attempt(() =>
        site.context.internalAdapter.createVerificationValue({
          identifier,
          value: email,
          expiresAt: new Date(),
        }),
      )

      t.equal(site.mails.length, sent, "mails with a link that is not stored")
      expectNoSecrets(t, site.errors, { "the address": email, "the token": token })
    },
  },
  {
    id: "logs/sign-ups",
    title: "If a user cannot be stored, neither the address nor the name is in the log",
    run: async (t) => {
      const { email } = await newPerson(t, await openSite(t))
      const site = await openSiteWithHook(t, "user", async (user) => ({ data: { ...user, email } }))
      const name = t.unique()

      const body = { email: t.email(), password: "password-1", name }
      const answer = await site.visit("/sign-up/email", { body })

      t.check(answer.cookie === undefined, "no session", answer.status)
      t.check(site.errors.length > 0, "an error in the log", site.errors)
      expectNoSecrets(t, site.errors, { "the address": email, "the name": name })
    },
  },
  {
    id: "logs/sessions",
    title: "If a session cannot be stored, its token is not in the log",
    run: async (t) => {
      const token = t.token()
      const site = await openSiteWithHook(t, "session", async (row) => ({ data: { ...row, token } }))
      const person = await newPerson(t, site)
      await signIn(site, person)

      const answer = await signIn(site, person)

      t.check(answer.cookie === undefined, "no second session with one token", answer.status)
      t.check(site.errors.length > 0, "an error in the log", site.errors)
      expectNoSecrets(t, site.errors, { "the token": token })
    },
  },
])
