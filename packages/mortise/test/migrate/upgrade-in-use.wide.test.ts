import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { createClient } from "@libsql/client"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { openMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import { startRedis } from "../../../workshop/src/servers/redis.ts"
import { date, defineSchema, type SqlAdapter, text } from "../../src/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { mysql2Adapter } from "../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { installRedisClients } from "../stores/redis/install.ts"
import { newFile } from "../support/databases.ts"
import { earlierSources } from "./support/earlier-sources.ts"
import type { Call, Told } from "./support/living-process.ts"

// The first commit with all four engines.
const commit = "76169b0e2d20867f51c90a7cddf9aabc1e212b17"
const now = fileURLToPath(new URL("../../src", import.meta.url))
const program = fileURLToPath(new URL("./support/living-process.ts", import.meta.url))

let earlier: ReturnType<typeof earlierSources>
beforeAll(async () => {
  earlier = earlierSources(commit, "src")
  await installRedisClients()
})
afterAll(() => earlier?.remove())

type Living = {
  call(name: Call["name"], ...args: readonly unknown[]): Promise<unknown>
  /** Waits until the process has done more rounds. */
  live(rounds: number): Promise<void>
}

/** Starts a process of the application. An extended one has two more fields. */
function start(sources: string, engine: string, url: string, isExtended: boolean): Living {
  const args = [sources, engine, url, ...(isExtended ? ["extended"] : [])]
  const child: ChildProcess = fork(program, args, {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  })
  onTestFinished(() => void child.kill())
  const state = { rounds: -1, error: "" }
  const answers = new Map<number, (result: unknown) => void>()
  child.on("message", (told: Told) => {
    if ("rounds" in told) state.rounds = told.rounds
    else if ("error" in told) state.error = told.error
    else answers.get(told.id)?.(told.result)
  })
  child.on("exit", (code) => {
    if (code) state.error ||= `The process ended with ${code}.`
  })
  let sent = 0
  return {
    call: (name, ...given) =>
      new Promise((resolve) => {
        answers.set(++sent, resolve)
        child.send({ id: sent, name, args: given } satisfies Call)
      }),
    async live(rounds) {
      const wanted = state.rounds + rounds
      await vi.waitUntil(() => state.rounds >= wanted || state.error !== "", {
        timeout: 30_000,
        interval: 10,
      })
      expect(state.error).toBe("")
    },
  }
}

const extended = {
  schema: defineSchema({
    user: { fields: { role: text({ default: "member" }), joined: date({ default: () => new Date() }) } },
  }),
}

type Opened = { readonly url: string; adapter?(): SqlAdapter; close(): Promise<unknown> }

const engines: Readonly<Record<string, () => Promise<Opened>>> = {
  async pg() {
    const server = await openPostgres()
    const url = await server.database()
    const pool = new Pool({ connectionString: url, max: 2 })
    return { url, adapter: () => pgAdapter(pool, extended), close: () => pool.end().then(server.close) }
  },
  async mysql2() {
    const server = await openMariadb()
    const url = await server.database()
    const pool = createPool({ uri: url, connectionLimit: 2 })
    return { url, adapter: () => mysql2Adapter(pool, extended), close: () => pool.end().then(server.close) }
  },
  async libsql() {
    const url = `file:${newFile()}`
    const client = createClient({ url })
    return { url, adapter: () => libsqlAdapter(client, extended), close: async () => client.close() }
  },
  async redis() {
    const server = await startRedis()
    return { url: `redis://127.0.0.1:${server.port}`, close: server.close }
  },
}

const expires = new Date(Date.now() + 3_600_000)

/** A person who signs in through one process. */
async function signIn(process: Living, name: string): Promise<string> {
  const user = (await process.call("createUser", { email: `${name}@example.com` })) as { id: string }
  const account = { type: "oauth", provider: "github", providerAccountId: name }
  await process.call("linkAccount", { userId: user.id, ...account })
  await process.call("createSession", { sessionToken: name, userId: user.id, expires })
  return user.id
}

/** The other process finds the person in every way, and deletes them; then neither process finds them. */
async function deleteThrough(process: Living, other: Living, name: string, id: string): Promise<void> {
  const user = expect.objectContaining({ id, email: `${name}@example.com` })
  expect(await process.call("getSessionAndUser", name)).toMatchObject({ user, session: { expires } })
  expect(await process.call("getUserByEmail", `${name}@example.com`)).toEqual(user)
  const account = { provider: "github", providerAccountId: name }
  expect(await process.call("getUserByAccount", account)).toEqual(user)
  await process.call("deleteUser", id)
  for (const each of [process, other]) {
    expect(await each.call("getSessionAndUser", name)).toBeNull()
    expect(await each.call("getUserByAccount", account)).toBeNull()
  }
}

describe.each(Object.entries(engines))("a database of an earlier version on %s", (engine, open) => {
  test("is upgraded while processes of both versions use it", async () => {
    const { url, adapter, close } = await open()
    onTestFinished(() => void close())
    const old = start(earlier.sources, engine, url, false)
    await old.live(5)
    const [ada, bob] = [await signIn(old, "ada"), await signIn(old, "bob")]

    const upgraded = adapter && (await migrate(adapter()))
    expect(upgraded?.steps.length).toBe(adapter ? 3 : undefined)
    const young = start(now, engine, url, true)
    const eve = await young.live(5).then(() => signIn(young, "eve"))
    await Promise.all([old.live(10), young.live(10)])
    await deleteThrough(young, old, "ada", ada)
    await deleteThrough(old, young, "eve", eve)
    const kept = (await old.call("getSessionAndUser", "bob")) as { user: { id: string } }
    expect(kept.user.id).toBe(bob)

    if (adapter) {
      await migrate(adapter())
      // The process of the earlier version stores further rows without a value of the new field.
      expect((await inspect(adapter())).ok).toBe(true)
      const filled = { role: "member", joined: expect.any(Date) }
      expect(await adapter().getUserByEmail("bob@example.com")).toMatchObject(filled)
    }
    await Promise.all([old.live(2), young.live(2)])
  })
})
