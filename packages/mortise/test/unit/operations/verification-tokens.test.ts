import { describe, expect, test } from "vitest"
import { openWithAda, tokenFor } from "../../support/ada.ts"
import { minute, openMemory } from "../../support/memory.ts"
import { everything, rowsOf } from "../support/rows.ts"

const key = { identifier: "ada@example.com", token: "hashed-token" }

describe("§4 createVerificationToken", () => {
  test("creates the token and returns it, even for an address without a user", async () => {
    const { adapter } = openMemory()
    expect(await adapter.createVerificationToken(tokenFor("new@example.com"))).toEqual(
      tokenFor("new@example.com"),
    )
    expect(await rowsOf(adapter, "verificationToken")).toEqual([tokenFor("new@example.com")])
  })

  test("refuses a token that the identifier already has", async () => {
    const { adapter } = await openWithAda()
    await expect(adapter.createVerificationToken(tokenFor("ada@example.com"))).rejects.toMatchObject({
      code: "conflict",
      model: "verificationToken",
      fields: ["identifier", "token"],
    })
  })
})

describe("§4 useVerificationToken", () => {
  test("returns the matching token and deletes it, so it can be used only once", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.useVerificationToken(key)).toEqual(ada.token)
    expect(await adapter.useVerificationToken(key)).toBeNull()
    expect(await rowsOf(adapter, "verificationToken")).toEqual([])
  })

  test.each([
    ["another identifier", { ...key, identifier: "bob@example.com" }],
    ["another token", { ...key, token: "guess" }],
    ["the identifier in another case", { ...key, identifier: "Ada@example.com" }],
  ])("§7.5 SEC-E1 returns null for %s, and deletes nothing", async (_, other) => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    expect(await adapter.useVerificationToken(other)).toBeNull()
    expect(await everything(adapter)).toEqual(before)
  })

  test("§3 SEC-E3 returns and deletes an expired token: the caller checks the expiry", async () => {
    const { adapter, travel, ada } = await openWithAda()
    travel(24 * 60 * minute)
    expect(await adapter.useVerificationToken(key)).toEqual(ada.token)
    expect(await rowsOf(adapter, "verificationToken")).toEqual([])
  })

  test("§1 SEC-E4 does not delete other tokens of the identifier", async () => {
    const { adapter } = await openWithAda()
    const other = await adapter.createVerificationToken(tokenFor("ada@example.com", "on-the-phone"))
    await adapter.useVerificationToken(key)
    expect(await rowsOf(adapter, "verificationToken")).toEqual([other])
  })

  test("does not delete the same token of another identifier", async () => {
    const { adapter } = await openWithAda()
    const other = await adapter.createVerificationToken(tokenFor("bob@example.com", key.token))
    await adapter.useVerificationToken(key)
    expect(await rowsOf(adapter, "verificationToken")).toEqual([other])
  })
})
