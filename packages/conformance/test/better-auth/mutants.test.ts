import type { BetterAuthOptions } from "better-auth"
import { describe, expect, test } from "vitest"
import type { Effort } from "../../src/engine/run-options.ts"
import { databaseCases } from "../../src/suites/better-auth/cases/index.ts"
import { betterAuthCases, runBetterAuth } from "../../src/suites/better-auth/index.ts"
import { databaseMutants } from "./mutants/databases.ts"
import type { Mutant } from "./mutants/mutant.ts"
import { goodDatabase } from "./support/good-database.ts"

const run = ({ by, make }: Mutant, effort: Effort) =>
  runBetterAuth({
    factory: () => {
      const good = goodDatabase()
      return { ...good, database: (options: BetterAuthOptions) => make(good.database(options)) }
    },
    only: [by],
    effort,
    seed: 1,
    onLine: false,
  })

describe("every mutant of a database is caught", () => {
  test.each(databaseMutants.map((mutant) => ({ ...mutant })))("by $by: $defect", async (mutant) => {
    const level = databaseCases.find(({ id }) => id === mutant.by)?.level
    const status = level === "must" ? "failed" : "warned"
    const [quick] = (await run(mutant, "quick")).results
    if (quick?.status !== status) expect((await run(mutant, "full")).results).toMatchObject([{ status }])
  })
})

test("every case about databases has a mutant", () => {
  const found = new Set(databaseMutants.map(({ by }) => by))
  const ids = databaseCases.filter(({ processes }) => !processes).map(({ id }) => id)
  expect(ids.filter((id) => !found.has(id))).toEqual([])
  expect([...found].filter((id) => !ids.includes(id))).toEqual([])
})

test("every case has a unique id, and the harm as a sentence", () => {
  expect(new Set(betterAuthCases.map(({ id }) => id)).size).toBe(betterAuthCases.length)
  for (const { id, harm, title } of betterAuthCases) {
    expect(harm, id).toMatch(/^[A-Z].+\.$/)
    expect(title, id).toMatch(/^[A-Z%].+[^.]$/i)
  }
})
