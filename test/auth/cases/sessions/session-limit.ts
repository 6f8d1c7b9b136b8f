import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

/** The maximum number of sessions of a user. */
export function sessionLimitCases(it: Case, { open }: Backing): void {
  it("a session that a new one takes the place of does not count", ["revokeSessions"], async () => {
    const world = await openWorld(open, { session: { strategy: "database", limit: 2 } })
    const [phone, laptop] = [await world.signIn(email), await world.signIn(email)]
    world.clock.travel(1000)
    await world.signIn(email, laptop.browser)
    for (const { browser } of [phone, laptop])
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
    expect(await world.rows("session")).toHaveLength(2)
  })

  it("SEC-D12: fifty sign-ins at once under a limit of five leave five", ["revokeSessions"], async () => {
    const world = await openWorld(open, { session: { strategy: "database", limit: 5 } })
    const { user } = await world.signIn(email)
    const browser = world.openBrowser()
    // A store may list them in any order, and another time in another.
    let lists = 0
    world.disturb(async (name, run) => {
      const result = await run()
      return name === "listSessions" && lists++ % 2 === 0 ? [...(result as object[])].reverse() : result
    })
    await Promise.all(
      Array.from({ length: 50 }, () => world.auth.sessions.create(browser.request(), user.id)),
    )
    expect(await world.rows("session")).toHaveLength(5)
    world.clock.travel(1)
    const { session } = await world.signIn(email)
    expect(await world.rows("session")).toHaveLength(5)
    expect((await world.auth.sessions.list(user.id)).map(({ handle }) => handle)).toContain(session.handle)
  })
}
