import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { runExperiment } from "../../../../playground/laboratory/run-experiment.ts"
import type { ExperimentRun } from "../../../../playground/protocol.ts"
import { openPostgres } from "../support/servers/postgres.ts"

test.each(["sqlite", "postgres"] as const)(
  "Prisma is installed when it is first needed, and runs on %s",
  async (store) => {
    const folder = await mkdtemp(join(tmpdir(), "laboratory-test-"))
    const server = await openPostgres()
    onTestFinished(async () => {
      await server.close()
      await rm(folder, { recursive: true })
    })
    const surroundings = { folder, postgresUrl: await server.database() }
    let last: ExperimentRun | undefined
    await runExperiment(
      { experiment: "oldLink", store, beside: "@auth/prisma-adapter", surroundings },
      (run) => {
        last = run
      },
    )
    const prisma = last?.subjects.find(({ role }) => role === "official")
    expect(prisma?.title).toContain(store === "postgres" ? "PostgreSQL" : "a SQLite file")
    expect(prisma?.measures[0]).toMatchObject({ value: 5, expected: 0 })
  },
  300_000,
)
