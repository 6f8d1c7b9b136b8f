import { type BetterAuthContext, listCases } from "../case.ts"
import { type Answer, openSite, type Site } from "./site.ts"
import { atOnce, clicks, collectCookies, newPerson, requestLink, rows, seen } from "./visitors.ts"

type SignedIn = { readonly user: { readonly email: string } }

export const magicLinks = listCases({ clause: "BA-links" }, [
  {
    id: "magic-links/one-session",
    title: "If a link is opened many times at once, it signs in once, and not again later",
    harm: "Somebody who reads a mailed link, such as a mail scanner, signs in beside its owner.",
    fix: "Delete and return the row in one statement in consumeOne, or return true counts from deleteMany.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const { id, email } = await newPerson(t, site)
        const link = await requestLink(t, site, email)

        const answers = await clicks(t, () => site.visit(link))

        t.equal(collectCookies(answers).length, 1, "clicks that signed in")
        t.equal((await rows(site, "session", { userId: id })).length, 1, "rows of sessions")
        t.equal(collectCookies([await site.visit(link)]).length, 0, "later clicks that signed in")
      }),
  },
  {
    id: "magic-links/new-user",
    title: "If the link of a new address is opened many times at once, one user signs up",
    harm: "A person has two users, and finds the data of only one of them.",
    fix: "Consume the row once, and put a unique index on the address.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const email = t.email()
        const link = await requestLink(t, site, email)

        const answers = await clicks(t, () => site.visit(link))

        t.equal(collectCookies(answers).length, 1, "clicks that signed in")
        t.equal((await rows(site, "user", { email })).length, 1, "users with the address")
      }),
  },
  {
    id: "magic-links/several-links",
    title: "If links of two users are opened many times at once, each signs in its own user once",
    harm: "A visitor is signed in as somebody else, or a link that was never used does not work.",
    fix: "Compare the whole condition in consumeOne, and delete one row.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const people = [await newPerson(t, site), await newPerson(t, site)]
        const links: { email: string; link: string }[] = []
        for (const { email } of [...people, ...people])
          links.unshift({ email, link: await requestLink(t, site, email) })

        const requests = [...links, ...links].map(
          ({ link }) =>
            () =>
              site.visit(link),
        )
        const answers = await atOnce(t, requests)

        for (const [index, { email }] of links.entries()) {
          const ofLink = answers.filter((_, click) => click % links.length === index)
          t.check(collectCookies(ofLink).length === 1, "one click of each link signs in", ofLink.map(seen))
          const { body } = await site.visit("/get-session", { cookie: collectCookies(ofLink)[0] })
          t.equal((body as SignedIn | null)?.user.email, email, "the address of the signed-in user")
        }
      }),
  },
  {
    id: "magic-links/links-of-a-new-address",
    title: "If several links of a new address are opened at once, one user signs up",
    harm: "Each link makes a user with the same address, and which of them signs in is a matter of luck.",
    fix: "Put a unique index on the address.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const email = t.email()
        const answers = await openLinks(t, site, email)

        t.check(collectCookies(answers).length > 0, "a click that signs in", answers.map(seen))
        t.equal((await rows(site, "user", { email })).length, 1, "users with the address")
      }),
  },
  {
    id: "magic-links/every-link-of-a-new-address",
    level: "should",
    title: "If several links of a new address are opened at once, each of them signs in",
    harm: "The visitor sees an error page with status 500, and the link is spent.",
    evidence:
      "Better Auth itself: it looks for the user, then creates one, so the slower clicks meet the unique address",
    run: async (t) => {
      const site = await openSite(t)
      const email = t.email()
      const answers = await openLinks(t, site, email)

      t.check(collectCookies(answers).length === 4, "a session for each link", answers.map(seen))
    },
  },
])

/** Opens four links of one address at once. */
async function openLinks(t: BetterAuthContext, site: Site, email: string): Promise<Answer[]> {
  const links: string[] = []
  for (const _ of [1, 2, 3, 4]) links.push(await requestLink(t, site, email))
  return atOnce(
    t,
    links.map((link) => () => site.visit(link)),
  )
}
