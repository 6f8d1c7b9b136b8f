import { expect } from "vitest"
import type { AuthEvent } from "../../../../src/auth/index.ts"
import type { Backing } from "../../support/backends.ts"
import { openWorld, outage, type World } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const last = ({ events }: Pick<World, "events">): AuthEvent | undefined => events.at(-1)

/** Events for an audit log: which request, which session, which address. */
export function auditEventCases(it: Case, { open }: Backing): void {
  for (const strategy of ["database", "jwt"] as const) {
    // A third-party adapter may not return the session that it deleted.
    const needsRow = strategy === "database" ? (["revokeSessions"] as const) : []
    const openAudited = async () => {
      const world = await openWorld(open, { session: { strategy }, requestId: "x-request-id" })
      const signedIn = await world.signIn(email)
      const { browser } = signedIn
      const post = (id: string, form: Record<string, string> = {}) =>
        browser.request("/", { form, headers: { "x-request-id": id } })
      return { ...signedIn, world, post }
    }

    it(`SEC-M4: a sign-out names its request, its session and its user (${strategy})`, needsRow, async () => {
      const { world, browser, session, user, post } = await openAudited()
      browser.keep(await world.auth.sessions.signOut(post("r-1")))
      expect(last(world)).toEqual({
        type: "signed_out",
        pending: false,
        session: session.handle,
        userId: user.id,
        requestId: "r-1",
      })
      browser.keep(await world.auth.sessions.signOut(post("r-2")))
      expect(last(world)).toEqual({ type: "signed_out", pending: false, requestId: "r-2" })
    })

    it(`SEC-M4: a pending sign-out names its session (${strategy})`, ["revokeSessions"], async () => {
      const { world, browser, session, post } = await openAudited()
      world.disturb(() => {
        throw outage()
      })
      browser.keep(await world.auth.sessions.signOut(post("r-1")))
      expect(last(world)).toMatchObject({
        type: "signed_out",
        pending: true,
        session: session.handle,
        requestId: "r-1",
      })
    })

    it(`SEC-M4: a refusal names its request, its session and its address (${strategy})`, [], async () => {
      const { world, session, post } = await openAudited()
      const requested = world.events.find(({ type }) => type === "email_requested")
      const common = { type: "refused", session: session.handle, requestId: "r-1" }
      await world.auth.email.follow(post("r-1", { email, token: "A".repeat(43) }))
      const addressHash = requested && "addressHash" in requested ? requested.addressHash : ""
      expect(last(world)).toMatchObject({ ...common, flow: "email", reason: "invalid_link", addressHash })
      const elsewhere = post("r-1")
      elsewhere.headers.set("sec-fetch-site", "cross-site")
      await world.auth.sessions.signOut(elsewhere)
      expect(last(world)).toMatchObject({ ...common, flow: "session", reason: "cross_site" })
      await world.auth.oauth.callback(post("r-1"))
      expect(last(world)).toMatchObject({ ...common, flow: "oauth", reason: "state" })
      await world.auth.accounts.unlink(elsewhere, { provider: "toy", providerAccountId: "1" })
      expect(last(world)).toMatchObject({ ...common, flow: "account", reason: "cross_site" })
    })

    it(
      `SEC-M4: a sign-in can be followed from the mail to the sign-out (${strategy})`,
      needsRow,
      async () => {
        const { world, user, session, post } = await openAudited()
        await world.auth.sessions.signOut(post("r-1"))
        const hashes = world.events.flatMap((event) => ("addressHash" in event ? [event.addressHash] : []))
        expect(hashes).toHaveLength(2)
        expect(new Set(hashes).size, "the mail and the proof of the address").toBe(1)
        const users = world.events.flatMap((event) => ("userId" in event ? [event.userId] : []))
        expect(new Set(users)).toEqual(new Set([user.id]))
        const handles = world.events.flatMap((event) => ("session" in event ? [event.session] : []))
        expect(handles).toEqual([session.handle, session.handle])
        expect(JSON.stringify(world.events)).not.toContain("example.com")
      },
    )
  }

  it("SEC-M4, SEC-M2: an id that could forge a log line is left out", [], async () => {
    const ids = ["", " ", "a b", '"', "{}", "\u00e9", "x".repeat(129)]
    const world = await openWorld(open, {
      requestId: ({ headers }) => (headers.get("x-nth") === "7" ? "a\nb" : ids[Number(headers.get("x-nth"))]),
    })
    for (let nth = 0; nth <= ids.length; nth++)
      await world.auth.sessions.signOut(world.openBrowser().post({ "x-nth": String(nth) }))
    expect(world.events).toHaveLength(ids.length + 1)
    expect(world.events.filter((event) => "requestId" in event)).toEqual([])
  })

  it("SEC-M4: an id function that throws does not affect the flow", [], async () => {
    const world = await openWorld(open, {
      requestId: () => {
        throw new Error("no id")
      },
    })
    expect((await world.signIn(email)).answer.ok).toBe(true)
    expect(world.events.map(({ type }) => type)).toContain("signed_in")
  })
}
