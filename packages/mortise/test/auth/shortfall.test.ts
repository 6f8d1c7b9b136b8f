import { expect, test } from "vitest"
import { failing, type Shortfall } from "./support/shortfall.ts"

const listed: Shortfall = { why: "It cannot", cases: ["a case"], shows: /NOT NULL/ }
const passing = async () => {}
const throwing = (message: string, cause?: Error) => async () => {
  throw new Error(message, { cause })
}

test("a listed case that passes fails the run", async () => {
  await expect(failing(passing, listed)).rejects.toThrow("take it off the list")
})

test("a listed case must fail with the listed message, its own or that of its cause", async () => {
  await failing(throwing("NOT NULL constraint failed"), listed)
  await failing(throwing("The store failed", new Error("NOT NULL constraint failed")), listed)
  await expect(failing(throwing("no such table"), listed)).rejects.toThrow("no such table")
})

test("a racy case may pass, or fail in the listed way only", async () => {
  const racy = { ...listed, racy: true } as const
  await failing(passing, racy)
  await failing(throwing("NOT NULL constraint failed"), racy)
  await expect(failing(throwing("no such table"), racy)).rejects.toThrow("no such table")
})
