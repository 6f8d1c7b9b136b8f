import { describe, expect, test } from "vitest"
import { openWithAda, sessionOf } from "../../support/ada.ts"
import { at, minute } from "../../support/memory.ts"
import { rowsOf } from "../support/rows.ts"
import { adapterOver } from "../support/store-spy.ts"

const outage = new Error("the store is down")
const down = () => Promise.reject(outage)
describe("a session past `expires`", () => {
  test("is absent for every caller", async () => {
    const { adapter, travel } = await openWithAda()
    travel(30 * minute)
    expect(
      await adapter.updateSession({ sessionToken: "session-token", expires: at(99 * minute) }),
    ).toBeNull()
    expect(await rowsOf(adapter, "session")).toEqual([])

    await adapter.createSession({ ...sessionOf("ada"), expires: at(30 * minute) })
    expect(await adapter.getSessionAndUser("session-token")).toBeNull()
    await adapter.createSession({ ...sessionOf("ada"), expires: at(30 * minute) })
    expect(await adapter.deleteSession("session-token")).toBeNull()
    expect(await rowsOf(adapter, "session")).toEqual([])
  })

  test("is deleted on the condition that it is still expired", async () => {
    const guards: unknown[] = []
    const adapter = adapterOver(
      (memory) => ({
        take: (model, key, guard) => {
          guards.push(guard)
          return memory.take(model, key, guard)
        },
      }),
      { now: () => at(30 * minute).getTime() },
    )
    await adapter.createUser({ id: "ada" })
    await adapter.createSession(sessionOf("ada"))
    expect(await adapter.getSessionAndUser("session-token")).toBeNull()
    expect(guards).toEqual([{ field: "expires", is: "<=", value: at(30 * minute) }])
  })

  test("SEC-D5 is not deleted if another process extends it concurrently", async () => {
    const extended = { ...sessionOf("ada"), expires: at(60 * minute) }
    const adapter = adapterOver(
      (memory) => ({
        findWithUser: async (model, key) => {
          const stale = await memory.findWithUser(model, key)
          await memory.update("session", key, { expires: extended.expires })
          return stale
        },
      }),
      { now: () => at(30 * minute).getTime() },
    )
    await adapter.createUser({ id: "ada" })
    await adapter.createSession(sessionOf("ada"))
    expect(await adapter.getSessionAndUser("session-token")).toBeNull()
    expect(await rowsOf(adapter, "session")).toEqual([extended])
  })

  test("is absent even if that delete fails", async () => {
    const adapter = adapterOver(() => ({ take: down }), { now: () => at(30 * minute).getTime() })
    await adapter.createUser({ id: "ada" })
    await adapter.createSession(sessionOf("ada"))
    expect(await adapter.getSessionAndUser("session-token")).toBeNull()
    expect(
      await adapter.updateSession({ sessionToken: "session-token", expires: at(99 * minute) }),
    ).toBeNull()
    expect(await rowsOf(adapter, "session")).toEqual([sessionOf("ada")])
  })
})
