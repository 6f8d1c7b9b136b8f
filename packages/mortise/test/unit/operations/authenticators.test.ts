import { describe, expect, test } from "vitest"
import { openWithAda, passkeyOf } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { everything, rowsOf } from "../support/rows.ts"
import { adapterOver } from "../support/store-spy.ts"

const credentialID = "Y3JlZGVudGlhbA=="

describe("§4 createAuthenticator", () => {
  test("creates the authenticator and returns it", async () => {
    const { adapter } = openMemory()
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    const passkey = { ...passkeyOf(id), transports: "usb,nfc" }
    expect(await adapter.createAuthenticator(passkey)).toEqual(passkey)
    expect(await rowsOf(adapter, "authenticator")).toEqual([passkey])
  })

  test("§7.2 throws if creation fails: unknown user, taken credentialID, missing field", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    const { credentialPublicKey: _, ...incomplete } = passkeyOf("ada", "bmV3")
    const wrong = incomplete as ReturnType<typeof passkeyOf>
    await expect(adapter.createAuthenticator(passkeyOf("unknown", "bmV3"))).rejects.toMatchObject({
      code: "not_found",
    })
    await expect(adapter.createAuthenticator(passkeyOf("ada"))).rejects.toMatchObject({ code: "conflict" })
    await expect(adapter.createAuthenticator(wrong)).rejects.toMatchObject({
      code: "invalid",
      fields: ["credentialPublicKey"],
    })
    expect(await everything(adapter)).toEqual(before)
  })
})

describe("§4 getAuthenticator", () => {
  test("finds an authenticator by credentialID", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.getAuthenticator(credentialID)).toEqual(ada.passkey)
  })

  test("§7.4 returns null if nothing is found", async () => {
    const { adapter } = await openWithAda()
    expect(await adapter.getAuthenticator("bm9uZQ==")).toBeNull()
  })
})

describe("§4 listAuthenticatorsByUserId", () => {
  test("returns all authenticators of the user, and no others", async () => {
    const { adapter, ada } = await openWithAda()
    await adapter.createUser({ id: "bob", email: "bob@example.com" })
    await adapter.createAuthenticator(passkeyOf("bob", "Ym9i"))
    const second = await adapter.createAuthenticator(passkeyOf("ada", "c2Vjb25k"))
    expect(await adapter.listAuthenticatorsByUserId("ada")).toEqual([ada.passkey, second])
  })

  test("§7.3 returns an empty array if the user does not exist or has none", async () => {
    const { adapter } = await openWithAda()
    await adapter.createUser({ id: "bob", email: "bob@example.com" })
    expect(await adapter.listAuthenticatorsByUserId("unknown")).toEqual([])
    expect(await adapter.listAuthenticatorsByUserId("bob")).toEqual([])
  })

  test("§7.3 throws if retrieval fails for another reason", async () => {
    const outage = new Error("the disk is gone")
    const adapter = adapterOver(() => ({ list: () => Promise.reject(outage) }))
    await expect(adapter.listAuthenticatorsByUserId("ada")).rejects.toBe(outage)
  })
})

describe("§4 updateAuthenticatorCounter", () => {
  test("updates only the counter and returns the authenticator", async () => {
    const { adapter, ada } = await openWithAda()
    const updated = { ...ada.passkey, counter: 8 }
    expect(await adapter.updateAuthenticatorCounter(credentialID, 8)).toEqual(updated)
    expect(await adapter.getAuthenticator(credentialID)).toEqual(updated)
  })

  test("§7.2 throws if the update fails: unknown authenticator, lower counter", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    await expect(adapter.updateAuthenticatorCounter("bm9uZQ==", 8)).rejects.toMatchObject({
      code: "not_found",
      model: "authenticator",
      operation: "updateAuthenticatorCounter",
    })
    await expect(adapter.updateAuthenticatorCounter(credentialID, 6)).rejects.toMatchObject({
      code: "counter_regression",
    })
    expect(await everything(adapter)).toEqual(before)
  })
})

describe("The passkey counter never decreases", () => {
  test("a lower value is refused, an equal one accepted", async () => {
    const { adapter } = await openWithAda()
    await expect(adapter.updateAuthenticatorCounter(credentialID, 6)).rejects.toMatchObject({
      code: "counter_regression",
      model: "authenticator",
      operation: "updateAuthenticatorCounter",
    })
    expect((await adapter.getAuthenticator(credentialID))?.counter).toBe(7)
    expect((await adapter.updateAuthenticatorCounter(credentialID, 7)).counter).toBe(7)
  })

  test("a counter that stays 0 is accepted", async () => {
    const { adapter } = await openWithAda()
    await adapter.createAuthenticator({ ...passkeyOf("ada", "emVybw=="), counter: 0 })
    expect((await adapter.updateAuthenticatorCounter("emVybw==", 0)).counter).toBe(0)
  })
})
