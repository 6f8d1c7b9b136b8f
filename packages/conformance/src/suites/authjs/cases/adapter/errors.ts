import { whatIsPrinted } from "../../../../engine/case-tools/what-is-printed.ts"
import { printDeep } from "../../../../engine/print.ts"
import { type CaseContext, listCases } from "../../case.ts"
import { accountKey, tokenKey } from "../row.ts"
import { newPasskey, newSession } from "../stored.ts"

const about = {
  clause: "SEC-M1",
  harm: "A person who can read the logs can sign in as other users.",
} as const

export const errors = listCases(about, [
  {
    id: "errors/are-errors",
    level: "should",
    clause: "client 1.6.11",
    guarantees: ["unique_emails", "unique_sessions"],
    title: "Every thrown value is an Error with a message",
    harm: 'Logs show "undefined", and a taken address cannot be distinguished from an outage.',
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const session = await newSession(t, { userId: id })

      for (const refused of [
        () => t.adapter.createUser(t.user({ email })),
        () => t.adapter.createSession(session),
      ]) {
        const error = await t.throws(refused, "a taken key", "conflict")
        t.check(error instanceof Error && error.message !== "", "an Error with a message", error)
      }
    },
  },
  {
    id: "errors/of-passkeys-are-errors",
    level: "should",
    clause: "§7.2",
    title: "Every value that an operation on passkeys throws is an Error with a message",
    harm: 'Logs show "undefined", and a registered passkey cannot be distinguished from an outage.',
    async run(t) {
      const passkey = await newPasskey(t)

      for (const refused of [
        () => t.adapter.createAuthenticator(passkey),
        () => t.adapter.updateAuthenticatorCounter(t.unique(), 1),
      ]) {
        const error = await t.throws(refused, "a call that cannot succeed")
        t.check(error instanceof Error && error.message !== "", "an Error with a message", error)
      }
    },
  },
  {
    id: "errors/hold-no-secrets",
    also: ["vector 26"],
    title: "Errors contain no tokens and no addresses: not in the message, the stack, the cause or a field",
    evidence: "@auth/hasura-adapter and @auth/dgraph-adapter print the variables of a failed query",
    fix: "Throw your own error, because drivers include values in theirs.",
    async run(t) {
      const secret = t.unique()
      for (const refused of await conflicts(t, secret)) {
        const outcome = await t.attempt(refused)
        const leaked = outcome.status === "rejected" && printDeep(outcome.reason).includes(secret)
        t.check(!leaked, "an error without the values of the call", leaked && outcome.reason)
      }
    },
  },
  {
    id: "errors/print-nothing",
    also: ["SEC-M2", "vector 26"],
    title: "A failing call prints none of its arguments to the console",
    evidence:
      "@auth/d1-adapter prints errors to the console; @auth/hasura-adapter prints the variables of the query",
    // The console of this process is replaced while it runs.
    alone: true,
    async run(t) {
      const secret = t.unique()
      const printed = await whatIsPrinted(async () => {
        for (const refused of await conflicts(t, secret)) await t.attempt(refused)
      })

      const leaks = printed.filter((text) => text.includes(secret))
      t.equal(leaks.length, 0, "lines on the console that hold a secret")
    },
  },
  {
    id: "errors/successes-print-nothing",
    also: ["SEC-M2"],
    title: "A sign-in that succeeds prints no tokens to the console",
    fix: "Remove debug output, or print the name of the operation without its arguments and its result.",
    alone: true,
    async run(t) {
      const secret = t.unique()
      const printed = await whatIsPrinted(() => signIn(t, secret))

      const leaks = printed.filter((text) => text.includes(secret))
      t.equal(leaks.length, 0, "lines on the console that hold a secret")
    },
  },
])

/** A sign-in by email and with a provider, and a sign-out, with a secret in each token. */
async function signIn(t: CaseContext, secret: string): Promise<void> {
  const token = t.verificationToken({ token: `token-${secret}` })
  await t.adapter.createVerificationToken(token)
  await t.adapter.useVerificationToken(tokenKey(token))
  const { id } = await t.adapter.createUser(t.user())
  const account = t.account(id, { access_token: `access-${secret}`, refresh_token: `refresh-${secret}` })
  await t.adapter.linkAccount(account)
  await t.adapter.getUserByAccount(accountKey(account))
  const sessionToken = `session-${secret}`
  await t.adapter.createSession(t.session(id, { sessionToken }))
  await t.adapter.getSessionAndUser(sessionToken)
  await t.adapter.updateSession({ sessionToken, expires: t.inDays(60) })
  await t.adapter.deleteSession(sessionToken)
}

/** Calls that are refused because a key is taken, with a secret in each of their values. */
async function conflicts(t: CaseContext, secret: string): Promise<(() => Promise<unknown>)[]> {
  const user = t.user({ email: `${secret}@example.com`, name: secret })
  const [{ id }, otherUser] = [await t.adapter.createUser(user), await t.adapter.createUser(t.user())]
  const session = t.session(id, { sessionToken: `session-${secret}` })
  await t.adapter.createSession(session)
  const token = t.verificationToken({ identifier: user.email, token: `token-${secret}` })
  await t.adapter.createVerificationToken(token)
  const account = t.account(id, { access_token: `access-${secret}`, refresh_token: `refresh-${secret}` })
  await t.adapter.linkAccount(account)
  return [
    () => t.adapter.createUser({ ...user, id: crypto.randomUUID() }),
    () => t.adapter.createSession(session),
    () => t.adapter.createVerificationToken(token),
    () => t.adapter.updateUser({ id: otherUser.id, email: user.email }),
    () => t.adapter.linkAccount(account),
    () => t.adapter.linkAccount({ ...account, userId: otherUser.id }),
    () => t.adapter.createSession(t.session(crypto.randomUUID(), { sessionToken: `other-${secret}` })),
  ]
}
