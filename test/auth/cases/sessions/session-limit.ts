import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

/** The maximum number of sessions of a user. */
export function sessionLimitCases(it: Case, { open }: Backing): void {
  it("a session that the sign-in replaces does not count", ["revokeSessions"], async () => {
    const world = await openWorld(open, { session: { strategy: "database", limit: 2 } })
    const [phone, laptop] = [await world.signIn(email), await world.signIn(email)]
    world.clock.advance(1000)
    await world.signIn(email, laptop.browser)
    for (const { browser } of [phone, laptop])
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
    expect(await world.rows("session")).toHaveLength(2)
  })

  it(
    "SEC-D12: fifty concurrent sign-ins with a limit of five leave five sessions",
    ["revokeSessions"],
    async () => {
      const world = await openWorld(open, { session: { strategy: "database", limit: 5 } })
      const { user } = await world.signIn(email)
      const browser = world.openBrowser()
      // A store may list sessions in any order, which may change between calls.
      let lists = 0
      world.disturb(async (name, run) => {
        const result = await run()
        return name === "listSessions" && lists++ % 2 === 0 ? [...(result as object[])].reverse() : result
      })
      await Promise.all(
        Array.from({ length: 50 }, () => world.auth.sessions.create(browser.request(), user.id)),
      )
      expect(await world.rows("session")).toHaveLength(5)
      world.clock.advance(1)
      const { session } = await world.signIn(email)
      expect(await world.rows("session")).toHaveLength(5)
      expect((await world.auth.sessions.list(user.id)).map(({ handle }) => handle)).toContain(session.handle)
    },
  )
}
