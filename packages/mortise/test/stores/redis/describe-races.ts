import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { contests } from "../servers/races/contests.ts"
import { openRacers, type Racers, raceInProcess } from "../servers/races/rounds.ts"
import type { Place } from "./places.ts"

const racer = new URL("./racer.ts", import.meta.url)
const HOUR = 3_600_000

/** How often each contest is held, among the callers of one process and among processes. */
export type Rounds = { readonly rounds: number; readonly processRounds: number }

/** Every contest on a place, through each of its client libraries. */
export function describeRaces(
  { name: place, start, libraries }: Omit<Place, "name"> & { readonly name: string },
  { rounds, processRounds }: Rounds,
): void {
  describe(`races on ${place}`, () => {
    const started = openForTests(start)

    describe.each(libraries)("through $name", ({ name: library, connect }) => {
      let adapter: Adapter
      let close: () => Promise<unknown>
      let racers: Racers
      beforeAll(async () => {
        const client = await connect(started.ports)
        const prefix = crypto.randomUUID()
        close = client.close
        adapter = client.adapter({ prefix })
        racers = await openRacers([racer, place, library, prefix, ...started.ports.map(String)], adapter)
      })
      afterAll(async () => {
        await racers?.close()
        await close?.()
      })

      test.each(Object.keys(contests))(
        "%s: 8 callers",
        async (name) => expect(await raceInProcess(adapter, name, rounds)).toEqual([]),
        HOUR,
      )

      test.each(Object.keys(contests))(
        "%s: 3 processes",
        async (name) => expect(await racers.race(name, processRounds)).toEqual([]),
        HOUR,
      )
    })
  })
}
