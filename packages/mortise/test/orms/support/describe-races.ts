import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { raceRounds } from "../../../../workshop/src/tests/tier.ts"
import { contests } from "../../stores/servers/races/contests.ts"
import { openRacers, type Racers, raceInProcess } from "../../stores/servers/races/rounds.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { openTables } from "./open-tables.ts"
import type { OpenOrm, OrmStore } from "./orm-store.ts"

const rounds = raceRounds(30)
const processRounds = raceRounds(8)
const hour = 3_600_000

/** Races of 8 callers, and of 3 processes. `module` is the URL of the module that exports the store. */
export function describeRaces(store: OrmStore, module: URL): void {
  describe(`races through ${store.name}`, () => {
    const server = openForTests(store.databases.serve)
    let orm: OpenOrm
    let racers: Racers
    beforeAll(async () => {
      const opened = await openTables(store, server)
      orm = opened.orm
      const program = new URL("./racer.ts", import.meta.url)
      racers = await openRacers([program, module.href, store.name, opened.url], orm.adapter())
    })
    afterAll(async () => {
      await racers?.close()
      await orm?.close()
    })

    test.each(Object.keys(contests))(
      "%s: 8 callers",
      async (name) => {
        expect(await raceInProcess(orm.adapter(), name, rounds)).toEqual([])
      },
      hour,
    )

    test.each(Object.keys(contests))(
      "%s: 3 processes",
      async (name) => {
        expect(await racers.race(name, processRounds)).toEqual([])
      },
      hour,
    )
  })
}
