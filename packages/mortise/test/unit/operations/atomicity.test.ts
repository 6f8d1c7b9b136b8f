import { describe, expect, test } from "vitest"
import { accountOf, openWithAda, passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { at, minute, openMemory } from "../../support/memory.ts"
import { rowsOf } from "../support/rows.ts"

/** Starts all calls together; returns the results and the codes of the errors. */
async function race<T>(calls: readonly (() => Promise<T>)[]) {
  const settled = await Promise.allSettled(calls.map((call) => call()))
  return {
    won: settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
    codes: settled.flatMap((one) => (one.status === "rejected" ? [one.reason.code as string] : [])),
  }
}

const times = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

test("SEC-B1 useVerificationToken: of 64 callers exactly one gets the token", async () => {
  const { adapter } = openMemory()
  for (let round = 0; round < 200; round++) {
    const token = await adapter.createVerificationToken(tokenFor("ada@example.com", `token ${round}`))
    const { won } = await race(times(64, () => () => adapter.useVerificationToken(token)))
    expect(won.filter((one) => one !== null)).toEqual([token])
  }
})

test("SEC-B2 createUser: one caller creates the user of an email, the others get conflict", async () => {
  const { adapter } = openMemory()
  const spellings = ["ada@example.com", "Ada@example.com", "ADA@EXAMPLE.COM", " ada@example.com"]
  const { won, codes } = await race(times(32, (n) => () => adapter.createUser({ email: spellings[n % 4] })))
  expect(won).toHaveLength(1)
  expect(codes).toEqual(times(31, () => "conflict"))
  expect(await rowsOf(adapter, "user")).toEqual(won)
})

test("SEC-B3 linkAccount: one caller links the account, and its user never changes", async () => {
  const { adapter } = openMemory()
  for (const id of ["ada", "bob"]) await adapter.createUser({ id })
  const { won, codes } = await race([
    () => adapter.linkAccount(accountOf("ada")),
    () => adapter.linkAccount(accountOf("bob")),
    () => adapter.linkAccount({ ...accountOf("bob"), access_token: "x" }),
  ])
  expect(codes).toEqual(["conflict", "conflict"])
  expect(await rowsOf(adapter, "account")).toEqual(won)
})

test("SEC-B4 createAuthenticator: a duplicate throws and the first remains, even for another user", async () => {
  const { adapter, ada } = await openWithAda()
  await adapter.createUser({ id: "bob" })
  for (const userId of ["ada", "bob"])
    await expect(adapter.createAuthenticator({ ...passkeyOf(userId), counter: 99 })).rejects.toMatchObject({
      code: "conflict",
      fields: ["credentialID"],
    })
  expect(await rowsOf(adapter, "authenticator")).toEqual([ada.passkey])
})

test("SEC-B5 createSession: a duplicate token is a conflict and never overwrites", async () => {
  const { adapter, ada } = await openWithAda()
  await adapter.createUser({ id: "bob" })
  await expect(
    adapter.createSession({ ...sessionOf("bob"), expires: at(99 * minute) }),
  ).rejects.toMatchObject({
    code: "conflict",
    fields: ["sessionToken"],
  })
  expect((await adapter.getSessionAndUser("session-token"))?.session).toEqual(ada.session)
})

describe("SEC-B6 deleteUser", () => {
  test.each([1, 2, 1000])("deletes all sessions of the user (%d)", async (count) => {
    const { adapter } = await openWithAda()
    for (let n = 1; n < count; n++) await adapter.createSession(sessionOf("ada", `session ${n}`))
    await adapter.deleteUser("ada")
    expect(await rowsOf(adapter, "session")).toEqual([])
  })

  test("leaves no row when sign-ins run concurrently", async () => {
    const { adapter } = await openWithAda()
    await race<unknown>([
      () => adapter.createSession(sessionOf("ada", "before")),
      () => adapter.deleteUser("ada"),
      () => adapter.createSession(sessionOf("ada", "after")),
      () => adapter.linkAccount({ ...accountOf("ada"), provider: "after" }),
      () => adapter.createAuthenticator(passkeyOf("ada", "YWZ0ZXI=")),
    ])
    for (const model of ["session", "account", "authenticator"] as const)
      expect(await rowsOf(adapter, model)).toEqual([])
  })
})

describe("SEC-B7 updateUser of an email", () => {
  test("updates the index: the old email finds no user and can be used again", async () => {
    const { adapter } = await openWithAda()
    const moved = await adapter.updateUser({ id: "ada", email: "lovelace@example.com" })
    expect(await adapter.getUserByEmail("ada@example.com")).toBeNull()
    expect(await adapter.getUserByEmail("lovelace@example.com")).toEqual(moved)
    expect(await adapter.createUser({ email: "ada@example.com" })).toMatchObject({ email: "ada@example.com" })
  })

  test("two users cannot swap emails concurrently, nor both take one email", async () => {
    const { adapter } = openMemory()
    for (const id of ["a", "b"]) await adapter.createUser({ id, email: `${id}@example.com` })
    const swap = await race([
      () => adapter.updateUser({ id: "a", email: "b@example.com" }),
      () => adapter.updateUser({ id: "b", email: "a@example.com" }),
    ])
    expect(swap.codes).toEqual(["conflict", "conflict"])
    const same = await race(["a", "b"].map((id) => () => adapter.updateUser({ id, email: "c@example.com" })))
    expect(same.codes).toEqual(["conflict"])
    expect(await adapter.getUserByEmail("c@example.com")).toEqual(same.won[0])
  })
})

test("SEC-B8 updateSession never restores a session that deleteSession deletes concurrently", async () => {
  const { adapter } = await openWithAda()
  const update = () => adapter.updateSession({ sessionToken: "session-token", expires: at(99 * minute) })
  await race([update, () => adapter.deleteSession("session-token"), update, update])
  expect(await adapter.getSessionAndUser("session-token")).toBeNull()
  expect(await rowsOf(adapter, "session")).toEqual([])
})

test("SEC-F1 concurrent counter updates end at the highest value", async () => {
  const { adapter, ada } = await openWithAda()
  const counters = [12, 9, 15, 8, 15, 10]
  await race(
    counters.map((counter) => () => adapter.updateAuthenticatorCounter(ada.passkey.credentialID, counter)),
  )
  expect((await adapter.getAuthenticator(ada.passkey.credentialID))?.counter).toBe(15)
})
