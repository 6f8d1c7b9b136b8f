import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

/** Which user a session belongs to. */
export function sessionUserCases(it: Case, { open }: Backing): void {
  it(
    "SEC-D9: a session returned with another user's row is refused, whether new, due for extension or expired, and changes nothing",
    [],
    async () => {
      const world = await openWorld(open)
      const ada = await world.signIn(email)
      const eve = await world.signIn("eve@example.com")
      const rows = async () => [await world.rows("session"), await world.rows("user")] as const
      const [sessions, users] = await rows()
      const torn = {
        session: sessions.find((row) => row["sessionToken"] === ada.browser.token()),
        user: users.find((row) => row["id"] === eve.user.id),
      }
      world.disturb((name, run) => (name === "getSessionAndUser" ? torn : run()))
      for (const later of [0, DAY, 29 * DAY]) {
        world.clock.advance(later)
        world.takeCalls()
        expect((await world.auth.sessions.read(ada.browser.request())).user).toBeNull()
        expect(world.takeCalls()).toEqual(["getSessionAndUser"])
      }
      world.disturb()
      expect(await rows()).toEqual([sessions, users])
      world.clock.advance(-30 * DAY)
      expect((await world.auth.sessions.read(ada.browser.request())).user?.id).toBe(ada.user.id)
      expect((await world.auth.sessions.read(eve.browser.request())).user?.id).toBe(eve.user.id)
    },
  )

  for (const strategy of ["database", "jwt"] as const)
    it(
      `signs in a user that your own code has checked, and refuses an unknown one (${strategy})`,
      [],
      async () => {
        const world = await openWorld(open, { session: { strategy } })
        const { user } = await world.signIn(email)
        const browser = world.openBrowser()
        browser.keep(await world.auth.sessions.create(browser.request(), user.id))
        expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
        expect(world.events.at(-1)).toMatchObject({ type: "signed_in", method: "custom", userId: user.id })
        expect(await world.auth.sessions.create(browser.request(), "unknown")).toMatchObject({
          ok: false,
          reason: "unknown_user",
        })
      },
    )

  it("SEC-B6: deleting a user ends all their sessions", [], async () => {
    const world = await openWorld(open)
    const { browser, user } = await world.signIn(email)
    const other = await world.signIn(email)
    await world.auth.users.delete(user.id)
    for (const each of [browser, other.browser])
      expect((await world.auth.sessions.read(each.request())).user).toBeNull()
    expect([await world.rows("user"), await world.rows("session")]).toEqual([[], []])
    expect(world.events.at(-1)).toEqual({ type: "user_deleted", userId: user.id })
  })
}
