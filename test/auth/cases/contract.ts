import { expect } from "vitest"
import type { Backing } from "../support/backends.ts"
import { DAY, HOUR, MINUTE } from "../support/clock.ts"
import { openWorld, type World } from "../support/world.ts"
import type { Case } from "./case.ts"

const email = "ada@example.com"
const maxAge = 30 * DAY
const updateAge = DAY
const hundred = Array.from({ length: 100 })

/** Every row of the table of states and transitions, at its boundaries and under a hundred requests at once. */
export function contractCases(it: Case, { open }: Backing): void {
  const expiry = async (world: World) => (await world.rows("session"))[0]?.expires
  const extensions = (world: World) => world.events.filter(({ type }) => type === "session_extended").length

  it(
    "§3 session accessed before expires: extended with maxAge, no sooner than updateAge after the last time",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser, user } = await world.signIn(email)
      expect(await expiry(world)).toEqual(world.clock.in(maxAge))

      const first = world.clock.in(maxAge)
      world.clock.travel(updateAge - 1)
      expect((await world.auth.sessions.read(browser.request())).cookies).toEqual([])
      expect(await expiry(world)).toEqual(first)

      world.clock.travel(1)
      const read = browser.keep(await world.auth.sessions.read(browser.request()))
      expect(read.user).toMatchObject({ id: user.id })
      expect(read.session?.expires).toEqual(world.clock.in(maxAge))
      expect(await expiry(world)).toEqual(world.clock.in(maxAge))
      expect(read.cookies).toEqual([expect.stringContaining(`Max-Age=${maxAge / 1000};`)])

      await world.auth.sessions.read(browser.request())
      expect(extensions(world)).toBe(1)
      world.clock.travel(maxAge - 1)
      expect(
        (await world.auth.sessions.read(browser.request())).user,
        "a millisecond before the end",
      ).not.toBeNull()
      expect(await expiry(world)).toEqual(world.clock.in(maxAge))
    },
  )

  it(
    "§3 session accessed before expires, SEC-D3: a hundred requests at once make one extension",
    ["extendOnce"],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      world.clock.travel(updateAge)
      const reads = await Promise.all(hundred.map(() => world.auth.sessions.read(browser.request())))
      expect(reads.filter(({ user }) => user === null)).toEqual([])
      expect(reads.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1)
      expect(extensions(world)).toBe(1)
      expect(await expiry(world)).toEqual(world.clock.in(maxAge))
    },
  )

  it("§3 session accessed when time is expires, SEC-D5: removed", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    world.clock.travel(maxAge)
    const read = browser.keep(await world.auth.sessions.read(browser.request()))
    expect(read).toMatchObject({ user: null, session: null })
    expect(await world.rows("session")).toEqual([])
    expect(browser.token(), "the cookie is cleared").toBeUndefined()
  })

  it(
    "§3 session accessed past expires: a hundred requests at once remove it, and nothing brings it back",
    [],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      world.clock.travel(maxAge + 1)
      const reads = await Promise.all(hundred.map(() => world.auth.sessions.read(browser.request())))
      expect(reads.every(({ user }) => user === null)).toBe(true)
      expect(await world.rows("session")).toEqual([])
      expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
    },
  )

  it(
    "§3 session accessed past its absolute end: of a hundred requests at once, one removes it",
    ["extendOnce"],
    async () => {
      const world = await openWorld(open)
      const { browser } = await world.signIn(email)
      const same = async () => ({ adapter: world.store, rows: world.rows, close: async () => {} })
      const session = { strategy: "database", absoluteMaxAgeSeconds: 3600 } as const
      const shorter = await openWorld(same, { session, now: world.clock.now })
      world.clock.travel(HOUR)
      const reads = await Promise.all(hundred.map(() => shorter.auth.sessions.read(browser.request())))
      expect(reads.every(({ user }) => user === null)).toBe(true)
      expect(shorter.events.map(({ type }) => type)).toEqual(["session_expired"])
      expect(await world.rows("session")).toEqual([])
    },
  )

  it("§3 deleteSession: the session is removed", [], async () => {
    const world = await openWorld(open)
    const { browser } = await world.signIn(email)
    const replay = browser.token() ?? ""
    const out = browser.keep(await world.auth.sessions.signOut(browser.request("/", { method: "POST" })))
    expect(out).toMatchObject({ ok: true, everywhere: true })
    expect(await world.rows("session")).toEqual([])
    browser.holdToken(replay)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it(
    "§3 useVerificationToken: identifier and token match, SEC-E2: of a hundred at once, one signs in",
    [],
    async () => {
      const world = await openWorld(open)
      await world.auth.email.request(world.openBrowser().request(), { email })
      const { fields } = world.lastLink()
      const follow = () =>
        world.auth.email.follow(world.openBrowser().request("/auth/confirm", { form: fields }))
      const answers = await Promise.all(hundred.map(follow))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.reason === "invalid_link")).toHaveLength(99)
      expect(await world.rows("verificationToken")).toEqual([])
      expect(await world.rows("session")).toHaveLength(1)
      expect(await follow()).toMatchObject({ ok: false, reason: "invalid_link" })
    },
  )

  for (const [when, after, ok] of [
    ["a millisecond before expires", 10 * MINUTE - 1, true],
    ["when time is expires", 10 * MINUTE, false],
    ["past expires", HOUR, false],
  ] as const)
    it(
      `§3 verification token used ${when}, SEC-E3: ${ok ? "signed in" : "refused"}, and used up`,
      [],
      async () => {
        const world = await openWorld(open)
        const browser = world.openBrowser()
        await world.auth.email.request(browser.request(), { email })
        world.clock.travel(after)
        const form = world.lastLink().fields
        const answer = await world.auth.email.follow(browser.request("/auth/confirm", { form }))
        expect(answer).toMatchObject(ok ? { ok } : { ok, reason: "expired" })
        expect(await world.rows("verificationToken")).toEqual([])
        expect(await world.rows("session")).toHaveLength(ok ? 1 : 0)
      },
    )

  it(
    "§3 emailVerified is null, SEC-E9: the first sign-in by email sets it, no later one does",
    [],
    async () => {
      const world = await openWorld(open)
      await createUser(world, { email, emailVerified: null })
      world.clock.travel(HOUR)
      const first = world.clock.in(0)
      await world.signIn(email)
      expect(await world.rows("user")).toMatchObject([{ email, emailVerified: first }])
      world.clock.travel(HOUR)
      await world.signIn(email)
      expect(await world.rows("user")).toMatchObject([{ email, emailVerified: first }])
      expect(world.events.filter(({ type }) => type === "email_verified")).toHaveLength(1)
    },
  )

  it("§3 emailVerified is null: of many first sign-ins at once, one sets it", ["verifyOnce"], async () => {
    const world = await openWorld(open)
    await createUser(world, { email, emailVerified: null })
    const forms = []
    for (let nth = 0; nth < 5; nth++) {
      await world.auth.email.request(world.openBrowser().request(), { email })
      forms.push(world.lastLink().fields)
    }
    const answers = await Promise.all(
      forms.map((form) => world.auth.email.follow(world.openBrowser().request("/auth/confirm", { form }))),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(await world.rows("user")).toHaveLength(1)
    expect(world.events.filter(({ type }) => type === "email_verified")).toHaveLength(1)
  })

  for (const meanwhile of ["verified", "deleted"] as const)
    it(
      `§3 emailVerified is null: a sign-in that finds the user ${meanwhile} meanwhile looks again`,
      ["verifyOnce"],
      async () => {
        const world = await openWorld(open)
        await createUser(world, { email, emailVerified: null })
        const before = (await world.rows("user"))[0]?.["id"]
        world.disturb(async (name, run) => {
          if (name !== "verifyEmail") return run()
          world.disturb()
          if (meanwhile === "verified") await world.signIn(email)
          else await world.auth.deleteUser(String(before))
          return run()
        })
        await world.auth.email.request(world.openBrowser().request(), { email })
        const form = world.lastLink().fields
        const answer = await world.auth.email.follow(world.openBrowser().request("/auth/confirm", { form }))
        expect(answer).toMatchObject({ ok: true, user: { email, emailVerified: world.clock.in(0) } })
        expect(await world.rows("user")).toHaveLength(1)
        expect(world.events.filter(({ type }) => type === "email_verified")).toHaveLength(1)
      },
    )
}

async function createUser(
  { store }: World,
  user: { email: string; emailVerified: Date | null },
): Promise<void> {
  await store.createUser?.(user as never)
}
