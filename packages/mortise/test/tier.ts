import type { Effort } from "@mortise/conformance"

/** Whether `npm run test:full` runs these tests. */
export const isFullRun = process.env["MORTISE_TESTS"] === "full"

/** The effort of the suite on stores that `npm test` covers at quick effort only. */
export const effortElsewhere: Effort = isFullRun ? "full" : "quick"

/**
 * The effort of the suite on tables of official adapters. Many lack indexes, so lookups among the thousands of rows of
 * full effort read whole tables and take an hour.
 */
export const effortOnOfficialTables: Effort = "quick"

/** The effort of the suite on the main client of an engine. Mutants are many, so each gets less. */
export const effortOnMainClients: Effort = process.env["MORTISE_TESTS"] === "quick" ? "quick" : "full"

/** What only a full run covers, such as the stores of other majors of a client. */
export const inFullRun = <T>(list: readonly T[]): readonly T[] => (isFullRun ? list : [])

/** The number of rounds of a race: 2,000 in a full run. */
export const raceRounds = (usual: number): number => (isFullRun ? 2_000 : usual)
