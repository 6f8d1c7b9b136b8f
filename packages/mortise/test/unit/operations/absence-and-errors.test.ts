import { describe, expect, test } from "vitest"
import { errorCodes } from "../../../src/index.ts"
import { accountOf, openWithAda, passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { everything } from "../support/rows.ts"
import { adapterOver, spyOnStore } from "../support/store-spy.ts"

const passkeyId = "Y3JlZGVudGlhbA=="
const acme = { provider: "acme", providerAccountId: "1815" }
const outage = new Error("the store is down")
const down = () => Promise.reject(outage)
const allDown = {
  insert: down,
  find: down,
  list: down,
  findWithUser: down,
  update: down,
  take: down,
  removeUser: down,
}

describe("Absent is null", () => {
  test("and an outage is an exception in every operation", async () => {
    const adapter = adapterOver(() => allDown)
    const calls: Promise<unknown>[] = [
      adapter.createUser({ email: "ada@example.com" }),
      adapter.getUser("ada"),
      adapter.getUserByEmail("ada@example.com"),
      adapter.getUserByAccount(acme),
      adapter.updateUser({ id: "ada", name: "A" }),
      adapter.updateUser({ id: "ada" }),
      adapter.deleteUser("ada"),
      adapter.linkAccount(accountOf("ada")),
      adapter.unlinkAccount(acme),
      adapter.getAccount("1815", "acme"),
      adapter.createSession(sessionOf("ada")),
      adapter.getSessionAndUser("session-token"),
      adapter.updateSession(sessionOf("ada")),
      adapter.updateSession({ sessionToken: "session-token" }),
      adapter.deleteSession("session-token"),
      adapter.createVerificationToken(tokenFor("ada@example.com")),
      adapter.useVerificationToken({ identifier: "ada@example.com", token: "hashed-token" }),
      adapter.createAuthenticator(passkeyOf("ada")),
      adapter.getAuthenticator(passkeyId),
      adapter.listAuthenticatorsByUserId("ada"),
      adapter.updateAuthenticatorCounter(passkeyId, 8),
    ]
    for (const call of calls) await expect(call).rejects.toBe(outage)
  })

  test("but unlinkAccount returns undefined for a missing account", async () => {
    const { adapter } = openMemory()
    expect(await adapter.unlinkAccount(acme)).toBeUndefined()
  })
})

describe("Arguments", () => {
  test("a lookup by a key that cannot exist returns null without a call of the store", async () => {
    const { adapter, calls } = spyOnStore()
    for (const id of [undefined, null, "", "x".repeat(256), "a\0b", "\ud800"] as string[]) {
      expect(await adapter.getUser(id)).toBeNull()
      expect(await adapter.listAuthenticatorsByUserId(id)).toEqual([])
    }
    expect(calls).toEqual([])
  })

  test("objects, arrays and other wrong types are invalid", async () => {
    const { adapter, calls } = spyOnStore()
    for (const id of [{}, [], 7, true, Symbol("x"), () => "x"] as unknown as string[])
      await expect(adapter.getUser(id)).rejects.toMatchObject({ code: "invalid", fields: ["id"] })
    expect(calls).toEqual([])
  })

  test("an invalid write throws invalid with the name of the field", async () => {
    const { adapter } = await openWithAda()
    await expect(adapter.createUser({ email: "" })).rejects.toMatchObject({
      code: "invalid",
      fields: ["email"],
    })
    await expect(adapter.updateUser({ id: "ada", image: 7 as unknown as string })).rejects.toMatchObject({
      fields: ["image"],
      message: "user.image must be text.",
    })
    await expect(
      adapter.createSession({ ...sessionOf("ada"), expires: "tomorrow" as unknown as Date }),
    ).rejects.toMatchObject({ code: "invalid", fields: ["expires"] })
  })
})

describe("Errors", () => {
  test("have a stable code", () => {
    expect([...errorCodes].sort()).toEqual([
      "conflict",
      "corrupt",
      "counter_regression",
      "indeterminate",
      "invalid",
      "missing_operation",
      "not_found",
      "not_migrated",
      "readonly",
      "transient",
      "unavailable",
    ])
  })

  test("contain the operation and the model", async () => {
    const { adapter } = await openWithAda()
    await expect(adapter.createSession(sessionOf("ada"))).rejects.toMatchObject({
      name: "MortiseError",
      code: "conflict",
      operation: "createSession",
      model: "session",
      fields: ["sessionToken"],
    })
  })
})

describe("A missing row is not_found", () => {
  test("if it is the user of a new account, session or passkey, or the row of an update", async () => {
    const { adapter } = openMemory()
    const missing = { code: "not_found" }
    await expect(adapter.linkAccount(accountOf("unknown"))).rejects.toMatchObject(missing)
    await expect(adapter.createSession(sessionOf("unknown"))).rejects.toMatchObject(missing)
    await expect(adapter.createAuthenticator(passkeyOf("unknown"))).rejects.toMatchObject(missing)
    await expect(adapter.updateUser({ id: "unknown", name: "N" })).rejects.toMatchObject(missing)
    await expect(adapter.updateAuthenticatorCounter(passkeyId, 1)).rejects.toMatchObject(missing)
    expect(Object.values(await everything(adapter)).flat()).toEqual([])
  })
})

describe("An account type outside the contract", () => {
  test("can be read, but not written", async () => {
    const stored = { ...accountOf("ada"), type: "credentials" }
    const adapter = adapterOver(() => ({ find: () => stored }))
    expect(await adapter.getAccount("1815", "acme")).toEqual(stored)
    await expect(adapter.linkAccount({ ...stored, type: "credentials" as "oauth" })).rejects.toMatchObject({
      code: "invalid",
      fields: ["type"],
    })
  })
})

describe("Deletes of missing rows", () => {
  test("return null, and updates of missing rows create none", async () => {
    const { adapter } = await openWithAda()
    await adapter.deleteUser("ada")
    expect(await adapter.deleteUser("ada")).toBeNull()
    expect(await adapter.deleteSession("session-token")).toBeNull()
    expect(await adapter.updateSession(sessionOf("ada"))).toBeNull()
    await expect(adapter.updateUser({ id: "ada", name: "A" })).rejects.toMatchObject({ code: "not_found" })
    expect(Object.values(await everything(adapter)).flat()).toEqual([])
  })
})
