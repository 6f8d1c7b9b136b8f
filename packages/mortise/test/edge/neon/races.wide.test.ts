import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { isFullRun, raceRounds } from "../../../../workshop/src/tests/tier.ts"
import type { Adapter } from "../../../src/index.ts"
import { contests } from "../../stores/servers/races/contests.ts"
import { openRacers, type Racers, raceInProcess } from "../../stores/servers/races/rounds.ts"
import { type Connected, newDatabase, pg } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { neonEngines, neonHttp } from "./engines.ts"

const racer = new URL("./racer.ts", import.meta.url)
const HOUR = 3_600_000
const server = openForTests(pg.serve)

// The pool over a WebSocket is that of pg.
describe.each(isFullRun ? neonEngines : [neonHttp])("races through $name", (engine) => {
  let client: Connected
  let adapter: Adapter
  let racers: Racers
  beforeAll(async () => {
    const url = await newDatabase(engine, server)
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
    async (name) => expect(await raceInProcess(adapter, name, raceRounds(20))).toEqual([]),
    HOUR,
  )

  test.each(Object.keys(contests))(
    "%s: 3 processes",
    async (name) => expect(await racers.race(name, isFullRun ? 200 : 8)).toEqual([]),
    HOUR,
  )
})
