import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { origin, sessionCookie } from "../../support/browser.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

const carrying = (cookie: string, method = "GET") => new Request(origin, { method, headers: { cookie } })

/** Cookies that a sibling host has set next to ours. */
export function foreignCookieCases(it: Case, { open }: Backing): void {
  for (const strategy of ["database", "jwt"] as const) {
    const twoPeople = async () => {
      const world = await openWorld(open, { session: { strategy } })
      const [ada, eve] = [await world.signIn("ada@example.com"), await world.signIn("eve@example.com")]
      world.events.length = 0
      return { world, ada, own: ada.browser.token() ?? "", evil: eve.browser.token() ?? "" }
    }

    it(`SEC-R1: a session cookie whose name starts with U+00A0 is not ours (${strategy})`, [], async () => {
      const { world, ada, own, evil } = await twoPeople()
      const both = `\u00a0${sessionCookie}=${evil}; ${sessionCookie}=${own}`
      expect((await world.auth.sessions.read(carrying(both))).user?.id).toBe(ada.user.id)
      expect((await world.auth.sessions.read(carrying(`\u00a0${sessionCookie}=${evil}`))).user).toBeNull()
    })

    it(`SEC-R1: a request with two session cookies has no session (${strategy})`, [], async () => {
      const { world, ada, own, evil } = await twoPeople()
      const both = `${sessionCookie}=${evil}; ${sessionCookie}=${own}`
      expect(await world.auth.sessions.read(carrying(both))).toMatchObject({
        user: null,
        session: null,
        cookies: [],
      })
      expect(world.events).toMatchObject([{ type: "refused", flow: "session", reason: "two_cookies" }])
      expect(
        (await world.auth.sessions.read(carrying(`${sessionCookie}=${own}`))).user?.id,
        "the user's own session is still active",
      ).toBe(ada.user.id)
    })

    it(
      `SEC-R1: a sign-out with two session cookies ends both sessions (${strategy})`,
      ["revokeSessions"],
      async () => {
        const { world, own, evil } = await twoPeople()
        const both = `${sessionCookie}=${evil}; ${sessionCookie}=${own}`
        expect(await world.auth.sessions.signOut(carrying(both, "POST"))).toMatchObject({ ok: true })
        for (const token of [own, evil])
          expect((await world.auth.sessions.read(carrying(`${sessionCookie}=${token}`))).user).toBeNull()
      },
    )

    it(
      `SEC-S1: a sign-out finds the session among hundreds of cookies that cannot be one (${strategy})`,
      ["revokeSessions"],
      async () => {
        const { world, own } = await twoPeople()
        const fakes = (start: string) =>
          Array.from({ length: 100 }, (_, nth) => `${sessionCookie}=${start}${nth}; `).join("")
        const header = `${fakes("m1-")}${sessionCookie}=${own}; ${fakes("m1-1-")}`
        expect(await world.auth.sessions.signOut(carrying(header, "POST"))).toMatchObject({
          ok: true,
          everywhere: true,
        })
        expect((await world.auth.sessions.read(carrying(`${sessionCookie}=${own}`))).user).toBeNull()
      },
    )

    for (const place of ["first", "last"] as const)
      it(
        `SEC-S1: of hundreds of possible sessions, a sign-out ends a few, including the ${place} one (${strategy})`,
        ["revokeSessions"],
        async () => {
          const { world, own } = await twoPeople()
          const possible = (nth: number) => own.slice(0, -9) + String(nth).padStart(9, "0")
          const fakes = Array.from({ length: 218 }, (_, nth) => `${sessionCookie}=${possible(nth)}`)
          const held = `${sessionCookie}=${own}`
          const header = (place === "first" ? [held, ...fakes] : [...fakes, held]).join("; ")
          world.takeCalls()
          const out = await world.auth.sessions.signOut(carrying(header, "POST"))
          expect(out, "it does not claim that all of them ended").toMatchObject({
            ok: true,
            everywhere: false,
          })
          expect(out.cookies).toHaveLength(1)
          expect(world.takeCalls().length).toBeLessThanOrEqual(4)
          expect((await world.auth.sessions.read(carrying(held))).user).toBeNull()
        },
      )
  }
}
