import { describe, expect, test } from "vitest"
import { accountOf, openWithAda, passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { at, openMemory } from "../../support/memory.ts"
import { everything, rowsOf } from "../support/rows.ts"
import { spyOnStore } from "../support/store-spy.ts"

const absent = { code: "not_found" }

describe("§4 createUser", () => {
  test("creates the user and returns it", async () => {
    const { adapter } = openMemory()
    const given = {
      id: "ada",
      name: "Ada",
      email: "ada@example.com",
      emailVerified: at(1),
      image: "https://img.example/ada.png",
    }
    expect(await adapter.createUser(given)).toEqual(given)
    expect(await rowsOf(adapter, "user")).toEqual([given])
  })

  test("generates an id if none is given", async () => {
    const { adapter } = openMemory()
    const user = await adapter.createUser({ email: "ada@example.com" })
    expect(user.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await adapter.getUser(user.id)).toEqual(user)
  })

  test("refuses a taken id and a taken email, and names the field", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    await expect(adapter.createUser({ id: "ada", email: "b@example.com" })).rejects.toMatchObject({
      code: "conflict",
      model: "user",
      fields: ["id"],
      operation: "createUser",
    })
    await expect(adapter.createUser({ id: "b", email: "ada@example.com" })).rejects.toMatchObject({
      code: "conflict",
      fields: ["email"],
    })
    expect(await everything(adapter)).toEqual(before)
  })
})

describe("§4 getUser", () => {
  test("finds a user by id", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.getUser("ada")).toEqual(ada.user)
  })

  test("§7.5 returns null if nothing matches", async () => {
    const { adapter } = await openWithAda()
    expect(await adapter.getUser("bob")).toBeNull()
  })
})

describe("§4 getUserByEmail", () => {
  test("finds a user by email address", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.getUserByEmail("ada@example.com")).toEqual(ada.user)
  })

  test("§7.5 returns null if nothing matches", async () => {
    const { adapter } = await openWithAda()
    expect(await adapter.getUserByEmail("bob@example.com")).toBeNull()
  })
})

describe("§4 updateUser", () => {
  test("updates the user and returns the whole row", async () => {
    const { adapter, ada } = await openWithAda()
    const updated = await adapter.updateUser({ id: "ada", name: "Countess", emailVerified: at(5) })
    expect(updated).toEqual({ ...ada.user, name: "Countess", emailVerified: at(5) })
    expect(await adapter.getUser("ada")).toEqual(updated)
  })

  test("returns the unchanged user if no field is given", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.updateUser({ id: "ada" })).toEqual(ada.user)
    await expect(adapter.updateUser({ id: "bob" })).rejects.toMatchObject(absent)
  })

  test("requires the id", async () => {
    const { adapter } = await openWithAda()
    const withoutId = { name: "X" } as { id: string; name: string }
    await expect(adapter.updateUser(withoutId)).rejects.toMatchObject({ code: "invalid", fields: ["id"] })
  })

  test("refuses an email that another user has", async () => {
    const { adapter } = await openWithAda()
    await adapter.createUser({ id: "bob", email: "bob@example.com" })
    const before = await everything(adapter)
    await expect(adapter.updateUser({ id: "bob", email: "ada@example.com" })).rejects.toMatchObject({
      code: "conflict",
      model: "user",
      fields: ["email"],
      operation: "updateUser",
    })
    expect(await everything(adapter)).toEqual(before)
  })

  test("accepts the user's current email", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.updateUser({ id: "ada", email: "ada@example.com" })).toEqual(ada.user)
  })
})

describe("§4 deleteUser", () => {
  test("deletes the user and returns it", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.deleteUser("ada")).toEqual(ada.user)
    expect(await adapter.getUser("ada")).toBeNull()
  })

  test("deletes the rows of the user and no rows of others", async () => {
    const { adapter } = await openWithAda()
    await adapter.createUser({ id: "bob", email: "bob@example.com" })
    const bobs = {
      user: [await adapter.getUser("bob")],
      account: [await adapter.linkAccount({ ...accountOf("bob"), provider: "other" })],
      session: [await adapter.createSession(sessionOf("bob", "bobs"))],
      verificationToken: [await adapter.createVerificationToken(tokenFor("bob@example.com"))],
      authenticator: [await adapter.createAuthenticator(passkeyOf("bob", "Ym9i"))],
      slot: [],
    }
    await adapter.deleteUser("ada")
    expect(await everything(adapter)).toEqual(bobs)
  })

  test("returns null if the user does not exist", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    expect(await adapter.deleteUser("bob")).toBeNull()
    expect(await everything(adapter)).toEqual(before)
  })

  test("deletes sessions, accounts, authenticators and the tokens of the user's email in one step", async () => {
    const { adapter, calls } = spyOnStore()
    await adapter.createUser({ id: "ada", email: "Ada@example.com" })
    await adapter.linkAccount(accountOf("ada"))
    for (let n = 0; n < 3; n++) await adapter.createSession(sessionOf("ada", `session ${n}`))
    await adapter.createAuthenticator(passkeyOf("ada"))
    await adapter.createVerificationToken(tokenFor("ada@example.com"))
    const other = await adapter.createVerificationToken(tokenFor("bob@example.com"))
    calls.length = 0

    await adapter.deleteUser("ada")
    expect(calls).toEqual(["removeUser"])
    expect(Object.values(await everything(adapter)).flat()).toEqual([other])
  })
})
