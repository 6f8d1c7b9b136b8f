import type { Case, CaseContext } from "../../case.ts"
import { isDate, member } from "../../same-value.ts"

export const sharedObjects: readonly Case[] = [
  {
    id: "aliasing/reads-do-not-share-rows",
    level: "must",
    clause: "SEC-A9",
    title: "Two reads of one row share nothing: changing one answer changes no other",
    harm: "A page that shortens a name or rounds an expiry does so for every page after it.",
    evidence: "stores that keep rows in memory, and caches in front of others, hand out the row itself",
    fix: "Return a copy at every read, dates included.",
    needs: [
      "createUser",
      "linkAccount",
      "createSession",
      "getUser",
      "getUserByEmail",
      "getUserByAccount",
      "getSessionAndUser",
    ],
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
    title: "An operation leaves the fields of the object that it is handed as they were",
    harm: "The client goes on with the user and the tokens that it handed over, and shows what became of them.",
    evidence: "@auth/mikro-orm-adapter writes into the options of its caller",
    fix: "Copy what you are handed before you change it.",
    needs: ["createUser", "updateUser", "linkAccount", "createSession", "createVerificationToken"],
    async run(t) {
      const user = t.user({ emailVerified: t.inDays(-1) })
      const handOver = async <T extends object>(given: T, call: (given: T) => Promise<unknown>) => {
        const before = structuredClone(given)
        const answer = await call(given)
        t.row(given, before, "the object handed over, afterwards")
        return answer
      }

      const id = String(member(await handOver(user, t.adapter.createUser), "id"))
      await handOver({ id, name: "Grace Hopper" }, t.adapter.updateUser)
      await handOver(t.account(id), t.adapter.linkAccount)
      await handOver(t.session(id), t.adapter.createSession)
      await handOver(t.verificationToken(), t.adapter.createVerificationToken)
    },
  },
]

/** Reads twice, spoils one answer, and looks at the other and at a third. */
async function readTwice(t: CaseContext, what: string, read: () => Promise<unknown>): Promise<void> {
  const [one, other] = [await read(), await read()]
  const before = { ...structuredClone(one as object) }
  t.row(one, before, what)
  for (const name of Object.keys(before)) {
    const value = member(one, name)
    if (isDate(value)) value.setTime(0)
    Reflect.set(one as object, name, "changed by the caller")
  }
  t.row(other, before, `what ${what} had answered to another caller`)
  t.row(await read(), before, `${what} again`)
}
