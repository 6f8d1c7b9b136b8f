import type { NewCase } from "../../../case.ts"
import { findMergedSpellings } from "./one-user.ts"

export const freshSpellings: readonly NewCase[] = [
  {
    id: "spellings/every-spelling-is-fresh",
    clause: "SEC-C10",
    also: ["SEC-B7", "SEC-B9", "§4 getUserByEmail"],
    guarantees: ["unique_emails"],
    title: "Every spelling of an address shows updates, a change of address, a new owner and a deletion",
    harm: "A user who was deleted, or who gave up the address, is still signed in with another spelling of it.",
    fix: "Cache under the canonical form of the address, or not at all.",
    async run(t) {
      for (const make of await findMergedSpellings(t)) {
        const emails = make(t)
        /** All spellings, twice: the first lookup fills a cache. */
        const check = async (expected: object | null, what: string): Promise<void> => {
          for (const _ of ["first", "second"])
            for (const user of await Promise.all(emails.map((email) => t.adapter.getUserByEmail(email))))
              if (expected) t.row(user, expected, what)
              else t.isNull(user, what)
        }
        const [email = ""] = emails
        const ada = await t.adapter.createUser(t.user({ email }))
        await check({ id: ada.id, name: ada.name }, "the user")
        for (const changes of [{ name: "Grace" }, { image: null }, { emailVerified: t.inDays(-1) }]) {
          await t.adapter.updateUser({ id: ada.id, ...changes })
          await check({ id: ada.id, ...changes }, "the user after an update")
        }
        await t.adapter.updateUser({ id: ada.id, email: t.email() })
        await check(null, "the user of an address that was given up")
        const bob = await t.adapter.createUser(t.user({ email }))
        await check({ id: bob.id }, "the next user of the address")
        await t.adapter.deleteUser(bob.id)
        await check(null, "the deleted user")
      }
    },
  },
]
