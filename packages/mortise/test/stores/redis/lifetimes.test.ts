import { describe, expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import type { ModelName } from "../../../src/contract/models.ts"
import type { Key } from "../../../src/contract/rows.ts"
import { increment } from "../../../src/contract/stored-changes.ts"
import { createKeys } from "../../../src/stores/redis/rows/keys.ts"
import { installRedisClients } from "./install.ts"
import { engines } from "./open-engines.ts"

await installRedisClients()
const { connectForTests } = await import("./checker/connect-for-tests.ts")

const opened = connectForTests()

const schema = defaultSchema()
const hourMs = 3_600_000
/** Redis keeps a row for a day after it expires. */
const keptHours = 24
const afterHours = (hours: number) => new Date(Date.now() + hours * hourMs)
let runs = 0

const account = { userId: "ada", type: "oauth", provider: "github", providerAccountId: "1" }
const passkey = {
  userId: "ada",
  credentialID: "key",
  providerAccountId: "2",
  credentialPublicKey: "public",
  counter: 3,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
}
const session = { sessionToken: "session" }
const link = { identifier: "ada@example.com", token: "link" }
const slot = { key: "slot" }

describe.each(Object.entries(engines))("how long Redis keeps rows, %s engine", (_, open) => {
  /** A store with Ada and Bob, and the hours that Redis keeps a row after now: -1 without end. */
  const openStore = async () => {
    const { connection } = opened
    const keys = createKeys(`run${++runs}`, schema)
    const { store, upkeep } = open({ schema, keys, connection, onWarning: () => {} })
    await store.insert([["user", { id: "ada", email: "ada@example.com" }]])
    await store.insert([["user", { id: "bob", email: "bob@example.com" }]])
    const readHours = async (key: string) => {
      const ttl = Number(await connection.read("PTTL", key))
      return ttl < 0 ? ttl : Math.round(ttl / hourMs)
    }
    const readHoursOf = (model: ModelName, key: Key) => readHours(keys.row(model, key))
    return { store, upkeep, keys, readHours, readHoursOf }
  }

  test.each([
    ["session", session, { ...session, userId: "ada" }],
    ["verificationToken", link, link],
    ["slot", slot, { ...slot, value: null, count: 0 }],
  ] as const)(
    "a %s stays a day longer than its expiry, and an update moves the end",
    async (model, key, row) => {
      const { store, readHoursOf } = await openStore()
      await store.insert([[model, { ...row, expires: afterHours(1) }]])
      expect(await readHoursOf(model, key)).toBe(1 + keptHours)
      await store.update(model, key, { expires: afterHours(700) })
      expect(await readHoursOf(model, key), "extended").toBe(700 + keptHours)
      await store.update(
        model,
        key,
        { expires: afterHours(800) },
        { field: "expires", is: ">", value: afterHours(2) },
      )
      expect(await readHoursOf(model, key), "extended under a guard").toBe(800 + keptHours)
      await store.update(
        model,
        key,
        { expires: afterHours(900) },
        { field: "expires", is: "<=", value: afterHours(2) },
      )
      expect(await readHoursOf(model, key), "refused").toBe(800 + keptHours)
      if (model !== "verificationToken") {
        await store.update(model, key, { expires: afterHours(2) })
        expect(await readHoursOf(model, key), "shortened").toBe(2 + keptHours)
      }
      await store.take(model, key)
      await store.insert([[model, { ...row, expires: afterHours(5) }]])
      expect(await readHoursOf(model, key), "created again").toBe(5 + keptHours)
      await store.take(model, key)
      await store.insert([[model, { ...row, expires: afterHours(-48) }]])
      expect(await readHoursOf(model, key), "expired when it is created").toBe(keptHours)
    },
  )

  test.each([
    ["session", session, { ...session, userId: "ada" }],
    ["verificationToken", link, link],
    ["slot", slot, { ...slot, value: null, count: 0 }],
  ] as const)(
    "a sweep deletes a %s at its present expiry, not at an earlier one",
    async (model, key, row) => {
      const { store, upkeep } = await openStore()
      const sweep = (hours: number, ms = 0) => upkeep.sweep(model, new Date(now + hours * hourMs + ms), 10)
      const now = Date.now()
      const expires = (hours: number) => ({ expires: new Date(now + hours * hourMs) })
      await store.insert([[model, { ...row, ...expires(2) }]])
      await store.update(model, key, expires(4))
      expect(await sweep(4, -1), "before the extended one").toBe(0)
      expect(await store.find(model, key)).not.toBeNull()
      await store.update(model, key, expires(1))
      expect(await sweep(1, -1), "before the shortened one").toBe(0)
      // On a Cluster, the index of expiries follows in the background.
      await expect.poll(() => sweep(1), { message: "at the shortened one" }).toBe(1)
      expect(await store.find(model, key)).toBeNull()
    },
  )

  test("a session keeps its lifetime when its owner changes, and gets the new one with the owner", async () => {
    const { store, readHoursOf } = await openStore()
    await store.insert([["session", { ...session, userId: "ada", expires: afterHours(1) }]])
    await store.update("session", session, { userId: "bob" })
    expect(await readHoursOf("session", session)).toBe(1 + keptHours)
    await store.update("session", session, { userId: "ada", expires: afterHours(700) })
    expect(await readHoursOf("session", session)).toBe(700 + keptHours)
  })

  test("a slot keeps its lifetime when it counts", async () => {
    const { store, readHoursOf } = await openStore()
    await store.insert([["slot", { ...slot, value: null, count: 0, expires: afterHours(1) }]])
    await store.update("slot", slot, { count: increment(1) })
    expect(await readHoursOf("slot", slot)).toBe(1 + keptHours)
  })

  test("tokens of one address stay as long as the last of them", async () => {
    const { store, readHoursOf } = await openStore()
    const later = { ...link, token: "later" }
    await store.insert([["verificationToken", { ...link, expires: afterHours(10) }]])
    await store.insert([["verificationToken", { ...later, expires: afterHours(1) }]])
    expect(await readHoursOf("verificationToken", link), "a shorter one").toBe(10 + keptHours)
    await store.update("verificationToken", later, { expires: afterHours(2) })
    expect(await readHoursOf("verificationToken", link), "a shorter update").toBe(10 + keptHours)
    await store.update("verificationToken", later, { expires: afterHours(20) })
    expect(await readHoursOf("verificationToken", link), "a longer update").toBe(20 + keptHours)
    await store.insert([["verificationToken", { ...link, token: "third", expires: afterHours(30) }]])
    expect(await readHoursOf("verificationToken", link), "a longer one").toBe(30 + keptHours)
    await store.take("verificationToken", { ...link, token: "third" })
    expect(await readHoursOf("verificationToken", link), "one is used").toBe(30 + keptHours)
  })

  test("users, addresses, accounts and passkeys stay, also if a removed user is created again", async () => {
    const { store, keys, readHours, readHoursOf } = await openStore()
    const expectNoEnd = async (address: string) => {
      expect(await readHours(keys.user("ada")), "user").toBe(-1)
      expect(await readHours(keys.email(address)), "address").toBe(-1)
      expect(await readHoursOf("account", account), "account").toBe(-1)
      expect(await readHoursOf("authenticator", { credentialID: passkey.credentialID }), "passkey").toBe(-1)
    }
    const insertRows = () =>
      store.insert([
        ["account", account],
        ["authenticator", passkey],
      ])
    await insertRows()
    await expectNoEnd("ada@example.com")
    await store.update("authenticator", { credentialID: "key" }, { counter: 4 })
    await store.update("user", { id: "ada" }, { email: "ada@new.example.com" })
    await expectNoEnd("ada@new.example.com")
    await store.removeUser("ada")
    await store.insert([["user", { id: "ada", email: "ada@example.com" }]])
    await insertRows()
    await expectNoEnd("ada@example.com")
  })
})
