import { readFileSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { Client } from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import type { Scoreboard } from "../../../../peers/scoreboard/scoreboard.ts"
import { runExperiment } from "../../../../playground/laboratory/run-experiment.ts"
import type { OfficialAdapterName } from "../../../../playground/official-adapters.ts"
import type { ExperimentName, StoreName, Subject } from "../../../../playground/protocol.ts"
import { startPlayground } from "../../../../playground/server/start-playground.ts"
import type { Surroundings } from "../../../../playground/stores/open-store.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { command, openStream } from "./support.ts"

// Long enough for a busy machine: the suite makes thousands of calls.
vi.setConfig({ testTimeout: 240_000 })
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
async function run(
  experiment: ExperimentName,
  store: StoreName,
  beside?: OfficialAdapterName,
  urls: Omit<Surroundings, "folder"> = {},
) {
  const folder = temporaryTree({})
  let subjects: readonly Subject[] = []
  await runExperiment({ experiment, store, beside, surroundings: { folder, ...urls } }, (run) => {
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
    expect(value(ours, "Sign-ins")).toBe(20)
  }
  expect(subjects.official?.title).toBe(`Auth.js on ${official}, one file per row`)
  expect(value(subjects.official, "Sign-ins")).toBeGreaterThan(20)
  expect(value(subjects.official, "Links that signed in more than once")).toBeGreaterThan(0)
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
  expect(value(mortise, "Links from before that work")).toBe(1)
  expect(value(adapter, "People signed in after the restart")).toBe(5)
})

test("restart: a store in memory has lost its rows, and a note names the reason", async () => {
  const { mortise } = await run("restart", "memory")
  expect(mortise).toMatchObject({ violations: 0, note: expect.stringContaining("promises no durability") })
  expect(value(mortise, "People signed in after the restart")).toBe(0)
})

test("clock: one extension per day, and an expired session is refused and removed", async () => {
  const before = Date
  const subjects = await run("clock", "sqlite", official)
  expect(subjects.mortise?.violations).toBe(0)
  expect(value(subjects.mortise, "Daily extensions by eight tabs at once")).toBe(5)
  expect(subjects.official?.note).toContain("no function that deletes expired rows")
  expect(Date, "the process has its own clock again").toBe(before)
})

test.each(["@auth/kysely-adapter", "@auth/typeorm-adapter"] as const)(
  "oldLink: the link of a deleted user signs in on %s, and not on ours",
  async (beside) => {
    const subjects = await run("oldLink", "memory", beside)
    expect([subjects.mortise?.violations, subjects.adapter?.violations]).toEqual([0, 0])
    expect(subjects.official?.title).toBe(`Auth.js on ${beside}, a SQLite file`)
    expect(value(subjects.official, "Old links that sign in after the deletion")).toBe(5)
  },
)

test("oldLink: on PostgreSQL, the official adapter runs there too, in a schema that is deleted afterwards", async () => {
  const server = await openPostgres()
  const postgresUrl = await server.database()
  const client = new Client({ connectionString: postgresUrl })
  onTestFinished(async () => {
    await client.end()
    await server.close()
  })
  await client.connect()
  const subjects = await run("oldLink", "postgres", "@auth/drizzle-adapter", { postgresUrl })
  expect(subjects.official?.title).toBe("Auth.js on @auth/drizzle-adapter, PostgreSQL")
  expect(subjects.mortise?.violations).toBe(0)
  expect(value(subjects.official, "Old links that sign in after the deletion")).toBe(5)
  const left = await client.query("SELECT FROM pg_namespace WHERE nspname LIKE 'mortise_playground_%'")
  expect(left.rowCount).toBe(0)
})

test("log: after a failure, the log of Drizzle contains tokens that still work, and ours contains none", async () => {
  const print = console.error
  const subjects = await run("log", "sqlite", "@auth/drizzle-adapter")
  expect([subjects.mortise?.violations, subjects.adapter?.violations]).toEqual([0, 0])
  expect(value(subjects.official, "Tokens of active sessions in the log")).toBe(5)
  expect(value(subjects.official, "Access tokens of the provider in the log")).toBe(5)
  expect(console.error).toBe(print)
})

test("suite: ours keeps every rule, and the causes of Drizzle's findings are those of the scoreboard", async () => {
  const { mortise, official: drizzle } = await run("suite", "memory", "@auth/drizzle-adapter")
  expect(mortise).toMatchObject({ title: "mortise/memory", violations: 0 })
  expect(value(mortise, "Rules checked")).toBeGreaterThan(400)
  expect(drizzle?.title).toBe("@auth/drizzle-adapter, SQLite in memory")
  const found = drizzle?.measures.filter(({ expected }) => expected === 0)
  const { libraries }: Scoreboard = JSON.parse(readFileSync(join(root, "docs/scoreboard.json"), "utf8"))
  for (const { label, details } of found ?? []) {
    if (label !== "Other rules are broken") expect(Object.keys(libraries.authjs.causes)).toContain(label)
    expect(details?.length).toBeGreaterThan(0)
  }
  expect(found?.map(({ label }) => label)).toContain("The verification tokens of a deleted user still work")
})
