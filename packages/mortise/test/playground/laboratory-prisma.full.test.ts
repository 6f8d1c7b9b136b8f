import { expect, onTestFinished, test } from "vitest"
import { runExperiment } from "../../../../playground/laboratory/run-experiment.ts"
import type { ExperimentRun } from "../../../../playground/protocol.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import { temporaryTree } from "../support/temporary-tree.ts"

test.each(["sqlite", "postgres"] as const)(
  "Prisma is installed when it is first needed, and runs on %s",
  async (store) => {
    const folder = temporaryTree({})
    const server = await openPostgres()
    onTestFinished(() => server.close())
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
