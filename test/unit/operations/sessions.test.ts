import { describe, expect, test } from "vitest"
import { at, minute, openMemory } from "../support/memory.ts"
import { openWithAda, sessionOf } from "../support/people.ts"
import { everything, rowsOf } from "../support/rows.ts"

const token = "session-token"

describe("§4 createSession", () => {
  test("creates the session and returns it", async () => {
    const { adapter } = openMemory()
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    expect(await adapter.createSession(sessionOf(id))).toEqual(sessionOf(id))
    expect(await rowsOf(adapter, "session")).toEqual([sessionOf(id)])
  })

  test("a user may have many", async () => {
    const { adapter, ada } = await openWithAda()
    const second = await adapter.createSession(sessionOf("ada", "second"))
    expect(await rowsOf(adapter, "session")).toEqual([second, ada.session])
  })

  test("for a user who is not there is not_found", async () => {
    const { adapter } = openMemory()
    await expect(adapter.createSession(sessionOf("nobody"))).rejects.toMatchObject({
      code: "not_found",
      model: "session",
      operation: "createSession",
    })
    expect(await rowsOf(adapter, "session")).toEqual([])
  })
})

describe("§4 getSessionAndUser", () => {
  test("returns both in one call", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.getSessionAndUser(token)).toEqual({ session: ada.session, user: ada.user })
  })

  test("§7.5 returns null when nothing matches", async () => {
    const { adapter } = await openWithAda()
    expect(await adapter.getSessionAndUser("another")).toBeNull()
  })
})

describe("§3 a session that is accessed", () => {
  test("one millisecond before `expires` is there", async () => {
    const { adapter, travel, ada } = await openWithAda()
    travel(30 * minute - 1)
    expect((await adapter.getSessionAndUser(token))?.session).toEqual(ada.session)
  })

  test("at `expires` is removed from the store", async () => {
    const { adapter, travel } = await openWithAda()
    travel(30 * minute)
    expect(await adapter.getSessionAndUser(token)).toBeNull()
    expect(await rowsOf(adapter, "session")).toEqual([])
  })

  test("is extended by a later `expires`", async () => {
    const { adapter, travel } = await openWithAda()
    await adapter.updateSession({ sessionToken: token, expires: at(60 * minute) })
    travel(59 * minute)
    expect((await adapter.getSessionAndUser(token))?.session.expires).toEqual(at(60 * minute))
  })
})

describe("§4 updateSession", () => {
  test("updates the session and returns it whole", async () => {
    const { adapter } = await openWithAda()
    const updated = { ...sessionOf("ada"), expires: at(45 * minute) }
    expect(await adapter.updateSession({ sessionToken: token, expires: updated.expires })).toEqual(updated)
    expect(await rowsOf(adapter, "session")).toEqual([updated])
  })

  test("with no change returns the session as it is", async () => {
    const { adapter, travel, ada } = await openWithAda()
    expect(await adapter.updateSession({ sessionToken: token })).toEqual(ada.session)
    travel(30 * minute)
    expect(await adapter.updateSession({ sessionToken: token })).toBeNull()
    expect(await rowsOf(adapter, "session")).toEqual([])
  })

  test("of a session that is not there returns null", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    expect(await adapter.updateSession({ sessionToken: "another", expires: at(minute) })).toBeNull()
    expect(await everything(adapter)).toEqual(before)
  })

  test("hands a session over only to a user who is there", async () => {
    const { adapter } = await openWithAda()
    await adapter.createUser({ id: "bob", email: "bob@example.com" })
    await expect(adapter.updateSession({ sessionToken: token, userId: "nobody" })).rejects.toMatchObject({
      code: "not_found",
    })
    expect(await adapter.updateSession({ sessionToken: token, userId: "bob" })).toEqual(sessionOf("bob"))
    expect((await adapter.getSessionAndUser(token))?.user.id).toBe("bob")
  })
})

describe("§4 deleteSession", () => {
  test("§3 removes the session and returns it", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.deleteSession(token)).toEqual(ada.session)
    expect(await adapter.getSessionAndUser(token)).toBeNull()
  })

  test("of a session that is not there returns null", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    expect(await adapter.deleteSession("another")).toBeNull()
    expect(await everything(adapter)).toEqual(before)
  })
})
