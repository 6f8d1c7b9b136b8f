import type { BetterAuthContext, NewCase } from "../case.ts"
import { openSite, type Site } from "./site.ts"
import { clicks, newPerson, rows, seen, signedIn } from "./visitors.ts"

/** A site with organisations, unless the database lacks their tables. */
async function openOrganizations(t: BetterAuthContext): Promise<Site> {
  const site = await openSite(t)
  const [organizations] = await t.race([() => rows(site, "organization", { id: t.unique() })])
  if (organizations?.status === "rejected") t.skip("the database has no tables of the plugin organization")
  return site
}

/** An organisation with an invitation for a new person, who is signed in. */
async function invite(t: BetterAuthContext, site: Site) {
  const owner = await newPerson(t, site)
  const guest = await newPerson(t, site)
  const [cookie] = await signedIn(t, site, owner)
  const created = await site.visit("/organization/create", {
    cookie,
    body: { name: "Analysts", slug: t.unique() },
  })
  const { id: organizationId } = (created.body ?? {}) as { id: string }
  const invited = await site.visit("/organization/invite-member", {
    cookie,
    body: { email: guest.email, role: "member", organizationId },
  })
  const { id: invitationId } = (invited.body ?? {}) as { id: string }
  t.check(invitationId !== undefined, "an invitation", seen(invited))
  const [guestCookie] = await signedIn(t, site, guest)
  return { guest, guestCookie, organizationId, invitationId }
}

export const invitations: readonly NewCase[] = [
  {
    id: "invitations/one-membership",
    clause: "BA-organizations",
    title: "If an invitation is accepted many times at once, it is accepted once and makes one member",
    harm: "A person is a member twice: removed once, they still have access.",
    fix: "Compare and write in one statement in incrementOne, also if it only has `set`.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openOrganizations(t)
        const { guest, guestCookie, organizationId, invitationId } = await invite(t, site)

        const answers = await clicks(t, () =>
          site.visit("/organization/accept-invitation", { cookie: guestCookie, body: { invitationId } }),
        )

        const accepted = answers.filter(({ status }) => status === 200)
        t.check(accepted.length === 1, "one accepted request", answers.map(seen))
        const members = await rows(site, "member", { userId: guest.id, organizationId })
        t.equal(members.length, 1, "memberships of the person")
        const [row] = await rows(site, "invitation", { id: invitationId })
        t.equal(row?.["status"], "accepted", "the status of the invitation")
      }),
  },
]
