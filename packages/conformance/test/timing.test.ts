import { expect, test } from "vitest"
import { choose, createRandom } from "../src/engine/case-tools/random.ts"
import { printDeep, printValue } from "../src/engine/print.ts"
import { createTiming } from "../src/engine/timing.ts"
import { createData } from "../src/suites/authjs/data.ts"

const hooks = { onRace: () => {} }

test("a race starts every call before any has ended", async () => {
  const log: string[] = []
  const calls = Array.from({ length: 5 }, (_, nth) => async () => {
    log.push(`start ${nth}`)
    await null
    log.push(`end ${nth}`)
    if (nth === 1) throw new Error("refused")
    return nth
  })
  const outcomes = await createTiming("quick", hooks).race(calls)
  expect(log.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((nth) => `start ${nth}`))
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...["fulfilled", "rejected", "fulfilled", "fulfilled", "fulfilled"],
  ])
})

test("full effort runs more rounds", async () => {
  const count = async (effort: "quick" | "full") => {
    let rounds = 0
    await createTiming(effort, hooks).rounds(3, async () => void rounds++)
    return rounds
  }
  expect([await count("quick"), await count("full")]).toEqual([3, 60])
})

test("interleavings reach every gap between the awaits of both calls, in both orders", async () => {
  const seen = new Set<string>()
  await createTiming("full", hooks).interleavings(async (fire) => {
    const log: string[] = []
    const steps = (name: string) => async () => {
      for (let step = 0; step < 4; step++) {
        log.push(name)
        await null
      }
    }
    const [a, b] = await fire(steps("a"), steps("b"))
    expect([a.status, b.status]).toEqual(["fulfilled", "fulfilled"])
    seen.add(log.join(""))
  })
  // Each call starts first once, each ends before the other starts, and each starts in the middle of the other.
  expect(seen).toContain("aaaabbbb")
  expect(seen).toContain("bbbbaaaa")
  expect([...seen].filter((order) => /^a.*b.*a/.test(order)).length).toBeGreaterThan(1)
  expect([...seen].filter((order) => /^b.*a.*b/.test(order)).length).toBeGreaterThan(1)
})

test("random numbers depend only on the seed and the case", () => {
  const three = (seed: number, name: string) => Array.from({ length: 3 }, createRandom(seed, name))
  expect(three(1, "a")).toEqual(three(1, "a"))
  expect(three(1, "a")).not.toEqual(three(2, "a"))
  expect(three(1, "a")).not.toEqual(three(1, "b"))
  for (const number of Array.from({ length: 1000 }, createRandom(3, "range")))
    expect(number >= 0 && number < 1).toBe(true)
})

test("a random choice has the asked number of values, in order, and reaches every value", () => {
  const list = Array.from({ length: 9 }, (_, nth) => nth)
  const random = createRandom(1, "choice")
  const choices = Array.from({ length: 200 }, () => choose(list, 4, random))
  for (const choice of choices) {
    expect(choice).toHaveLength(4)
    expect(choice).toEqual([...new Set(choice)].sort())
  }
  expect(new Set(choices.flat()).size).toBe(list.length)
  expect(choose(list, 20, random)).toEqual(list)
})

test("the data of two runs never collides", () => {
  const runs = [createData(), createData()]
  const made = runs.flatMap((data) =>
    Array.from({ length: 500 }, () => [data.unique(), data.email(), data.token()]),
  )
  expect(new Set(made.flat()).size).toBe(3000)
})

test.each([
  [undefined, "undefined"],
  ["x".repeat(100), `"${"x".repeat(80)}"… (100 characters)`],
  [new Date(Number.NaN), "Invalid Date"],
  [{ a: { b: { c: 1 } } }, "{ a: { b: {…} } }"],
  [Array.from({ length: 10 }, (_, n) => n), "[ 0, 1, 2, 3, 4, 5, 6, 7, … 2 more ]"],
  [new Map(), "Map {}"],
  [Object.create(null), "{}"],
  [Object.assign(new Error("gone"), { code: "E1" }), "Error (E1): gone"],
  [Symbol("s"), "Symbol(s)"],
  [-0, "-0"],
])("a value is printed in a few words: %#", (value, expected) => {
  expect(printValue(value)).toBe(expected)
})

test("a value that cannot be read is still described", () => {
  const trap = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("no")
      },
    },
  )
  expect(printValue(trap)).toBe("a value that cannot be read")
})

test("all text of an error is searched: message, stack, cause, hidden fields", () => {
  const error = new Error("outer", {
    cause: Object.assign(new Error("inner"), { detail: { sql: "secret" } }),
  })
  Object.defineProperty(error, "hidden", { value: ["deep"], enumerable: false })
  for (const text of ["outer", "inner", "secret", "deep", "timing.test.ts"])
    expect(printDeep(error)).toContain(text)
})
