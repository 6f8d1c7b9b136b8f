import { describe, expect, test } from "vitest"
import { defineSchema, extras, json, upkeep } from "../../../src/index.ts"
import { accountOf, addAda, openWithAda, passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { at, openMemory } from "../../support/memory.ts"
import { everything } from "../support/rows.ts"

/** Overwrites every member of a value, including dates and nested objects. */
function spoil(value: unknown): void {
  if (value instanceof Date) value.setTime(0)
  else if (Array.isArray(value)) {
    value.forEach(spoil)
    value.length = 0
  } else if (typeof value === "object" && value !== null)
    for (const [name, member] of Object.entries(value)) {
      spoil(member)
      Reflect.set(value, name, "spoiled")
    }
}

const deepFreeze = <T>(value: T): T => {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}

const factual = { schema: defineSchema({ user: { fields: { facts: json({ default: { seen: [] } }) } } }) }

describe("SEC-A9 results share no object with the store", () => {
  test("changing the result of any operation changes no row", async () => {
    const { adapter, ada } = await openWithAda()
    await adapter.updateUser({ id: "ada", emailVerified: at(1) })
    const before = structuredClone(await everything(adapter))
    const results: unknown[] = [
      ada,
      await adapter.getUser("ada"),
      await adapter.getUserByEmail("ada@example.com"),
      await adapter.getUserByAccount({ provider: "acme", providerAccountId: "1815" }),
      await adapter.updateUser({ id: "ada" }),
      await adapter.updateUser({ id: "ada", name: "Ada" }),
      await adapter.getAccount("1815", "acme"),
      await adapter.getSessionAndUser("session-token"),
      await adapter.updateSession({ sessionToken: "session-token" }),
      await adapter.updateSession(sessionOf("ada")),
      await adapter.getAuthenticator("Y3JlZGVudGlhbA=="),
      await adapter.listAuthenticatorsByUserId("ada"),
      await adapter.updateAuthenticatorCounter("Y3JlZGVudGlhbA==", 7),
      await extras(adapter)?.listSessions?.("ada"),
      await extras(adapter)?.listAccounts?.("ada"),
      await upkeep(adapter)?.page("session"),
      await everything(adapter),
    ]
    results.forEach(spoil)
    expect(await everything(adapter)).toEqual(before)
  })

  test("two results share no object", async () => {
    const { adapter } = await openWithAda()
    const [one, other] = [
      await adapter.getSessionAndUser("session-token"),
      await adapter.getSessionAndUser("session-token"),
    ]
    expect(one).toEqual(other)
    expect(one?.session).not.toBe(other?.session)
    expect(one?.session.expires).not.toBe(other?.session.expires)
    expect(one?.user).not.toBe(other?.user)
  })

  test("JSON is copied when it is written and read, including a default", async () => {
    const { adapter } = openMemory(factual)
    const facts = { likes: ["numbers"] }
    const user = await adapter.createUser({ id: "ada", facts })
    spoil(facts)
    spoil(user)
    expect((await adapter.getUser("ada"))?.facts).toEqual({ likes: ["numbers"] })
    spoil(await adapter.createUser({ id: "bob" }))
    expect((await adapter.createUser({ id: "eve" })).facts).toEqual({ seen: [] })
    expect((await adapter.getUser("bob"))?.facts).toEqual({ seen: [] })
  })

  test("results are plain objects", async () => {
    const { adapter, ada } = await openWithAda()
    const found = await adapter.getSessionAndUser("session-token")
    for (const row of [...Object.values(ada), found, found?.user, found?.session])
      expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  })
})

describe("SEC-A9 arguments", () => {
  const rows = () => ({
    user: { id: "bob", email: "Bob@Example.com", emailVerified: at(1) },
    account: { ...accountOf("bob"), provider: "other", token_type: "Bearer", providerAccountId: 7 },
    session: sessionOf("bob", "bobs"),
    token: tokenFor("bob@example.com"),
    passkey: passkeyOf("bob", "Ym9i"),
  })

  async function write(given: ReturnType<typeof rows>) {
    const { adapter } = openMemory()
    await adapter.createUser(given.user)
    await adapter.linkAccount(given.account)
    await adapter.createSession(given.session)
    await adapter.createVerificationToken(given.token)
    await adapter.createAuthenticator(given.passkey)
    await adapter.updateUser(given.user)
    await adapter.updateSession(given.session)
    await adapter.getUserByAccount(given.account)
    return adapter
  }

  test("are never changed by an operation", async () => {
    const given = rows()
    await write(given)
    expect(given).toEqual(rows())
  })

  test("may be frozen", async () => {
    const adapter = await write(deepFreeze(rows()))
    expect(await adapter.getSessionAndUser("bobs")).toMatchObject({ user: { id: "bob" } })
  })

  test("may be changed after the call", async () => {
    const given = rows()
    const adapter = await write(given)
    const before = structuredClone(await everything(adapter))
    spoil(given)
    expect(await everything(adapter)).toEqual(before)
  })
})

test("each memory adapter has a separate store", async () => {
  const [one, other] = [openMemory().adapter, openMemory().adapter]
  await addAda(one)
  expect(await other.getUser("ada")).toBeNull()
})
