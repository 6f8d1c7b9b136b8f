import { beforeEach, expect, test, vi } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import type { RedisConnection } from "../../../src/stores/redis/connection/connection.ts"
import { createKeys } from "../../../src/stores/redis/rows/keys.ts"
import { occupy } from "../../../src/stores/redis/spread/claims/places.ts"
import type { SpreadParts } from "../../../src/stores/redis/spread/spread-parts.ts"
import { createSpreadStore } from "../../../src/stores/redis/spread/spread-store.ts"
import { commitArguments, commitScript } from "../../../src/stores/redis/spread/users/user-scripts.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { connectForTests } = await import("./checker/connect-for-tests.ts")
const { noIndexes, noIntents } = await import("./checker/spread-subject.ts")

const opened = connectForTests()

const schema = defaultSchema()
const keys = createKeys("patience", schema)
const email = "ada@example.com"
const ada = { id: "1", email }
let sent: string[]
beforeEach(async () => {
  sent = []
  await opened.connection.write("FLUSHALL")
})

/**
 * The store on a connection that lists what it sends. It waits this long for a caller that holds a key. `interfere` runs
 * before each script.
 */
function openStore(patienceMs: number, interfere?: (script: string) => unknown) {
  const { connection } = opened
  const observed: RedisConnection = {
    ...connection,
    async evaluate(script, ...rest) {
      sent.push(script.name)
      await interfere?.(script.name)
      return connection.evaluate(script, ...rest)
    },
    read(...command) {
      sent.push(command[0])
      return connection.read(...command)
    },
  }
  return createSpreadStore(partsOn(observed, patienceMs))
}

const partsOn = (connection: RedisConnection, patienceMs: number): SpreadParts => ({
  schema,
  keys,
  connection,
  onWarning: () => {},
  indexes: noIndexes,
  intents: noIntents,
  patienceMs,
})

/** Another caller that has put its claim on the email, and not committed yet. */
const holdEmail = (nonce = "other") =>
  occupy(
    partsOn(opened.connection, 0),
    { kind: "email", key: keys.email(email), user: keys.user("2") },
    nonce,
  )

test("an email that was just taken is a conflict, without waiting", async () => {
  const store = openStore(60_000)
  await store.insert([["user", ada]])
  sent = []
  await expect(store.insert([["user", { ...ada, id: "2" }]])).rejects.toMatchObject({
    code: "conflict",
  })
  expect(sent).not.toContain("kill")
})

test("a caller that holds an email has time to commit", async () => {
  const store = openStore(6_000)
  await holdEmail()
  const inserted = Promise.resolve(store.insert([["user", ada]])).catch((error: unknown) => error)
  await vi.waitUntil(() => sent.includes("HMGET"), 5_000)
  const args = commitArguments("other", [], `id=2\0email=${email}`, keys.email(email))
  await opened.connection.evaluate(commitScript, [keys.user("2")], args)
  expect(await inserted).toMatchObject({ code: "conflict" })
  expect(sent).not.toContain("kill")
})

test("a caller that holds an email and never commits is killed after that time", async () => {
  const store = openStore(3_000)
  await holdEmail()
  await store.insert([["user", ada]])
  expect(sent.slice(0, sent.indexOf("kill")).filter((name) => name === "HMGET").length).toBeGreaterThan(0)
  expect(await store.find("user", { email })).toMatchObject(ada)
})

test("SEC-S13: a claim whose time is ahead of the server's clock is replaced at once", async () => {
  const patienceMs = 60_000
  const store = openStore(patienceMs)
  await holdEmail()
  await opened.connection.write("HINCRBY", keys.email(email), "t", "60000")
  const start = performance.now()
  await store.insert([["user", ada]])
  expect(performance.now() - start).toBeLessThan(patienceMs / 2)
  expect(await store.find("user", { email })).toMatchObject(ada)
})

test("SEC-S13: a caller waits no longer than its patience, however many others take the place in turn", async () => {
  const patienceMs = 300
  let rivals = 0
  // Whenever the caller looks, another one has just taken the place.
  const store = openStore(patienceMs, async (script) => {
    if (script !== "put" || rivals === 30) return
    await opened.connection.write("DEL", keys.email(email))
    await holdEmail(`rival${++rivals}`)
  })
  const start = performance.now()
  await store.insert([["user", ada]])
  // A wait for each rival takes more; a busy machine takes longer than the patience.
  expect(performance.now() - start).toBeLessThan(20 * patienceMs)
  expect(await store.find("user", { email })).toMatchObject(ada)
})

test("a claim that an existing user never committed is replaced", async () => {
  const store = openStore(90)
  await store.insert([["user", { id: "2", email: "grace@example.com" }]])
  await holdEmail()
  await store.insert([["user", ada]])
  expect(await store.find("user", { email })).toMatchObject(ada)
})

test("a caller that is killed before it commits a new email does not get it", async () => {
  const rival = openStore(0)
  const grace = { id: "2", email: "grace@example.com" }
  await rival.insert([["user", grace]])
  const store = openStore(0, (script) => script === "updateUser" && rival.insert([["user", ada]]))
  await expect(store.update("user", { id: "2" }, { email })).rejects.toMatchObject({ code: "conflict" })
  expect(sent).toContain("kill")
  expect(await store.find("user", { email })).toMatchObject(ada)
  expect(await store.find("user", { id: "2" })).toMatchObject(grace)
})

test("a change of email that a removal overtakes leaves no claim", async () => {
  const rival = openStore(0)
  await rival.insert([["user", ada]])
  const store = openStore(0, (script) => script === "updateUser" && rival.removeUser(ada.id))
  const next = "new@example.com"
  expect(await store.update("user", { id: ada.id }, { email: next })).toBe("absent")
  await vi.waitFor(async () => expect(await opened.connection.read("EXISTS", keys.email(next))).toBe(0))
})
