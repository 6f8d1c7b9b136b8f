import { describe, expect, test } from "vitest"
import { type Extras, extras } from "../../../src/index.ts"
import { accountOf, openWithAda, passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { at, minute } from "../../support/memory.ts"
import { rowsOf } from "../support/rows.ts"
import { spyOnStore } from "../support/store-spy.ts"

const all = (adapter: object) => extras(adapter) as Extras
const invalid = { code: "invalid" }

describe("listSessions", () => {
  test("lists the sessions of a user that have not expired", async () => {
    const { adapter, travel, ada } = await openWithAda()
    await adapter.createSession({ ...sessionOf("ada", "short"), expires: at(minute) })
    await adapter.createUser({ id: "bob" })
    await adapter.createSession(sessionOf("bob", "bobs"))
    expect(await all(adapter).listSessions("ada")).toHaveLength(2)
    travel(minute)
    expect(await all(adapter).listSessions("ada")).toEqual([ada.session])
    expect(await all(adapter).listSessions("unknown")).toEqual([])
  })
})

describe("listAccounts", () => {
  test("lists the accounts of a user", async () => {
    const { adapter, ada } = await openWithAda()
    const second = await adapter.linkAccount({ ...accountOf("ada"), provider: "other" })
    expect(await all(adapter).listAccounts("ada")).toEqual([ada.account, second])
    expect(await all(adapter).listAccounts("unknown")).toEqual([])
  })
})

describe("dropTokens", () => {
  test("deletes every token of an identifier and returns their number", async () => {
    const { adapter } = await openWithAda()
    await adapter.createVerificationToken(tokenFor("ada@example.com", "second"))
    const other = await adapter.createVerificationToken(tokenFor("bob@example.com"))
    expect(await all(adapter).dropTokens("ada@example.com")).toBe(2)
    expect(await all(adapter).dropTokens("ada@example.com")).toBe(0)
    expect(await rowsOf(adapter, "verificationToken")).toEqual([other])
  })
})

describe("removeAuthenticator", () => {
  test("deletes one passkey and returns it, then returns null", async () => {
    const { adapter, ada } = await openWithAda()
    const other = await adapter.createAuthenticator(passkeyOf("ada", "b3RoZXI="))
    const { credentialID } = ada.passkey
    expect(await all(adapter).removeAuthenticator(credentialID)).toEqual(ada.passkey)
    expect(await all(adapter).removeAuthenticator(credentialID)).toBeNull()
    expect(await rowsOf(adapter, "authenticator")).toEqual([other])
  })

  test("calls `take` once, and refuses an id that is not a text", async () => {
    const { adapter, calls } = spyOnStore()
    await all(adapter).removeAuthenticator("key")
    expect(calls).toEqual(["take"])
    await expect(all(adapter).removeAuthenticator(5 as never)).rejects.toMatchObject(invalid)
  })
})

test("a key that cannot exist finds nothing, without a call of the store", async () => {
  const { adapter, calls } = spyOnStore()
  for (const id of [undefined, null, "", "\0", "x".repeat(1365)] as string[]) {
    expect(await all(adapter).listAccounts(id)).toEqual([])
    expect(await all(adapter).listSessions(id)).toEqual([])
    expect(await all(adapter).dropTokens(id)).toBe(0)
    expect(await all(adapter).removeAuthenticator(id)).toBeNull()
  }
  expect(calls).toEqual([])
})
