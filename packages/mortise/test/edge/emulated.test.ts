import { describe, expect, test } from "vitest"
import { rowCases } from "../../../workshop/src/tests/tier.ts"
import { callNames } from "./calls.ts"
import { openD1, openDurableObject } from "./emulated-places.ts"
import { type Place, runTask, type TaskOrder } from "./tasks.ts"

const runIn =
  (place: Place) =>
  (task: TaskOrder["task"], ...args: readonly unknown[]) =>
    runTask({ task, args }, place)

// The wide tests run the same tasks in workerd.
describe.each([
  ["D1", openD1],
  ["a Durable Object", openDurableObject],
])("%s on SQLite in this process", (_, open) => {
  test("a batch that fails at its last statement leaves nothing", async () => {
    expect(await runIn(open())("failingBatch")).toEqual({
      failure: { brokenReference: true },
      left: [null, null],
    })
  })

  test("a sign-up with a taken account leaves no user, and names the key", async () => {
    const run = runIn(open())
    await run("setUp")
    expect(await run("failingSignUp")).toMatchObject({ code: "conflict", model: "account", left: null })
  })
})

// The wide tests run the whole suite.
test.each([
  ["D1", openD1],
  ["a Durable Object", openDurableObject],
])("%s on SQLite in this process passes the cases of rows", async (_, open) => {
  expect(await runIn(open())("suite", rowCases)).toMatchObject({
    problems: [],
    skipped: [],
  })
})

test("only session lookups go to a replica of D1, if stale reads are allowed", async () => {
  const run = runIn(openD1())
  await run("setUp")
  expect(await run("staleReads")).toEqual({
    getSessionAndUser: ["first-unconstrained"],
    getUser: ["first-primary"],
    updateUser: ["first-primary"],
  })
})

test("each call to D1 is one round trip, to the primary", async () => {
  const run = runIn(openD1())
  await run("setUp")
  expect(await run("roundTrips", callNames)).toEqual({
    counts: Object.fromEntries(callNames.map((name) => [name, 1])),
    sessions: ["first-primary"],
  })
})

test("a transaction of a Durable Object is committed, or rolled back when its work throws", async () => {
  expect(await runIn(openDurableObject())("transactions")).toEqual(["kept", null, null])
})
