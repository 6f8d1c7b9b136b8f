import { runConformance } from "@mortise/conformance"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { seed } from "../../../../../workshop/src/tests/seed.ts"
import type { Adapter } from "../../../../src/index.ts"
import type { Connected, Engine } from "../../../support/engines.ts"
import { newDatabase } from "../../../support/engines.ts"
import { openForTests } from "../../../support/open-for-tests.ts"
import { contests } from "./contests.ts"
import { openRacers, type Racers, raceInProcess } from "./rounds.ts"

const racer = new URL("./racer.ts", import.meta.url)
const HOUR = 3_600_000

/** How often each contest is held, among the callers of one process and among processes. */
export type Rounds = { readonly rounds: number; readonly processRounds: number }

/** Every contest on the engines of one server. */
export function describeRaces(
  engines: readonly [Engine, ...Engine[]],
  { rounds, processRounds }: Rounds,
): void {
  const server = openForTests(engines[0].serve)

  describe.each(engines)("races through $name", (engine) => {
    let client: Connected
    let adapter: Adapter
    let racers: Racers
    let url: string
    beforeAll(async () => {
      url = await newDatabase(engine, server)
      client = engine.connect(url)
      adapter = client.adapter()
      racers = await openRacers([racer, engine.name, url], adapter)
    })
    afterAll(async () => {
      await racers?.close()
      await client?.close()
    })

    test.each(Object.keys(contests))(
      "%s: 8 callers",
      async (name) => {
        expect(await raceInProcess(adapter, name, rounds)).toEqual([])
      },
      HOUR,
    )

    test.each(Object.keys(contests))(
      "%s: 3 processes",
      async (name) => {
        expect(await racers.race(name, processRounds)).toEqual([])
      },
      HOUR,
    )

    test("the suite's cases for several processes", async () => {
      process.env["MORTISE_RACE_ENGINE"] = engine.name
      process.env["MORTISE_RACE_URL"] = url
      const report = await runConformance({
        module: new URL("./module.ts", import.meta.url),
        processes: 3,
        execArgv: ["--import", "tsx"],
        only: ["processes"],
        seed,
        onLine: false,
      })
      expect(report.results.flatMap(({ error }) => (error ? [error.message] : []))).toEqual([])
      expect(report.passed).toBeGreaterThan(3)
    }, 300_000)
  })
}
