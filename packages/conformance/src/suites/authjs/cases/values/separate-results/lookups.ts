import type { NewCase } from "../../../case.ts"
import { tokenKey } from "../../row.ts"
import { type Kind, kinds, newOwner } from "../../rows.ts"
import { expectSession, readAccount } from "../../stored.ts"
import { overwrite, shares } from "./result-objects.ts"

const fix = "Return a new plain object at every call, including the dates and every nested object."

const separate = (kind: Kind): NewCase => ({
  id: `separate-results/of-${kind.name}s`,
  clause: "SEC-A9",
  also: [`§4 ${kind.create}`],
  title: `Callers can change the ${kind.many} that a lookup returns, and no other caller sees it`,
  harm: "A callback that adds a field for one page throws, or changes what every other page sees.",
  evidence: "The callbacks that Auth.js documents assign to the user and the session of the adapter",
  fix,
  // A write of another case would clear a cache between two reads.
  alone: true,
  async run(t) {
    const row = await kind.row(t, await newOwner(t)).store()
    for (const { operation, expected, read, readRaw } of row.lookups) {
      const together = await Promise.all([readRaw(), readRaw()])
      const results = [...together, await readRaw(), await readRaw()]
      for (const [index, result] of results.entries())
        for (const laterResult of results.slice(index + 1))
          t.check(!shares(result, laterResult), `${operation}: results that share no object`, result)

      overwrite(t, results[0], operation)
      t.row(await read(), expected, `${operation} after a result was changed`)
      t.check(
        !Object.hasOwn(Object((await readRaw()) ?? {}), "addedByTheCaller"),
        "no added field",
        operation,
      )
    }
  },
})

export const separateResults: readonly NewCase[] = [
  ...kinds.filter(({ isReadOnce }) => !isReadOnce).map(separate),
  {
    id: "separate-results/are-not-the-arguments",
    // Only a should: official adapters return the argument, which the client does not use again.
    level: "should",
    clause: "SEC-A9",
    title: "A write returns a new object, not the object that it received",
    harm: "Code that changes the result of a call also changes the object that it passed.",
    fix,
    async run(t) {
      const user = t.user({ emailVerified: t.inDays(-1) })
      const created = await t.adapter.createUser(user)
      t.check(!shares(created, user), "createUser: a new object", created)
      const { id } = created
      const session = t.session(id)
      const writes = [
        ["updateUser", { id, emailVerified: t.inDays(-2) }],
        ["createSession", session],
        ["updateSession", { sessionToken: session.sessionToken, expires: t.inDays(40) }],
        ["linkAccount", t.account(id)],
        ["createVerificationToken", t.verificationToken()],
        ["createAuthenticator", t.authenticator(id)],
      ] as const
      for (const [operation, argument] of writes) {
        const result = await t.call(operation, argument)
        t.check(!shares(result, argument), `${operation}: a new object`, result)
      }
    },
  },
  {
    id: "separate-results/of-writes",
    clause: "SEC-A9",
    title: "Callers can change the results of writes, which does not change the stored rows",
    harm: "A callback that adds a field for one page throws, or changes what every other page sees.",
    fix,
    async run(t) {
      const user = t.user({ emailVerified: t.inDays(-1) })
      const created = await t.adapter.createUser({ ...user })
      const { id } = created
      const expected = structuredClone({ ...user, id })
      const session = t.session(id)
      const { sessionToken } = session
      const later = t.inDays(40)
      const account = t.account(id)
      const passkey = t.authenticator(id)
      const token = t.verificationToken()
      const { credentialID } = passkey

      overwrite(t, created, "createUser")
      overwrite(t, await t.adapter.updateUser({ id, name: expected.name }), "updateUser")
      overwrite(t, await t.adapter.createSession(structuredClone(session)), "createSession")
      const extension = { sessionToken, expires: new Date(later) }
      overwrite(t, await t.adapter.updateSession(extension), "updateSession")
      overwrite(t, await t.adapter.linkAccount({ ...account }), "linkAccount")
      overwrite(t, await t.adapter.createAuthenticator({ ...passkey }), "createAuthenticator")
      overwrite(t, await t.adapter.updateAuthenticatorCounter(credentialID, 3), "updateAuthenticatorCounter")
      overwrite(t, await t.adapter.createVerificationToken(structuredClone(token)), "createVerificationToken")

      t.row(await t.adapter.getUser(id), expected, "getUser")
      await expectSession(t, { ...session, expires: later }, expected)
      t.row(await readAccount(t, account), account, "getAccount")
      t.row(await t.adapter.getAuthenticator(credentialID), { ...passkey, counter: 3 }, "getAuthenticator")
      const used = await t.adapter.useVerificationToken(tokenKey(token))
      t.row(used, token, "the used token")
      overwrite(t, used, "useVerificationToken")
    },
  },
]
