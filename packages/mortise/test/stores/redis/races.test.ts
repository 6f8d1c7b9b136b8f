import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../../../src/index.ts"
import { raceRounds } from "../../tier.ts"
import { contests } from "../servers/races/contests.ts"
import { openRacers, type Racers, raceInProcess } from "../servers/races/rounds.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { places } = await import("./places.ts")

const racer = new URL("./racer.ts", import.meta.url)
const HOUR = 3_600_000

describe.each(places)("races on $name", ({ name: place, start, libraries }) => {
  let started: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    started = await start()
  }, 60_000)
  afterAll(() => started?.close())

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
    }, 60_000)
    afterAll(async () => {
      await racers?.close()
      await close?.()
    })

    test.each(Object.keys(contests))(
      "%s: 8 callers",
      async (name) => expect(await raceInProcess(adapter, name, raceRounds(20))).toEqual([]),
      HOUR,
    )

    test.each(Object.keys(contests))(
      "%s: 3 processes",
      async (name) => expect(await racers.race(name, raceRounds(8))).toEqual([]),
      HOUR,
    )
  })
})
