import { expect, test } from "vitest"
import { handWritten, rowsInMap } from "../../../../site/playground/race/hand-written.ts"
import { type RaceKind, runRace, withUsers } from "../../../../site/playground/race/run-race.ts"
import { upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

test.each<RaceKind>(["link", "account"])(
  "the race of the site's playground counts winners: %s",
  async (kind) => {
    const adapter = memoryAdapter()
    const winners: (readonly number[])[] = []
    await withUsers(adapter, 8, async (userIds) => {
      for (const racer of [adapter, handWritten(rowsInMap())]) {
        let counted: readonly number[] = []
        await runRace(racer, userIds, { kind, rounds: 5 }, (result) => {
          counted = result.winners
        })
        winners.push(counted)
      }
    })
    const [mortise = [], other = []] = winners
    expect(mortise).toEqual([1, 1, 1, 1, 1])
    expect(other).toHaveLength(5)
    expect(Math.max(...other)).toBeGreaterThan(1)
    expect(await upkeep(adapter).count("user")).toBe(0)
    expect(await upkeep(adapter).count("account")).toBe(0)
  },
)
