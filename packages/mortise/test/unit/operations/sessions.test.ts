import { describe, expect, test } from "vitest"
import { openWithAda, sessionOf } from "../../support/ada.ts"
import { at, minute, openMemory } from "../../support/memory.ts"
import { everything, rowsOf } from "../support/rows.ts"

const token = "session-token"

describe("§4 createSession", () => {
  test("creates the session and returns it", async () => {
    const { adapter } = openMemory()
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    expect(await adapter.createSession(sessionOf(id))).toEqual(sessionOf(id))
    expect(await rowsOf(adapter, "session")).toEqual([sessionOf(id)])
  })

  test("creates several sessions for one user", async () => {
    const { adapter, ada } = await openWithAda()
    const second = await adapter.createSession(sessionOf("ada", "second"))
    expect(await rowsOf(adapter, "session")).toEqual([second, ada.session])
  })

  test("throws not_found if the user does not exist", async () => {
    const { adapter } = openMemory()
    await expect(adapter.createSession(sessionOf("unknown"))).rejects.toMatchObject({
      code: "not_found",
      model: "session",
      operation: "createSession",
    })
    expect(await rowsOf(adapter, "session")).toEqual([])
  })
})

describe("§4 getSessionAndUser", () => {
  test("returns the session and its user", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.getSessionAndUser(token)).toEqual({ session: ada.session, user: ada.user })
  })

  test("§7.5 returns null if nothing matches", async () => {
    const { adapter } = await openWithAda()
    expect(await adapter.getSessionAndUser("another")).toBeNull()
  })
})

describe("§3 a session that is accessed", () => {
  test("one millisecond before `expires` is returned", async () => {
    const { adapter, travel, ada } = await openWithAda()
    travel(30 * minute - 1)
    expect((await adapter.getSessionAndUser(token))?.session).toEqual(ada.session)
  })

  test("at `expires` is deleted from the store", async () => {
    const { adapter, travel } = await openWithAda()
    travel(30 * minute)
    expect(await adapter.getSessionAndUser(token)).toBeNull()
    expect(await rowsOf(adapter, "session")).toEqual([])
  })

  test("after an update to a later `expires` is returned until then", async () => {
    const { adapter, travel } = await openWithAda()
    await adapter.updateSession({ sessionToken: token, expires: at(60 * minute) })
    travel(59 * minute)
    expect((await adapter.getSessionAndUser(token))?.session.expires).toEqual(at(60 * minute))
  })
})

describe("§4 updateSession", () => {
  test("updates the session and returns the whole row", async () => {
    const { adapter } = await openWithAda()
    const updated = { ...sessionOf("ada"), expires: at(45 * minute) }
    expect(await adapter.updateSession({ sessionToken: token, expires: updated.expires })).toEqual(updated)
    expect(await rowsOf(adapter, "session")).toEqual([updated])
  })

  test("returns the unchanged session if no field is given, or null if it expired", async () => {
    const { adapter, travel, ada } = await openWithAda()
    expect(await adapter.updateSession({ sessionToken: token })).toEqual(ada.session)
    travel(30 * minute)
    expect(await adapter.updateSession({ sessionToken: token })).toBeNull()
    expect(await rowsOf(adapter, "session")).toEqual([])
  })

  test("returns null if the session does not exist", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    expect(await adapter.updateSession({ sessionToken: "another", expires: at(minute) })).toBeNull()
    expect(await everything(adapter)).toEqual(before)
  })

  test("changes the user of a session only to an existing user", async () => {
    const { adapter } = await openWithAda()
    await adapter.createUser({ id: "bob", email: "bob@example.com" })
    await expect(adapter.updateSession({ sessionToken: token, userId: "unknown" })).rejects.toMatchObject({
      code: "not_found",
    })
    expect(await adapter.updateSession({ sessionToken: token, userId: "bob" })).toEqual(sessionOf("bob"))
    expect((await adapter.getSessionAndUser(token))?.user.id).toBe("bob")
  })
})

describe("§4 deleteSession", () => {
  test("§3 deletes the session and returns it", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.deleteSession(token)).toEqual(ada.session)
    expect(await adapter.getSessionAndUser(token)).toBeNull()
  })

  test("returns null if the session does not exist", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    expect(await adapter.deleteSession("another")).toBeNull()
    expect(await everything(adapter)).toEqual(before)
  })
})
