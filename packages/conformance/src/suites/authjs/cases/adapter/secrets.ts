import type { OperationName } from "mortise"
import { whatIsPrinted } from "../../../../engine/case-tools/what-is-printed.ts"
import { printDeep } from "../../../../engine/print.ts"
import type { CaseContext, NewCase } from "../../case.ts"

// Every value of a call that lets its reader sign in or names a person contains one secret text. No error of any
// operation may contain this text, whatever made the call fail.

type Call = readonly [operation: OperationName, ...args: unknown[]]

type Situation = {
  readonly id: string
  /** What makes the calls fail, as a title names it. */
  readonly name: string
  calls(t: CaseContext, secret: string): Promise<readonly Call[]>
}

const createTokens = (secret: string) => ({
  access_token: `access-${secret}`,
  refresh_token: `refresh-${secret}`,
  id_token: `id-${secret}`,
  providerAccountId: `account-${secret}`,
})

const situations: readonly Situation[] = [
  {
    id: "of-missing-users",
    name: "a user who does not exist",
    calls: async (t, secret) => {
      const id = crypto.randomUUID()
      return [
        ["updateUser", { id, email: `${secret}@example.com`, name: secret }],
        ["linkAccount", t.account(id, createTokens(secret))],
        ["createSession", t.session(id, { sessionToken: `session-${secret}` })],
        ["createAuthenticator", t.authenticator(id, { credentialPublicKey: `key-${secret}` })],
      ]
    },
  },
  {
    id: "of-missing-rows",
    name: "a row that does not exist",
    calls: async (t, secret) => {
      const [token, key] = [
        `session-${secret}`,
        { provider: "github", providerAccountId: `account-${secret}` },
      ]
      return [
        ["updateSession", { sessionToken: token, expires: t.inDays(1) }],
        ["deleteSession", token],
        ["getSessionAndUser", token],
        ["unlinkAccount", key],
        ["getUserByAccount", key],
        ["useVerificationToken", { identifier: `${secret}@example.com`, token: `token-${secret}` }],
        ["getUserByEmail", `${secret}@example.com`],
        ["updateAuthenticatorCounter", `passkey-${secret}`, 1],
      ]
    },
  },
  {
    id: "of-wrong-values",
    name: "a value of a wrong type",
    async calls(t, secret) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id, { sessionToken: `session-${secret}` })
      const email = `${secret}@example.com`
      const passkey = t.authenticator(id, { credentialPublicKey: `key-${secret}` })
      return [
        ["createUser", { ...t.user({ email }), name: { secret } }],
        ["createUser", { ...t.user({ email }), emailVerified: new Date(Number.NaN) }],
        ["updateUser", { id, email, image: [secret] }],
        ["updateUser", { id, email, emailVerified: secret }],
        ["linkAccount", { ...t.account(id, createTokens(secret)), userId: null }],
        ["linkAccount", { ...t.account(id, createTokens(secret)), expires_at: Number.NaN }],
        ["createSession", { ...session, expires: new Date(Number.NaN) }],
        ["createSession", { ...session, userId: { secret } }],
        ["updateSession", { sessionToken: session.sessionToken, expires: secret }],
        ["createVerificationToken", { ...t.verificationToken({ token: `token-${secret}` }), expires: null }],
        ["createAuthenticator", { ...passkey, counter: Number.NaN }],
        ["createAuthenticator", { ...passkey, transports: [secret] }],
        ["updateAuthenticatorCounter", `passkey-${secret}`, Number.NaN],
        ["getUserByEmail", { email }],
        ["getSessionAndUser", [`session-${secret}`]],
      ]
    },
  },
]

const secretCase = ({ id, name, calls }: Situation): NewCase => ({
  id: `secrets/${id}`,
  clause: "SEC-M1",
  also: ["vector 26"],
  title: `An error about ${name} contains and prints no value of the call, at any depth`,
  harm: "A person who can read the logs can sign in as other users.",
  evidence: "mysql2 has the statement in `err.sql`, pg has the values in `err.detail`",
  fix: "Throw your own error, because drivers include values in theirs.",
  async run(t) {
    const secret = `s3cret${t.unique()}`
    for (const [operation, ...args] of await calls(t, secret)) {
      let outcome: PromiseSettledResult<unknown> | undefined
      const printed = await whatIsPrinted(async () => {
        outcome = await t.attempt(() => t.call(operation, ...args))
      })
      const leaked = outcome?.status === "rejected" && printDeep(outcome.reason).includes(secret)
      t.check(!leaked, `an error of ${operation} without the values of the call`, leaked && outcome)
      const leaks = printed.filter((text) => text.includes(secret))
      t.equal(leaks.length, 0, `lines that ${operation} prints with a value of the call`)
    }
  },
})

export const secrets: readonly NewCase[] = situations.map(secretCase)
