import { expect } from "vitest"
import { type Adapter, type Slots, slots, type Upkeep, upkeep } from "../../src/index.ts"
import { someone } from "../support/people.ts"

/**
 * Checks what a store does at the exact moment of an expiry, and a millisecond before it. A store compares times by
 * itself, and only a clock that stands still shows on which side of the moment it is.
 */
export async function expectMoments(open: (now: () => number) => Adapter): Promise<void> {
  let time = Date.now()
  const expires = new Date(time + 60_000)
  const later = new Date(time + 120_000)
  const adapter = open(() => time)
  const { set, read, claim, replace, increment, take } = slots(adapter) as Slots
  const { sweep } = upkeep(adapter) as Upkeep
  const { id: userId } = await adapter.createUser(someone())
  const newSlot = async () => {
    const key = crypto.randomUUID()
    await set({ key, count: 7, expires })
    return key
  }
  const newSession = async () => {
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId, expires })
    return sessionToken
  }
  /** Whether the row of each call was still there. */
  const findLive = async () => ({
    read: (await read(await newSlot())) !== null,
    claim: !(await claim({ key: await newSlot(), expires: later })).ok,
    replace: (await replace({ key: await newSlot(), value: 1, expires: later })).ok,
    increment: (await increment(await newSlot(), later)) === 8,
    take: (await take(await newSlot())) !== null,
    getSessionAndUser: (await adapter.getSessionAndUser(await newSession())) !== null,
    updateSession:
      (await adapter.updateSession({ sessionToken: await newSession(), expires: later })) !== null,
    deleteSession: (await adapter.deleteSession(await newSession())) !== null,
  })

  const swept = await newSession()
  time = expires.getTime() - 1
  expect(Object.entries(await findLive()).filter(([, isLive]) => !isLive)).toEqual([])
  await sweep({ now: new Date(time) })
  expect(await adapter.getSessionAndUser(swept), "a sweep before the moment").not.toBeNull()
  await sweep({ now: expires })
  expect(await adapter.getSessionAndUser(swept), "a sweep at the moment").toBeNull()
  time = expires.getTime()
  expect(Object.entries(await findLive()).filter(([, isLive]) => isLive)).toEqual([])
}

/** Checks that one sweep also deletes an expired row that arrived behind the batches before it. */
export async function expectSweptBehind(adapter: Adapter): Promise<void> {
  const { sweep, count } = upkeep(adapter) as Upkeep
  while ((await sweep()) > 0);
  const before = await count("session")
  const { id: userId } = await adapter.createUser(someone())
  const addExpired = (ms: number) =>
    adapter.createSession({ sessionToken: crypto.randomUUID(), userId, expires: new Date(ms) })
  for (const ms of [1000, 2000, 3000, 4000]) await addExpired(ms)
  expect(await sweep({ limit: 2 })).toBe(2)
  await addExpired(500)
  expect(await sweep({ limit: 5 })).toBe(3)
  expect(await count("session")).toBe(before)
}
