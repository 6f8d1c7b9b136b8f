import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { createBatcher } from "../../../src/shared/batcher.ts"

type Flight = { values: string[]; land(): void; crash(error: Error): void }

/** A batcher over a client whose requests return when the test calls `land`. */
function slowBatcher() {
  const flights: Flight[] = []
  const fly = <T>(values: string[], answer: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      flights.push({ values, land: () => resolve(answer()), crash: reject })
    })
  const batcher = createBatcher<string>({
    runOne: (value) => fly([value], () => `row of ${value}`),
    runMany: (values) => fly([...values], () => (_, nth) => `row of ${values[nth]}`),
    most: 128,
  })
  return { batcher, flights }
}

const names = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => `t${from + nth}`)
const settle = () => vi.advanceTimersByTimeAsync(0)

/** Lets all requests return one after the other, also those that the batcher sends while it waits. */
async function landInTurn(flights: readonly Flight[], first = 0): Promise<void> {
  for (let nth = first; nth < flights.length; nth++) {
    flights[nth]?.land()
    await settle()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe("a batcher", () => {
  test("sends a single call immediately", async () => {
    const { batcher, flights } = slowBatcher()
    const answer = batcher("a")
    expect(flights.map(({ values }) => values)).toEqual([["a"]])
    flights[0]?.land()
    expect(await answer).toBe("row of a")
  })

  test("sends a burst as two requests at a time, neither with more than half of the calls", async () => {
    const { batcher, flights } = slowBatcher()
    const answers = Promise.all(names(6).map((value) => batcher(value)))
    await settle()
    expect(flights.map(({ values }) => values)).toEqual([["t0"], names(3, 1)])
    flights[0]?.land()
    await settle()
    expect(flights[2]?.values).toEqual(names(2, 4))
    for (const { land } of flights) land()
    expect(await answers).toEqual(names(6).map((name) => `row of ${name}`))
  })

  test("waits until all callers that got their answers together have called again", async () => {
    const { batcher, flights } = slowBatcher()
    const caller = async (name: string): Promise<void> => {
      for (let nth = 0; nth < 4; nth++) expect(await batcher(name)).toBe(`row of ${name}`)
    }
    const done = Promise.all(names(32).map(caller))
    await settle()
    await landInTurn(flights)
    await done
    expect(flights.map(({ values }) => values.length)).toEqual([1, 16, 16, 16, 16, 16, 16, 16, 15])
  })

  test("sends a call immediately again when one caller is left", async () => {
    const { batcher, flights } = slowBatcher()
    const burst = Promise.all(names(3).map((value) => batcher(value)))
    await settle()
    await landInTurn(flights)
    await burst
    const next = batcher("next")
    await settle()
    flights.at(-1)?.land()
    await next
    const sent = flights.length
    void batcher("last")
    expect(flights).toHaveLength(sent + 1)
  })

  test("sends at most its limit in one batch, in the order of the calls", async () => {
    const { batcher, flights } = slowBatcher()
    const answers = Promise.all(names(402).map((value) => batcher(value)))
    await settle()
    await landInTurn(flights)
    expect(await answers).toHaveLength(402)
    expect(flights.map(({ values }) => values.length)).toEqual([1, 128, 128, 128, 17])
    expect(flights.flatMap(({ values }) => values)).toEqual(names(402))
  })

  test("sends a value once if several callers wait for it", async () => {
    const { batcher, flights } = slowBatcher()
    const answers = Promise.all(["a", "c", "c", "c", "d", "c"].map((value) => batcher(value)))
    await settle()
    expect(flights[1]?.values).toEqual(["c"])
    flights[0]?.land()
    await settle()
    expect(flights[2]?.values).toEqual(["d", "c"])
    for (const { land } of flights) land()
    expect((await answers).filter((row) => row === "row of c")).toHaveLength(4)
  })

  test("returns null for a value that was not found", async () => {
    const batcher = createBatcher<string | null>({ runOne: () => null, runMany: () => () => null, most: 128 })
    expect(await Promise.all(names(5).map((value) => batcher(value)))).toEqual(names(5).map(() => null))
  })

  test("rejects exactly the calls of a failed batch, and continues", async () => {
    const { batcher, flights } = slowBatcher()
    const outcomes = Promise.allSettled(names(6).map((value) => batcher(value)))
    await settle()
    flights[0]?.land()
    await settle()
    flights[1]?.crash(new Error("lost"))
    flights[2]?.land()
    expect((await outcomes).map(({ status }) => status)).toEqual([
      "fulfilled",
      ...names(3).map(() => "rejected"),
      ...names(2).map(() => "fulfilled"),
    ])
    const next = batcher("next")
    await settle()
    flights[3]?.land()
    expect(await next).toBe("row of next")
  })

  test("rejects only the caller of a row that cannot be read", async () => {
    const unreadable = "t3"
    const batcher = createBatcher<string>({
      runOne: async (value) => value,
      runMany: async () => (value) => {
        if (value === unreadable) throw new Error("corrupt")
        return value
      },
      most: 128,
    })
    const outcomes = await Promise.allSettled(names(6).map((value) => batcher(value)))
    expect(outcomes.map(({ status }) => status)).toEqual(
      names(6).map((name) => (name === unreadable ? "rejected" : "fulfilled")),
    )
  })

  test("never answers a call from a request that was sent before it", async () => {
    const { batcher, flights } = slowBatcher()
    const first = [batcher("a"), batcher("b")]
    await settle()
    const again = batcher("a")
    flights[0]?.land()
    await settle()
    expect(flights[2]?.values).toEqual(["a"])
    for (const { land } of flights) land()
    await Promise.all([...first, again])
  })

  test("stops waiting for requests that hang, and limits requests as before when they return", async () => {
    const { batcher, flights } = slowBatcher()
    const stuck = [batcher("a"), batcher("b")]
    await settle()
    const held = batcher("c")
    await vi.advanceTimersByTimeAsync(999)
    expect(flights).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    flights[2]?.land()
    expect(await held).toBe("row of c")
    const next = batcher("d")
    await settle()
    expect(flights, "later calls do not wait").toHaveLength(4)
    for (const { land } of flights) land()
    await Promise.all([...stuck, next])

    const later = Promise.all(names(3).map((value) => batcher(value)))
    await settle()
    expect(flights).toHaveLength(6)
    await landInTurn(flights, 4)
    expect(await later).toHaveLength(3)
    expect(vi.getTimerCount()).toBe(0)
  })
})
