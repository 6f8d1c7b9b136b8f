import { afterAll, beforeAll, expect, test } from "vitest"
import type { ExperimentName, Subject } from "../../playground/protocol.ts"
import { type Playground, startPlayground } from "../../playground/server/start-playground.ts"
import { command, openStream } from "./support.ts"

let playground: Playground
beforeAll(async () => {
  playground = await startPlayground({ port: 0 })
})
afterAll(() => playground?.close())

/** Runs an experiment to its end, and returns the numbers of each subject by its role. */
async function run(experiment: ExperimentName, beside?: string) {
  const stream = await openStream(playground.origin)
  await stream.snapshot()
  const started = await command(playground.origin, "experiment", { experiment, ...(beside && { beside }) })
  expect(started).toEqual({ ok: true })
  const ended = await stream.next("experiment", (event) => event.run.status !== "running", 1)
  expect(ended.run.message).toBeUndefined()
  const { subjects } = ended.run
  for (const { doneRounds, totalRounds, title } of subjects) {
    expect(totalRounds, title).toBeGreaterThan(0)
    expect(doneRounds, title).toBe(totalRounds)
  }
  const of = (role: Subject["role"]) => {
    const found = subjects.find((subject) => subject.role === role)
    if (!found) throw new Error(`The experiment has no subject with the role ${role}`)
    return found
  }
  return { mortise: of("mortise"), adapter: of("adapter"), official: () => of("official") }
}

const value = ({ measures }: Subject, label: string) =>
  measures.find((measure) => measure.label === label)?.value

test("race: each link signs in once on our adapter, and several times on an adapter that reads before it deletes", async () => {
  const { mortise, adapter, official } = await run("race", "@auth/unstorage-adapter")
  for (const ours of [mortise, adapter]) {
    expect(ours.violations, ours.title).toBe(0)
    expect(value(ours, "sign-ins")).toBe(20)
  }
  expect(official().title).toBe("Auth.js on @auth/unstorage-adapter")
  expect(value(official(), "sign-ins")).toBeGreaterThan(20)
  expect(value(official(), "links that signed in more than once")).toBeGreaterThan(0)
  expect(official().violations).toBeGreaterThan(0)
})

test("deletion: no orphan is left on our adapter; an adapter without foreign keys leaves some", async () => {
  const { mortise, adapter, official } = await run("deletion", "@auth/unstorage-adapter")
  expect([mortise.violations, adapter.violations]).toEqual([0, 0])
  expect(official().violations).toBeGreaterThan(0)
})

test("faults: with mortise/auth, each person can sign in after a fault; with Auth.js, some cannot", async () => {
  const { mortise, adapter } = await run("faults")
  expect(mortise.violations).toBe(0)
  expect(mortise.totalRounds).toBeGreaterThanOrEqual(16)
  expect(adapter.violations).toBeGreaterThan(0)
  expect(adapter.note).toContain("in two calls")
})

test("restart: with mortise/auth, an outage is an error and the sessions survive", async () => {
  const { mortise, adapter } = await run("restart")
  expect(mortise.violations).toBe(0)
  expect(value(adapter, "people signed in after the restart")).toBe(5)
})

test("restart: a store in memory has lost its rows, and says why", async () => {
  await command(playground.origin, "store", { store: "memory" })
  const { mortise } = await run("restart")
  expect(mortise).toMatchObject({ violations: 0, note: expect.stringContaining("promises no durability") })
  expect(value(mortise, "people signed in after the restart")).toBe(0)
})

test("clock: one extension per day, and an expired session is refused and removed", async () => {
  const { mortise } = await run("clock")
  expect(mortise.violations).toBe(0)
  expect(value(mortise, "daily extensions by eight tabs at once")).toBe(5)
})
