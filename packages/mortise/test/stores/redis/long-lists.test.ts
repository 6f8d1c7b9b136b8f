import { describe, expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import { formatEntry, newNonce, userField } from "../../../src/stores/redis/glossary.ts"
import { createKeys } from "../../../src/stores/redis/rows/keys.ts"
import { somePasskey } from "../../support/people.ts"
import { installRedisClients } from "./install.ts"
import { engines } from "./open-engines.ts"

await installRedisClients()
const { connectForTests } = await import("./checker/connect-for-tests.ts")

const opened = connectForTests()

const schema = defaultSchema()
// More than one script of the atomic engine reads.
const droppedCount = 600
const expires = new Date(Date.now() + 60_000)
let runs = 0

/** A row of each owned model, which a name identifies. */
const ownedRows = {
  session: (sessionToken: string, userId: string) => ({ sessionToken, userId, expires }),
  account: (providerAccountId: string, userId: string) => ({
    ...{ provider: "github", providerAccountId, userId, type: "oauth", access_token: `secret of ${userId}` },
  }),
  authenticator: (credentialID: string, userId: string) => ({
    ...somePasskey(userId),
    credentialID,
  }),
}

/** Ada with many entries of sessions that Redis has dropped, and Bob. `answers` are what Redis returned to reads. */
async function openWithMany(open: (typeof engines)[keyof typeof engines], count = droppedCount) {
  const answers: unknown[] = []
  const connection: typeof opened.connection = {
    ...opened.connection,
    async read(...command) {
      const answer = await opened.connection.read(...command)
      answers.push(answer)
      return answer
    },
  }
  // The characters of a glob stand for themselves.
  const keys = createKeys(`[list*${++runs}]`, schema)
  const { store } = open({ schema, keys, connection, onWarning: () => {} })
  await store.insert([["user", { id: "ada", email: "ada@example.com" }]])
  await store.insert([["user", { id: "bob", email: "bob@example.com" }]])
  const ada = keys.user("ada")
  const generation = String(await connection.read("HGET", ada, userField.generation))
  const dropped = Array.from({ length: count }, (_, nth) =>
    formatEntry(newNonce(), keys.row("session", { sessionToken: `dropped${nth}` })),
  )
  if (count > 0) await connection.write("HSET", ada, ...dropped.flatMap((entry) => [entry, generation]))
  return { keys, store, connection, answers }
}

describe.each(Object.entries(engines))("a user with very many entries, %s engine", (_, open) => {
  test.each([
    ["session", 0],
    ["account", 0],
    ["authenticator", 0],
    ["session", droppedCount],
    ["account", droppedCount],
    ["authenticator", droppedCount],
  ] as const)("SEC-T27 a list has no %s of another user, beside %i other entries", async (model, dropped) => {
    const { keys, store, connection } = await openWithMany(open, dropped)
    const rowOf = ownedRows[model]
    await store.insert([[model, rowOf("live", "ada")]])
    await store.insert([[model, rowOf("moved", "ada")]])
    await connection.write("DEL", keys.row(model, rowOf("moved", "ada")))
    await store.insert([[model, rowOf("moved", "bob")]])
    expect(await store.list(model, "ada")).toEqual([rowOf("live", "ada")])
    expect(await store.list(model, "bob")).toEqual([rowOf("moved", "bob")])
  })

  test("SEC-T27 a user who exists again has no rows of the removed one, whose clean-up is not finished", async () => {
    const { keys, store, connection } = await openWithMany(open, 0)
    await store.insert([["session", ownedRows.session("removed", "ada")]])
    await connection.write("HSET", keys.user("ada"), userField.generation, newNonce())
    await store.insert([["session", ownedRows.session("live", "ada")]])
    expect(await store.list("session", "ada")).toEqual([ownedRows.session("live", "ada")])
  })

  test("SEC-T30 a list of passkeys reads no entry of a session", async () => {
    const { store, answers } = await openWithMany(open)
    const passkey = { ...somePasskey("ada"), transports: null }
    await store.insert([["authenticator", passkey]])
    answers.length = 0
    expect(await store.list("authenticator", "ada")).toMatchObject([{ credentialID: passkey.credentialID }])
    expect(JSON.stringify(answers)).not.toContain("dropped")
  })
})
