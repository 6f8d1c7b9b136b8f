import { expect, onTestFinished } from "vitest"
import { upkeep } from "../../../../src/index.ts"
import type { Backing } from "../../support/backends.ts"
import { DAY, HOUR, MINUTE } from "../../support/clock.ts"
import { openWorld, outage, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

/** Expired rows are deleted after requests. */
export function sweepCases(it: Case, { open }: Backing): void {
  const openSweeping = async (options: WorldOptions = {}) => {
    const works: Promise<unknown>[] = []
    const sweep = { limit: 2 }
    const world = await openWorld(open, { sweep, waitUntil: (work) => void works.push(work), ...options })
    // A sign-in by mail would leave slots, which a batch deletes too.
    const user = (await world.store.createUser?.({ email } as never)) as { id: string } | undefined
    for (let nth = 0; nth < 5; nth++) {
      const sessionToken = `old-${nth}`
      const row = { sessionToken, userId: user?.id, expires: world.clock.in(nth + 1) }
      await world.store.createSession?.(row as never)
    }
    world.clock.advance(HOUR)
    const left = async () => (await upkeep(world.store)?.count("session")) ?? 0
    const visit = async () => {
      await world.auth.sessions.read(world.openBrowser().request())
      return Promise.all(works.splice(0))
    }
    return { world, works, left, visit }
  }

  it("SEC-R17: a request is followed by one bounded batch per interval", ["limitMails"], async () => {
    const { world, left, visit } = await openSweeping()
    const before = await left()
    for (let nth = 0; nth < 3; nth++) await visit()
    expect(await left()).toBe(before - 2)
    world.clock.advance(10 * MINUTE - 1)
    await visit()
    expect(await left()).toBe(before - 2)
    world.clock.advance(1)
    await visit()
    expect(await left()).toBe(before - 4)
  })

  it("SEC-R17: one of several processes sweeps in an interval", ["limitMails"], async () => {
    const { world, left, visit } = await openSweeping()
    const same = async () => ({ adapter: world.store, rows: world.rows, close: async () => {} })
    const works: Promise<unknown>[] = []
    const options = {
      sweep: { limit: 2 },
      now: world.clock.now,
      waitUntil: (work: Promise<unknown>) => works.push(work),
    }
    const others = await Promise.all([1, 2, 3].map(() => openWorld(same, options)))
    const before = await left()
    await visit()
    for (const { auth, openBrowser } of others) await auth.sessions.read(openBrowser().request())
    expect(works).toHaveLength(3)
    await Promise.all(works)
    expect(await left()).toBe(before - 2)
  })

  it("SEC-R17: a sweep neither delays a request nor makes it fail", ["limitMails"], async () => {
    const { world, works } = await openSweeping()
    world.disturb((name, run) => {
      if (name === "claim") throw outage()
      return run()
    })
    world.events.length = 0
    expect((await world.auth.sessions.read(world.openBrowser().request())).user).toBeNull()
    await Promise.all(works)
    expect(world.events).toMatchObject([{ type: "operation_failed", operation: "sweep" }])
  })

  it("SEC-R17: a waitUntil that throws does not affect the process", ["limitMails"], async () => {
    const rejections: unknown[] = []
    const note = (error: unknown) => void rejections.push(error)
    process.on("unhandledRejection", note)
    onTestFinished(() => void process.off("unhandledRejection", note))
    const waitUntil = () => {
      throw new Error("outside of a request")
    }
    const world = await openWorld(open, { sweep: {}, waitUntil })
    expect((await world.auth.sessions.read(world.openBrowser().request())).user).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(rejections).toEqual([])
  })

  it("SEC-R17: the sweep can be turned off", [], async () => {
    const { world, works } = await openSweeping({ sweep: false })
    world.clock.advance(DAY)
    world.takeCalls()
    await world.auth.sessions.read(world.openBrowser().request())
    expect(works).toEqual([])
    expect(world.takeCalls()).toEqual([])
  })
}
