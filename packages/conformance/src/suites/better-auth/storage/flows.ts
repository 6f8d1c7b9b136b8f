import type { NewCase } from "../case.ts"
import { openSite } from "../flows/site.ts"
import { clicks, collectCookies, newPerson, requestLink } from "../flows/visitors.ts"

/** What visitors see of links and limits that Better Auth keeps in a secondary storage. */
export const storageFlows: readonly NewCase[] = [
  {
    id: "stored-links/one-session",
    clause: "BA-links",
    title: "If a link that the storage keeps is opened many times at once, it signs in once",
    harm: "Somebody who reads a mailed link, such as a mail scanner, signs in beside its owner.",
    fix: "Read and delete in one operation of the store in getAndDelete.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t, { secondaryStorage: t.storage })
        const { email } = await newPerson(t, site)
        const link = await requestLink(t, site, email)

        const answers = await clicks(t, () => site.visit(link))

        t.equal(collectCookies(answers).length, 1, "clicks that signed in")
        t.equal(collectCookies([await site.visit(link)]).length, 0, "later clicks that signed in")
      }),
  },
  {
    id: "stored-limits/burst",
    clause: "BA-limits",
    title:
      "As many requests pass as the limit allows if the storage counts them, even if many arrive at once",
    harm: "Somebody who sends guesses in parallel tries more passwords than the limit allows.",
    fix: "Add in one operation of the store in increment.",
    run: (t) =>
      t.rounds(2, async () => {
        const max = 3
        const rateLimit = { enabled: true, storage: "secondary-storage", window: 60, max } as const
        const site = await openSite(t, { secondaryStorage: t.storage, rateLimit })
        const part = () => Math.floor(t.random() * 65_536).toString(16)
        const address = `2001:db8:${part()}:${part()}::1`

        const answers = await clicks(t, () => site.visit("/list-sessions", { address }))

        t.equal(answers.filter(({ status }) => status !== 429).length, max, "requests that pass")
      }),
  },
]
