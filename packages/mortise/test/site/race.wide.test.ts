import { PGlite } from "@electric-sql/pglite"
import { expect, test } from "vitest"
import { type RaceResult, raceAdapters } from "../../../../site/playground/race/race-adapters.ts"
import type { RaceKind, RaceTables } from "../../../../site/playground/race/run-race.ts"
import { openForTests } from "../support/open-for-tests.ts"

const pglite = openForTests(async () => {
  const client = await PGlite.create()
  return { client, close: () => client.close() }
})

/** What the page says: all callers win where the documented tables of the official adapter lack a key. */
const officialWinners: readonly [RaceKind, RaceTables, number][] = [
  ["account", "documented", 8],
  ["account", "with_keys", 1],
  ["sign_up", "documented", 8],
  ["sign_up", "with_keys", 1],
  ["link", "documented", 1],
]

test.each(officialWinners)(
  "in the race of the site's playground, %s, tables %s, @auth/pg-adapter has %i winners, and Mortise one",
  async (kind, tables, winners) => {
    let result: RaceResult | undefined
    await raceAdapters(pglite.client, { kind, tables, callers: 8, rounds: 2 }, (latest) => {
      result = latest
    })
    expect(result).toMatchObject({ mortise: [1, 1], official: [winners, winners] })
    const { rows } = await pglite.client.query(
      "SELECT 1 FROM pg_namespace WHERE nspname IN ('race', 'official')",
    )
    expect(rows, "the race has deleted its tables").toEqual([])
  },
)
