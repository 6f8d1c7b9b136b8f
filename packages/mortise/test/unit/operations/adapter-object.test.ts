import { describe, expect, test } from "vitest"
import { extras, manifest, type OperationName, operationNames, upkeep } from "../../../src/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { openWithAda } from "../../support/ada.ts"

const allExtras = [
  "dropTokens",
  "extendSession",
  "listAccounts",
  "listSessions",
  "removeAuthenticator",
  "signUp",
  "updateAccount",
  "verifyEmail",
]
const extrasOf = (adapter: object) => Object.keys(extras(adapter) ?? {}).sort()

/** The adapter with another function as one of its operations. */
function overriding(name: OperationName, adapter = memoryAdapter()) {
  const original = adapter[name] as (...args: unknown[]) => Promise<unknown>
  return { ...adapter, [name]: (...args: unknown[]) => original(...args) }
}

describe("an adapter is a plain object", () => {
  test("of own, enumerable functions and one symbol", () => {
    const adapter = memoryAdapter()
    expect(Object.getPrototypeOf(adapter)).toBe(Object.prototype)
    expect(Object.keys(adapter).sort()).toEqual([...operationNames].sort())
    expect(Object.getOwnPropertySymbols(adapter)).toEqual([Symbol.for("mortise")])
    expect(Object.getOwnPropertyDescriptor(adapter, Symbol.for("mortise"))?.enumerable).toBe(true)
  })

  test("whose functions can be called detached", async () => {
    const { adapter, ada } = await openWithAda()
    const { getUser, getSessionAndUser, deleteUser } = adapter
    expect(await getUser("ada")).toEqual(ada.user)
    expect(await getSessionAndUser.call(undefined, "session-token")).toMatchObject({ user: ada.user })
    expect(await Reflect.apply(deleteUser, null, ["ada"])).toEqual(ada.user)
  })

  test("that can be copied, by spreading or key by key", async () => {
    const { adapter, ada } = await openWithAda()
    const copies = [{ ...adapter }, Object.assign({}, adapter), Object.freeze({ ...adapter })]
    for (const copy of copies) {
      expect(await copy.getUser("ada")).toEqual(ada.user)
      expect(extrasOf(copy)).toEqual(allExtras)
      expect(manifest(copy)).toEqual(manifest(adapter))
      expect(await upkeep(copy)?.count("user")).toBe(1)
    }
    // Auth.js copies the functions by key, without the symbol.
    const byKey = Object.fromEntries(Object.keys(adapter).map((key) => [key, Reflect.get(adapter, key)]))
    expect(await Reflect.get(byKey, "getUser")("ada")).toEqual(ada.user)
  })

  test("whose functions never throw; they return a rejected promise", async () => {
    const adapter = memoryAdapter()
    for (const name of operationNames) {
      const answer = (adapter[name] as (...args: unknown[]) => unknown)(Symbol("bad"), Symbol("bad"))
      expect(answer, name).toBeInstanceOf(Promise)
      await expect(answer).rejects.toMatchObject({ code: "invalid", operation: name })
    }
  })
})

describe("overriding an operation", () => {
  const disabled: Partial<Record<OperationName, string[]>> = {
    createUser: ["signUp"],
    updateUser: ["verifyEmail"],
    linkAccount: ["listAccounts", "signUp", "updateAccount"],
    unlinkAccount: ["listAccounts"],
    getAccount: ["listAccounts", "updateAccount"],
    getUserByAccount: ["listAccounts"],
    createSession: ["extendSession", "listSessions", "signUp"],
    getSessionAndUser: ["extendSession", "listSessions"],
    updateSession: ["extendSession", "listSessions"],
    deleteSession: ["listSessions"],
    createVerificationToken: ["dropTokens"],
    useVerificationToken: ["dropTokens"],
    createAuthenticator: ["removeAuthenticator"],
    getAuthenticator: ["removeAuthenticator"],
    listAuthenticatorsByUserId: ["removeAuthenticator"],
    updateAuthenticatorCounter: ["removeAuthenticator"],
  }

  test.each(operationNames)("%s disables the extras that would bypass it", (name) => {
    const left = allExtras.filter((extra) => !disabled[name]?.includes(extra))
    expect(extrasOf(overriding(name))).toEqual(left)
  })

  test("and another one disables the extras of both", () => {
    expect(extrasOf(overriding("updateUser", overriding("useVerificationToken")))).toEqual(
      allExtras.filter((extra) => extra !== "verifyEmail" && extra !== "dropTokens"),
    )
  })

  test("by removing it disables its extras too", () => {
    const { createSession: _, ...rest } = memoryAdapter()
    expect(extrasOf(rest)).toEqual([
      "dropTokens",
      "listAccounts",
      "removeAuthenticator",
      "updateAccount",
      "verifyEmail",
    ])
    expect(manifest(rest)?.overridden).toEqual(["createSession"])
  })

  test("with the same function disables nothing", () => {
    const adapter = memoryAdapter()
    expect(extrasOf({ ...adapter, createUser: adapter.createUser })).toEqual(allExtras)
  })

  test("with the function of another adapter disables its extras", () => {
    expect(extrasOf({ ...memoryAdapter(), updateUser: memoryAdapter().updateUser })).not.toContain(
      "verifyEmail",
    )
  })

  test("removes its round trips from the manifest, which lists it as overridden", () => {
    const promised = manifest(overriding("getUser"))
    expect(promised?.overridden).toEqual(["getUser"])
    expect(promised?.roundTrips).not.toHaveProperty("getUser")
    expect(promised?.roundTrips).toHaveProperty("getUserByEmail", 0)
  })

  test("does not affect upkeep, which reads the store", async () => {
    const adapter = overriding("getUser")
    expect(await upkeep(adapter)?.count("user")).toBe(0)
  })
})

describe("manifest", () => {
  test("contains the promises of the memory store", () => {
    expect(manifest(memoryAdapter())).toMatchObject({
      store: "memory",
      removal: "atomic",
      durability: "none",
      ids: "given",
      overridden: [],
      limits: { "user.id": 255, "user.email": 254, "session.sessionToken": 1024, "account.provider": 128 },
    })
    expect(Object.keys(manifest(memoryAdapter())?.roundTrips ?? {}).sort()).toEqual(
      [...operationNames].sort(),
    )
  })
})

describe("an adapter that is not from Mortise", () => {
  const foreign = { getUser: async () => null }

  test("has no extras, no upkeep and no manifest", () => {
    expect(extras(foreign)).toBeUndefined()
    expect(upkeep(foreign)).toBeUndefined()
    expect(manifest(foreign)).toBeUndefined()
  })
})
