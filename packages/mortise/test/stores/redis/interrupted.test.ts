import { describe, expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import type { Store } from "../../../src/operations/store.ts"
import type { RedisConnection } from "../../../src/stores/redis/connection/connection.ts"
import type { Opened } from "../../../src/stores/redis/engine.ts"
import { createKeys } from "../../../src/stores/redis/rows/keys.ts"
import { type Cut, cutConnection } from "./cut-connection.ts"
import { installRedisClients } from "./install.ts"
import { engines, type Open } from "./open-engines.ts"

await installRedisClients()
const { connectForTests } = await import("./checker/connect-for-tests.ts")

const opened = connectForTests()

const schema = defaultSchema()
const later = new Date(Date.now() + 3_600_000)
const muchLater = new Date(Date.now() + 7_200_000)
const ada = { id: "ada", email: "ada@example.com" }
const grace = { id: "grace", email: "grace@example.com" }
const accountOf = (userId: string) => ({
  userId,
  type: "oauth",
  provider: "oidc",
  providerAccountId: userId,
  access_token: "secret",
})
const passkeyOf = (userId: string) => ({
  userId,
  credentialID: userId,
  providerAccountId: userId,
  credentialPublicKey: "key",
  counter: 0,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
})
const sessionOf = (userId: string, sessionToken = userId) => ({ userId, sessionToken, expires: later })
const link = { identifier: ada.email, token: "link", expires: later }

const withoutAddress = "create a user without an address"
const removal = "delete a user"

/** Every write, with what must be there before. */
const writes: Readonly<Record<string, (store: Store) => unknown>> = {
  "create a user": (store) => store.insert([["user", grace]]),
  [withoutAddress]: (store) => store.insert([["user", { ...grace, email: null }]]),
  "create a user, an account, a passkey and a session": (store) =>
    store.insert([
      ["user", grace],
      ["account", accountOf("grace")],
      ["authenticator", passkeyOf("grace")],
      ["session", sessionOf("grace")],
    ]),
  "create a user with an address that is taken": (store) => store.insert([["user", { ...ada, id: "other" }]]),
  "link an account": (store) => store.insert([["account", { ...accountOf("ada"), provider: "other" }]]),
  "link an account that is taken": (store) => store.insert([["account", accountOf("ada")]]),
  "link an account to nobody": (store) => store.insert([["account", accountOf("grace")]]),
  "create a passkey": (store) =>
    store.insert([["authenticator", { ...passkeyOf("ada"), credentialID: "other" }]]),
  "create a session": (store) => store.insert([["session", sessionOf("ada", "other")]]),
  "create a link": (store) => store.insert([["verificationToken", { ...link, token: "other" }]]),
  "create a slot": (store) =>
    store.insert([["slot", { key: "slot", value: null, count: 0, expires: later }]]),
  "change the address": (store) => store.update("user", { id: "ada" }, { email: grace.email }),
  "remove the address": (store) => store.update("user", { id: "ada" }, { email: null }),
  "change the name": (store) => store.update("user", { id: "ada" }, { name: "Ada" }),
  "extend a session": (store) => store.update("session", { sessionToken: "ada" }, { expires: muchLater }),
  "move an account": (store) =>
    store.update("account", { provider: "oidc", providerAccountId: "ada" }, { userId: "alan" }),
  "move a session": (store) => store.update("session", { sessionToken: "ada" }, { userId: "alan" }),
  "unlink an account": (store) => store.take("account", { provider: "oidc", providerAccountId: "ada" }),
  "delete a passkey": (store) => store.take("authenticator", { credentialID: "ada" }),
  "delete a session": (store) => store.take("session", { sessionToken: "ada" }),
  "use a link": (store) => store.take("verificationToken", { identifier: ada.email, token: "link" }),
  [removal]: (store) => store.removeUser("ada"),
}

let runs = 0

/** A store of its own, in which two people are signed in. */
async function populated(open: Open) {
  const prefix = `run${++runs}`
  const keys = createKeys(prefix, schema)
  const over = (connection: RedisConnection) => open({ schema, keys, connection, onWarning: () => {} })
  const { store, upkeep } = over(opened.connection)
  await store.insert([
    ["user", ada],
    ["account", accountOf("ada")],
    ["authenticator", passkeyOf("ada")],
    ["session", sessionOf("ada")],
  ])
  await store.insert([["user", { id: "alan", email: "alan@example.com" }]])
  await store.insert([["verificationToken", link]])
  return { prefix, over, store, upkeep }
}

/** Runs a write that a cut interrupts. Returns whether the cut lost a command. */
async function interrupt(
  over: (connection: RedisConnection) => Opened,
  cut: Cut,
  write: (store: Store) => unknown,
) {
  const { connection, isCut, quiet } = cutConnection(opened.connection, cut)
  const done = Promise.resolve(write(over(connection).store)).catch(() => {})
  await quiet()
  if (!isCut()) await done
  await quiet()
  return isCut()
}

async function sweepAll({ upkeep }: Pick<Opened, "upkeep">): Promise<void> {
  await upkeep.settle?.(1000)
  for (const model of ["session", "verificationToken", "slot"] as const)
    await upkeep.sweep(model, new Date(Date.now() + 86_400_000), 1000)
}

async function removeAll({ store, upkeep }: Opened): Promise<void> {
  for (const { id } of await upkeep.page("user", { by: ["id"], limit: 100 }))
    await store.removeUser(id as string)
}

/** The keys that Redis will keep for ever. */
async function keptKeys(prefix: string): Promise<string[]> {
  const { connection } = opened
  const found = (await connection.read("KEYS", `${prefix}:*`)) as string[]
  const ttls = await Promise.all(found.map((key) => connection.read("PTTL", key)))
  return found.filter((_, nth) => ttls[nth] === -1)
}

/** The rows and claims that Redis will keep for ever, although no lookup returns them. */
async function hiddenKeys({ prefix, store }: { prefix: string; store: Store }): Promise<string[]> {
  const kept = await keptKeys(prefix)
  const models = { a: "account", c: "authenticator", e: "user" } as const
  const isHidden = async (key: string) => {
    const letter = key.split(":")[1] as "a" | "c" | "e"
    const parts = (/\{(.*)\}/.exec(key)?.[1] ?? "").split(":").map(decodeURIComponent)
    const [names] = letter === "e" ? [["email"]] : schema.models[models[letter]].keys
    const found = await store.find(
      models[letter],
      Object.fromEntries((names ?? []).map((name, nth) => [name, parts[nth] as string])),
    )
    return found === null
  }
  const rows = kept.filter((key) => /^run\d+:[ace]:/.test(key))
  const hidden = await Promise.all(rows.map(isHidden))
  return rows.filter((_, nth) => hidden[nth])
}

const modes = ["stop", "skip"] as const

describe.each(Object.entries(engines))(
  "SEC-S12: a caller of the %s engine that ends in the middle",
  (_, open) => {
    test.concurrent.each(Object.entries(writes))("%s", async (name, write) => {
      const left: string[] = []
      for (const mode of modes)
        for (let at = 0, isCut = true; isCut; at++) {
          // A sweep finds what is not visible, and so it does when every user is deleted first.
          const swept = await populated(open)
          isCut = await interrupt(swept.over, { at, mode }, write)
          await sweepAll(swept)
          for (const key of await hiddenKeys(swept)) left.push(`${mode} at ${at}: ${key} is hidden`)
          await swept.store.removeUser("ada")
          const accounts = await swept.upkeep.page("account", {
            by: ["provider", "providerAccountId"],
            limit: 9,
          })
          for (const account of await swept.store.list("account", "alan"))
            if (!accounts.some(({ userId }) => userId === account["userId"]))
              left.push(`${mode} at ${at}: an account is in no page`)

          const emptied = await populated(open)
          await interrupt(emptied.over, { at, mode }, write)
          await removeAll(emptied)
          await sweepAll(emptied)
          // Only the id of a user can be left, in the index.
          if (name === withoutAddress || name === removal) await emptied.upkeep.repair?.({ limit: 9 })
          for (const key of await keptKeys(emptied.prefix)) left.push(`${mode} at ${at}: ${key} is kept`)
        }
      expect(left).toEqual([])
    })
  },
)

test.each(Object.entries(engines))(
  "a removal that a sweep of the %s engine finishes leaves the rows of a new user with the same id",
  async (_, open) => {
    const create = async (store: Store) => {
      await store.insert([
        ["user", ada],
        ["account", accountOf("ada")],
        ["authenticator", passkeyOf("ada")],
        ["session", sessionOf("ada")],
      ])
      await store.insert([["verificationToken", link]])
    }
    for (const mode of modes)
      for (let at = 0, isCut = true; isCut; at++) {
        const { over, store, upkeep } = await populated(open)
        isCut = await interrupt(over, { at, mode }, (cut) => cut.removeUser("ada"))
        // The removal has not happened yet.
        if (await store.find("user", { id: "ada" })) continue
        await create(store)
        await upkeep.settle?.(1000)
        const models = ["account", "authenticator", "session"] as const
        for (const model of models) expect(await store.list(model, "ada"), `${mode} at ${at}`).toHaveLength(1)
        expect(await store.list("verificationToken", ada.email), `${mode} at ${at}`).toHaveLength(1)
        for (const model of models) expect(await upkeep.count(model), `${mode} at ${at}`).toBe(1)
      }
  },
)

test("calls during a sweep start over, and none of them fails", async () => {
  const { store, upkeep } = await populated(engines.spread)
  const ids = Array.from({ length: 30 }, (_, nth) => `user${nth}`)
  const signUp = async (id: string) => {
    await store.insert([["user", { id, email: `${id}@example.com` }]])
    await store.insert([["account", accountOf(id)]])
    await store.update("user", { id }, { email: `${id}@example.org` })
  }
  let isDone = false
  const signUps = Promise.all(ids.map(signUp)).finally(() => {
    isDone = true
  })
  let settled = 0
  while (!isDone) settled += (await upkeep.settle?.(1000)) ?? 0
  await signUps
  expect(settled).toBeGreaterThan(0)
  for (const id of ids) {
    expect(await store.find("user", { email: `${id}@example.org` })).toMatchObject({ id })
    expect(await store.find("user", { email: `${id}@example.com` })).toBeNull()
    expect(await store.list("account", id)).toHaveLength(1)
  }
})
