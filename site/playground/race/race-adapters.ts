import type { PGlite } from "@electric-sql/pglite"
import { type RaceOptions, runRace } from "./run-race.ts"
import { withMortise } from "./with-mortise.ts"
import { withOfficialAdapter } from "./with-official-adapter.ts"

/** The winners of each round so far, of both adapters. */
export type RaceResult = {
  readonly options: RaceOptions
  readonly mortise: readonly number[]
  readonly official: readonly number[]
}

/** Lets both adapters run the same race, one after the other, each on empty tables of its own. */
export async function raceAdapters(
  database: PGlite,
  options: RaceOptions,
  onChange: (result: RaceResult) => void,
): Promise<void> {
  let result: RaceResult = { options, mortise: [], official: [] }
  const runAs = (name: "mortise" | "official") => (racer: Parameters<typeof runRace>[0]) =>
    runRace(racer, options, (winners) => {
      result = { ...result, [name]: winners }
      onChange(result)
    })
  await withMortise(database, runAs("mortise"))
  await withOfficialAdapter(database, options.tables, runAs("official"))
}
