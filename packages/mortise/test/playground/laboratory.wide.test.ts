import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { runExperiment } from "../../../../playground/laboratory/run-experiment.ts"
import type { ExperimentName, StoreName, Subject } from "../../../../playground/protocol.ts"
import { startPlayground } from "../../../../playground/server/start-playground.ts"
import { command, openStream } from "./support.ts"

const official = "@auth/unstorage-adapter"

/** The subjects of a complete run by their roles. */
function byRole(subjects: readonly Subject[]): Partial<Record<Subject["role"], Subject>> {
  for (const { doneRounds, totalRounds, title } of subjects) {
    expect(totalRounds, title).toBeGreaterThan(0)
    expect(doneRounds, title).toBe(totalRounds)
  }
  return Object.fromEntries(subjects.map((subject) => [subject.role, subject]))
}

/** Runs an experiment in this process. */
async function run(experiment: ExperimentName, store: StoreName, beside?: string) {
  const folder = await mkdtemp(join(tmpdir(), "laboratory-test-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  let subjects: readonly Subject[] = []
  await runExperiment({ experiment, store, beside, surroundings: { folder } }, (run) => {
    subjects = run.subjects
  })
  expect(await readdir(folder), "files left behind").toEqual([])
  return byRole(subjects)
}

const value = (subject: Subject | undefined, label: string) =>
  subject?.measures.find((measure) => measure.label === label)?.value

test("race: each link signs in once on our adapter, and several times on an adapter that reads before it deletes", async () => {
  const playground = await startPlayground({ port: 0 })
  onTestFinished(() => playground.close())
  const stream = await openStream(playground.origin)
  await stream.snapshot()
  const started = await command(playground.origin, "experiment", { experiment: "race", beside: official })
  expect(started).toEqual({ ok: true })
  const ended = await stream.next("experiment", (event) => event.run.status !== "running")
  expect(ended.run).toMatchObject({ name: "race", status: "done" })
  const subjects = byRole(ended.run.subjects)
  for (const ours of [subjects.mortise, subjects.adapter]) {
    expect(ours?.violations, ours?.title).toBe(0)
    expect(value(ours, "sign-ins")).toBe(20)
  }
  expect(subjects.official?.title).toBe(`Auth.js on ${official}`)
  expect(value(subjects.official, "sign-ins")).toBeGreaterThan(20)
  expect(value(subjects.official, "links that signed in more than once")).toBeGreaterThan(0)
  expect(subjects.official?.violations).toBeGreaterThan(0)
  expect(stream.events.filter(({ type }) => type === "experiment").length, "progress").toBeGreaterThan(20)
})

test("deletion: no orphan is left on our adapter; an adapter without foreign keys leaves some", async () => {
  const subjects = await run("deletion", "sqlite", official)
  expect([subjects.mortise?.violations, subjects.adapter?.violations]).toEqual([0, 0])
  expect(subjects.official?.violations).toBeGreaterThan(0)
})

test("faults: with mortise/auth, each person can sign in after a fault; with Auth.js, some cannot", async () => {
  const { mortise, adapter } = await run("faults", "sqlite")
  expect(mortise?.violations).toBe(0)
  expect(mortise?.totalRounds).toBeGreaterThanOrEqual(16)
  expect(adapter?.violations).toBeGreaterThan(0)
  expect(adapter?.note).toContain("in two calls")
})

test("restart: with mortise/auth, an outage is an error and the sessions survive", async () => {
  const { mortise, adapter } = await run("restart", "sqlite", official)
  expect(mortise?.violations).toBe(0)
  expect(value(mortise, "links from before that work")).toBe(1)
  expect(value(adapter, "people signed in after the restart")).toBe(5)
})

test("restart: a store in memory has lost its rows, and a note names the reason", async () => {
  const { mortise } = await run("restart", "memory")
  expect(mortise).toMatchObject({ violations: 0, note: expect.stringContaining("promises no durability") })
  expect(value(mortise, "people signed in after the restart")).toBe(0)
})

test("clock: one extension per day, and an expired session is refused and removed", async () => {
  const before = Date
  const subjects = await run("clock", "sqlite", official)
  expect(subjects.mortise?.violations).toBe(0)
  expect(value(subjects.mortise, "daily extensions by eight tabs at once")).toBe(5)
  expect(subjects.official?.note).toContain("no function that deletes expired rows")
  expect(Date, "the process has its own clock again").toBe(before)
})

test.each(["@auth/typeorm-adapter", "@auth/kysely-adapter", "@auth/drizzle-adapter"])(
  "restart: %s runs beside ours on a file",
  async (beside) => {
    const subjects = await run("restart", "memory", beside)
    expect(value(subjects.official, "people signed in after the restart")).toBe(5)
  },
)
