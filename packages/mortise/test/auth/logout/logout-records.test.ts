import { expect, test } from "vitest"
import { createLogoutRecords } from "../../../src/auth/oauth/logout/logout-records.ts"
import { slots } from "../../../src/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

const client = { issuer: "https://id.example", clientId: "app" }

/** Records of logouts of one user. `interfere` runs after the first lookup of an earlier logout. */
function openRecords(interfere?: () => Promise<unknown>) {
  const stored = slots(memoryAdapter())
  let interference = interfere
  const read: typeof stored.read = async (key) => {
    const slot = await stored.read(key)
    const run = interference
    interference = undefined
    await run?.()
    return slot
  }
  const verify = async (_: unknown, posted: unknown) => {
    const issuedAt = Number(posted)
    return { ...client, sub: "ada", sid: undefined, jti: `at ${issuedAt}`, issuedAt }
  }
  const { receive, hasEnded } = createLogoutRecords(verify, { ...stored, read }, Date.now, 3_600_000)
  return {
    logOutAt: (issuedAt: number) => receive({} as never, issuedAt, async () => 0),
    hasEndedAt: (issuedAt: number) => hasEnded({ ...client, sub: "ada", issuedAt }),
  }
}

test("SEC-H6: a logout token that arrives late permits no login that a later logout has ended", async () => {
  const { logOutAt, hasEndedAt } = openRecords()
  for (const issuedAt of [2000, 1000]) await logOutAt(issuedAt)
  expect([await hasEndedAt(2000), await hasEndedAt(2001)]).toEqual([true, false])
})

test("SEC-H6: of logout tokens that arrive at once, the latest logout counts", async () => {
  const { logOutAt, hasEndedAt } = openRecords(() => logOutAt(3000))
  for (const issuedAt of [1000, 2000]) await logOutAt(issuedAt)
  expect([await hasEndedAt(3000), await hasEndedAt(3001)]).toEqual([true, false])
})
