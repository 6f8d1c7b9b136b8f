import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { seededRandom } from "../../../../workshop/src/tests/seed.ts"
import { type BetterAuthStorage, mortiseStorage } from "../../../src/better-auth/index.ts"
import { hashedSessions } from "../../../src/layers/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { loadLibrary, memoryTables, openAuth } from "./auth-library.ts"
import { actAll, eightCallers, flows, runRounds } from "./flows.ts"

const random = seededRandom("delayed calls")

/** The storage behind a network, so that callers overtake each other. */
const distant = (storage: BetterAuthStorage): BetterAuthStorage => {
  const calls = Object.entries(storage).map(([name, call]) => [
    name,
    async (...args: never[]) => {
      await sleep(random() ** 4 * 12)
      return (call as (...args: never[]) => unknown)(...args)
    },
  ])
  return { ...storage, ...Object.fromEntries(calls) }
}

const layers = { bare: (storage: BetterAuthStorage) => storage, hashed: hashedSessions }

describe.each(Object.entries(layers))("%s", (_, addLayer) => {
  test.each(Object.keys(flows))("%s", async (name) => {
    const library = await loadLibrary("newest")
    const storage = mortiseStorage(memoryAdapter(), { onWarning: expect.unreachable })
    const auth = openAuth(library, library.memoryAdapter(memoryTables()), addLayer(distant(storage)))
    const failures = await runRounds(auth, name, 5, (prize) => actAll(auth, name, prize, eightCallers))
    expect(failures).toEqual([])
  })
})
