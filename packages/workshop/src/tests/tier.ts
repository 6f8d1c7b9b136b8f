import type { RunOptions } from "@mortise/conformance"
import { seed } from "./seed.ts"

/** The effort and the seed of a run of the suite. */
export type SuiteOptions = Required<Pick<RunOptions, "effort" | "seed">> & Pick<RunOptions, "only">

/**
 * The tiers of the tests: `npm test` runs `*.test.ts`, `npm run test:wide` runs `*.wide.test.ts`, and
 * `npm run test:full` runs all files, `*.full.test.ts` among them, with more rounds. Without a tier, vitest runs the
 * files that its arguments name.
 */
export const tier = process.env["MORTISE_TESTS"] as "usual" | "wide" | "full" | undefined

/** Whether `npm run test:full` runs these tests. */
export const isFullRun = tier === "full"

/** What only a full run covers, such as the stores of other majors of a client. */
export const inFullRun = <T>(list: readonly T[]): readonly T[] => (isFullRun ? list : [])

/** How `npm test` and `npm run test:full` run the suite. */
export const suiteOptions: SuiteOptions = { effort: isFullRun ? "full" : "quick", seed }

/** The cases that show how a client returns rows, numbers of changes and errors. */
export const rowCases: SuiteOptions = {
  ...suiteOptions,
  only: [
    "users",
    "user-updates",
    "deletions",
    "cascades",
    "accounts",
    "unlinking",
    "sessions",
    "session-updates",
    "sign-outs",
    "verification-tokens",
    "authenticators",
    "counters",
    "dates",
    "numbers",
    "text",
    "extras",
  ],
}

/** How the suite runs where another client, language or runtime already runs all of it on the same engine. */
export const clientSuite: SuiteOptions = isFullRun ? suiteOptions : rowCases

/**
 * How the suite runs on tables of official adapters. Many lack indexes, so lookups among the thousands of rows of full
 * effort read whole tables and take an hour.
 */
export const suiteOptionsOnOfficialTables: SuiteOptions = { effort: "quick", seed }

/** How the suite runs on servers that only a full run starts. */
export const fullSuite: SuiteOptions = { effort: "full", seed }

/** The number of rounds of a race: 2,000 in a full run. */
export const raceRounds = (usual: number): number => (isFullRun ? 2_000 : usual)
