import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import { seed } from "../../../workshop/src/tests/seed.ts"
import type { Report } from "../../src/engine/report/report.ts"
import { databaseCases } from "../../src/suites/better-auth/cases/index.ts"
import { runBetterAuth } from "../../src/suites/better-auth/index.ts"
import { factory as postgres } from "../fixtures/better-auth-postgres.ts"
import { kyselyOnSqlite } from "./support/kysely-on-sqlite.ts"

const only = databaseCases.filter(({ processes }) => !processes).map(({ id }) => id)

const problems = ({ results }: Report) =>
  results
    .flatMap(({ id, status }) => (status === "failed" || status === "warned" ? [`${id} ${status}`] : []))
    .sort()

/** Defects of the adapter itself, on every database. */
const everywhere = [
  // With select, a field that is not selected cannot be sorted by.
  "lists/sorted failed",
  "transactions/many-with-calls-through-the-adapter failed",
  "where/wildcards-are-literal failed",
  "where/wildcards-are-literal-without-case failed",
  "writes/update-of-one-row warned",
]

test("on SQLite, Better Auth's Kysely adapter has these defects only", async () => {
  const report = await runBetterAuth({ factory: () => kyselyOnSqlite(), only, seed, onLine: false })
  expect(problems(report)).toEqual(
    [
      ...everywhere,
      "transactions/calls-through-the-adapter-return failed",
      // SQLite's LIKE ignores the case of ASCII letters, and its lower knows no others.
      "where/case-matters failed",
      "where/letters-with-case warned",
      // libsql cuts the text.
      "values/text-with-nul failed",
    ].sort(),
  )
})

describe("on PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof openPostgres>>

  beforeAll(async () => {
    server = await openPostgres()
    process.env["BETTER_AUTH_URL_OF_TEST"] = await server.database()
  })
  afterAll(() => server.close())

  test("Better Auth's Kysely adapter has these defects only", async () => {
    const report = await runBetterAuth({ factory: postgres, only, seed, onLine: false })
    // Depends on the timing: a caller that waits for a row which another one deletes gets null.
    const found = problems(report).filter((problem) => problem !== "consume/no-row-overlooked warned")
    expect(found).toEqual(
      [
        ...everywhere,
        // The details of pg's errors contain values.
        "errors/values-of-incomplete-rows failed",
        "errors/values-of-refused-rows failed",
        // pg returns bigint as text, and sends a list as an array of PostgreSQL.
        "increments/large-numbers failed",
        "increments/sets-beside failed",
        "increments/several-fields failed",
        "values/empty-values-differ failed",
        "values/json failed",
        "values/large-numbers failed",
        // Half of a surrogate pair becomes another character.
        "values/text-with-nul failed",
        // Kysely sends a query that waited in the transaction after its rollback.
        "transactions/nothing-escapes failed",
        "where/empty-list-is-no-error warned",
        "where/letters-with-case warned",
      ].sort(),
    )
  })

  const fixture = (name: string) => new URL(`../fixtures/${name}.ts`, import.meta.url)
  const inProcesses = (name: string) =>
    runBetterAuth({
      module: fixture(name),
      processes: 3,
      execArgv: ["--import", "tsx"],
      only: ["processes"],
      seed,
      onLine: false,
    })

  test("three processes with eight callers each find no defect", async () => {
    const report = await inProcesses("better-auth-postgres")
    expect(problems(report)).toEqual([])
    expect(report).toMatchObject({ skipped: 0 })
  })

  test("three processes find a lock in the memory of each", async () => {
    const report = await inProcesses("better-auth-locked")
    expect(problems(report)).toContain("processes/one-caller-consumes failed")
  })
})
