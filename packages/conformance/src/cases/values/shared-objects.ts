import type { Case, CaseContext } from "../../case.ts"
import { isDate, member } from "../../same-value.ts"

export const sharedObjects: readonly Case[] = [
  {
    id: "aliasing/reads-do-not-share-rows",
    level: "must",
    clause: "SEC-A9",
    title: "Two reads of a row return separate objects: changing one result does not change the other",
    harm: "A page that shortens a name or rounds an expiry changes it for every later page.",
    evidence: "In-memory stores, and caches in front of other stores, return the stored object itself",
    fix: "Return a copy at every read, including the dates.",
    async run(t) {
      const user = await t.adapter.createUser(t.user({ emailVerified: t.inDays(-1) }))
      const account = t.account(user.id)
      await t.adapter.linkAccount(account)
      const { sessionToken } = await t.adapter.createSession(t.session(user.id))
      const { provider, providerAccountId } = account

      await readTwice(t, "getUser", () => t.adapter.getUser(user.id))
      await readTwice(t, "getUserByEmail", () => t.adapter.getUserByEmail(user.email))
      await readTwice(t, "getUserByAccount", () =>
        t.adapter.getUserByAccount({ provider, providerAccountId }),
      )
      await readTwice(t, "getSessionAndUser", async () => {
        return (await t.adapter.getSessionAndUser(sessionToken))?.session
      })
    },
  },
  {
    id: "aliasing/arguments-stay-as-they-are",
    level: "must",
    clause: "SEC-A9",
    title: "An operation does not change the object that it receives",
    harm: "The client continues with the user and the tokens that it passed, and would show the changed values.",
    evidence: "@auth/mikro-orm-adapter changes the options object of its caller",
    fix: "Copy an argument before you change it.",
    async run(t) {
      const user = t.user({ emailVerified: t.inDays(-1) })
      const callWith = async <T extends object>(given: T, call: (given: T) => Promise<unknown>) => {
        const before = structuredClone(given)
        const answer = await call(given)
        t.equal(Object.keys(given), Object.keys(before), "the fields of the argument after the call")
        t.row(given, before, "the argument after the call")
        return answer
      }

      const id = String(member(await callWith(user, t.adapter.createUser), "id"))
      await callWith({ id, name: "Grace Hopper", image: undefined }, t.adapter.updateUser)
      await callWith({ ...t.account(id), refresh_token: undefined }, t.adapter.linkAccount)
      const session = t.session(id)
      await callWith(session, t.adapter.createSession)
      const { sessionToken } = session
      await callWith({ sessionToken, userId: undefined, expires: t.inDays(9) }, t.adapter.updateSession)
      await callWith(t.verificationToken(), t.adapter.createVerificationToken)
    },
  },
]

/** Changes every field of a row, including its dates. */
function change(row: object): void {
  for (const name of Object.keys(row)) {
    const value = member(row, name)
    if (isDate(value)) value.setTime(0)
    Reflect.set(row, name, "changed by the caller")
  }
}

/** Reads a row twice, changes the first result, and checks the second result and a third read. */
async function readTwice(t: CaseContext, what: string, read: () => Promise<unknown>): Promise<void> {
  const [one, other] = [await read(), await read()]
  const before = { ...structuredClone(one as object) }
  t.row(one, before, what)
  change(one as object)
  t.row(other, before, `the second result of ${what}`)
  t.row(await read(), before, `the third result of ${what}`)
}
