import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY, HOUR } from "../../support/clock.ts"
import { openWorld, type World } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const maxAgeMs = 30 * DAY
const updateAgeMs = DAY
const hundred = Array.from({ length: 100 })

/** How a stored session is extended, and how it expires. */
export function sessionExpiryCases(it: Case, { open }: Backing): void {
  const expiry = async (world: World) => (await world.rows("session"))[0]?.expires
  const extensions = (world: World) => world.events.filter(({ type }) => type === "session_extended").length

  it(
    "§3 session accessed before expires: extended by maxAgeSeconds, at most once per updateAgeSeconds",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser, user } = await world.signIn(email)
      expect(await expiry(world)).toEqual(world.clock.in(maxAgeMs))

      const first = world.clock.in(maxAgeMs)
      world.clock.advance(updateAgeMs - 1)
      expect((await world.auth.sessions.read(browser.request())).cookies).toEqual([])
      expect(await expiry(world)).toEqual(first)

      world.clock.advance(1)
      const read = browser.keep(await world.auth.sessions.read(browser.request()))
      expect(read.user).toMatchObject({ id: user.id })
      expect(read.session?.expires).toEqual(world.clock.in(maxAgeMs))
      expect(await expiry(world)).toEqual(world.clock.in(maxAgeMs))
      expect(read.cookies).toEqual([expect.stringContaining(`Max-Age=${maxAgeMs / 1000};`)])

      await world.auth.sessions.read(browser.request())
      expect(extensions(world)).toBe(1)
      world.clock.advance(maxAgeMs - 1)
      expect(
        (await world.auth.sessions.read(browser.request())).user,
        "a millisecond before the end",
      ).not.toBeNull()
      expect(await expiry(world)).toEqual(world.clock.in(maxAgeMs))
    },
  )

  it(
    "§3 session accessed before expires, SEC-D3: a hundred concurrent requests make one extension",
    ["extendOnce"],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      world.clock.advance(updateAgeMs)
      const reads = await world.callAtOnce(
        hundred.map(() => () => world.auth.sessions.read(browser.request())),
      )
      expect(reads.filter(({ user }) => user === null)).toEqual([])
      expect(reads.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1)
      expect(extensions(world)).toBe(1)
      expect(await expiry(world)).toEqual(world.clock.in(maxAgeMs))
    },
  )

  it("§3 session accessed when time is expires, SEC-D5: removed", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    world.clock.advance(maxAgeMs)
    const read = browser.keep(await world.auth.sessions.read(browser.request()))
    expect(read).toMatchObject({ user: null, session: null })
    expect(await world.rows("session")).toEqual([])
    expect(browser.token(), "the cookie is cleared").toBeUndefined()
  })

  it(
    "§3 session accessed past expires: a hundred concurrent requests remove it, and it stays removed",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      world.clock.advance(maxAgeMs + 1)
      const reads = await world.callAtOnce(
        hundred.map(() => () => world.auth.sessions.read(browser.request())),
      )
      expect(reads.every(({ user }) => user === null)).toBe(true)
      expect(await world.rows("session")).toEqual([])
      expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    },
  )

  it(
    "§3 session accessed past its absolute end: of a hundred concurrent requests, one removes it",
    ["extendOnce"],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      const same = async () => ({ adapter: world.store, rows: world.rows, close: async () => {} })
      const session = { strategy: "database", absoluteMaxAgeSeconds: 3600 } as const
      const shorter = await openWorld(same, { session, now: world.clock.now })
      world.clock.advance(HOUR)
      const reads = await shorter.callAtOnce(
        hundred.map(() => () => shorter.auth.sessions.read(browser.request())),
      )
      expect(reads.every(({ user }) => user === null)).toBe(true)
      expect(shorter.events.map(({ type }) => type)).toEqual(["session_expired"])
      expect(await world.rows("session")).toEqual([])
    },
  )
}
