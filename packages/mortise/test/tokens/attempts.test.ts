import { expect, test } from "vitest"
import { slots } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { createAttempts } from "../../src/tokens/attempts.ts"

const hour = 3600 * 1000
const day = 24 * hour
const timeoutMs = 10_000
const leaseMs = timeoutMs + 20_000
const tokens = { provider: "acme", providerAccountId: "1", refresh_token: "refresh", access_token: "access" }

/** Attempts on a clock that moves only by `travel`. */
function openAttempts(rotates: boolean) {
  let time = Date.parse("2026-03-04T05:06:07.089Z")
  const now = () => time
  const attempts = createAttempts({
    slots: slots(memoryAdapter({ now })),
    now,
    timeoutMs,
    rotates: () => rotates,
  })
  /** Claims the next attempt; fails if another caller has it. */
  const begin = async () => {
    const begun = await attempts.begin(tokens)
    if (typeof begun === "string" || !("mine" in begun)) throw new Error("Another caller has the attempt")
    return begun.mine
  }
  const isFree = async () => {
    const begun = await attempts.begin(tokens)
    return typeof begun === "object" && "mine" in begun
  }
  return {
    begin,
    isFree,
    travel: (ms: number) => {
      time += ms
    },
  }
}

test("SEC-G2: a refresh token that works once and was sent is not sent again for a year", async () => {
  const { begin, isFree, travel } = openAttempts(true)
  await begin()
  travel(365 * day - 1)
  expect(await isFree()).toBe(false)
  travel(1)
  expect(await isFree()).toBe(true)
})

test.each([
  ["refused", 365 * day],
  ["lost", 365 * day],
  ["done", hour],
] as const)("SEC-G2: the outcome %s is remembered for its time", async (outcome, lifeMs) => {
  const { begin, isFree, travel } = openAttempts(true)
  const mine = await begin()
  travel(day)
  await mine.end(outcome)
  travel(lifeMs - 1)
  expect(await isFree()).toBe(false)
  travel(1)
  expect(await isFree()).toBe(true)
})

test("SEC-G2: a refresh token that works again is sent again when the lease has ended", async () => {
  const { begin, isFree, travel } = openAttempts(false)
  await begin()
  travel(leaseMs - 1)
  expect(await isFree()).toBe(false)
  travel(1)
  expect(await isFree()).toBe(true)
})

test("SEC-G2: a permitted attempt stays permitted for a year, so that the one before is not repeated", async () => {
  const { begin, isFree, travel } = openAttempts(true)
  const mine = await begin()
  await mine.permitNext()
  travel(2000)
  await begin()
  travel(364 * day)
  expect(await isFree()).toBe(false)
})

test("the pause after a failure doubles, up to five minutes", async () => {
  const { begin, isFree, travel } = openAttempts(true)
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
    const mine = await begin()
    await mine.permitAfterFailure(0)
    travel(seconds * 1000 - 1)
    expect(await isFree(), `after ${seconds} s`).toBe(false)
    travel(1)
  }
})
