/**
 * A process of an application, on the sources that its first argument names: people sign in, are looked up and deleted,
 * round after round, until the process is told to stop. It also makes single calls that it is sent.
 */
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import type { Adapter } from "../../../src/index.ts"

/** What is sent to the process: a call of its adapter. */
export type Call = { readonly id: number; readonly name: keyof Adapter; readonly args: readonly unknown[] }
/** What it sends: that it is open, the rounds so far, the result of a call, or its first error. */
export type Told =
  | { readonly rounds: number }
  | { readonly id: number; readonly result: unknown }
  | { readonly error: string }

const [sources = "", engine = "", url = "", isExtended] = process.argv.slice(2)
const tell = (told: Told) => process.send?.(told)
const load = (path: string) => import(pathToFileURL(join(sources, path)).href)
/** Loads the factory of a client. The earlier version has one file per driver. */
function loadDriver(store: string, name: string) {
  const paths = [`adapters/${name}-adapter.ts`, `drivers/${name}/${name}-adapter.ts`, `drivers/${name}.ts`]
  const path = paths.find((file) => existsSync(join(sources, "stores", store, file)))
  return load(`stores/${store}/${path}`)
}
const redis = createRequire(new URL("../../stores/redis/", import.meta.url))

type Clients = Readonly<Record<string, (options: object) => Promise<Adapter>>>

const clients: Clients = {
  async pg(options) {
    const { Pool } = await import("pg")
    const { pgAdapter } = await loadDriver("sql", "pg")
    return pgAdapter(new Pool({ connectionString: url, max: 3 }), options)
  },
  async mysql2(options) {
    const { createPool } = await import("mysql2/promise")
    const { mysql2Adapter } = await loadDriver("sql", "mysql2")
    return mysql2Adapter(createPool({ uri: url, connectionLimit: 3 }), options)
  },
  async libsql(options) {
    const { createClient } = await import("@libsql/client")
    const { libsqlAdapter } = await loadDriver("sql", "libsql")
    return libsqlAdapter(createClient({ url }), options)
  },
  async redis(options) {
    const { Redis } = redis("ioredis")
    const { ioredisAdapter } = await loadDriver("redis", "ioredis")
    return ioredisAdapter(new Redis(url), options)
  },
}

async function open(): Promise<Adapter> {
  const { defineSchema, text, date } = await load("index.ts")
  const fields = { role: text({ default: "member" }), joined: date({ default: () => new Date() }) }
  const adapter = await clients[engine]?.(isExtended ? { schema: defineSchema({ user: { fields } }) } : {})
  if (!adapter) throw new Error("There is no client for this engine.")
  if (engine !== "redis" && !isExtended) await (await load("stores/sql/migrate/index.ts")).migrate(adapter)
  return adapter
}

function expectThat(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`Expected: ${what}`)
}

/** One person signs in, is looked up in every way, signs out and is deleted. */
async function liveOnce(adapter: Adapter, nth: number): Promise<void> {
  const name = `${process.pid}-${nth}`
  const [email, sessionToken] = [`${name}@example.com`, `session-${name}`]
  const account = { type: "oauth", provider: "github", providerAccountId: name } as const
  const token = { identifier: email, token: name, expires: new Date(Date.now() + 60_000) }
  await adapter.createVerificationToken(token)
  expectThat((await adapter.useVerificationToken(token)) !== null, "the token is used once")
  const { id } = await adapter.createUser({ email })
  await adapter.linkAccount({ userId: id, ...account })
  await adapter.createSession({ sessionToken, userId: id, expires: token.expires })
  expectThat((await adapter.getSessionAndUser(sessionToken))?.user.id === id, "the session is found")
  expectThat((await adapter.getUserByEmail(email))?.id === id, "the email is found")
  expectThat((await adapter.getUserByAccount(account))?.id === id, "the account is found")
  await adapter.updateUser({ id, name: "Ada" })
  if (nth % 2 === 0) await adapter.deleteSession(sessionToken)
  await adapter.deleteUser(id)
  expectThat((await adapter.getSessionAndUser(sessionToken)) === null, "the session is gone")
  expectThat((await adapter.getUserByEmail(email)) === null, "the user is gone")
}

try {
  const adapter = await open()
  process.on("message", async ({ id, name, args }: Call) => {
    const call = adapter[name] as (...given: readonly unknown[]) => Promise<unknown>
    tell({ id, result: await call(...args) })
  })
  for (let rounds = 0; ; rounds++) {
    tell({ rounds })
    await liveOnce(adapter, rounds)
    // A client that answers at once would leave no time for messages.
    await nextTurn()
  }
} catch (error) {
  const { message, cause } = error as Error
  tell({ error: `${message} ${String(cause)}` })
}
