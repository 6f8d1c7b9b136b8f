import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { contractAuthNames, type StoreName } from "../../../../playground/protocol.ts"
import { type Playground, startPlayground } from "../../../../playground/server/start-playground.ts"
import { openMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import type { Server } from "../../../workshop/src/servers/server.ts"
import { command, openStream, visitorOf } from "./support.ts"

const stores: readonly StoreName[] = ["sqlite", "memory", "pglite", "postgres", "mariadb"]
let playground: Playground
let servers: Server[]
let urls: string[]

beforeAll(async () => {
  servers = await Promise.all([openPostgres(), openMariadb()])
  urls = await Promise.all(servers.map((server) => server.database()))
  const [postgresUrl = "", mariadbUrl = ""] = urls
  playground = await startPlayground({ port: 0, postgresUrl, mariadbUrl })
})
afterAll(async () => {
  await playground?.close()
  await expectNothingLeft()
  await Promise.all(servers?.map((server) => server.close()) ?? [])
})

/** The playground has deleted its schema on PostgreSQL. */
async function expectNothingLeft(): Promise<void> {
  const client = new Client({ connectionString: urls[0] })
  await client.connect()
  const { rows } = await client.query(
    "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'mortise_playground_%'",
  )
  await client.end()
  expect(rows).toEqual([])
}

describe.each(stores)("on %s", (store) => {
  beforeAll(() => command(playground.origin, "store", { store }))

  test.each(contractAuthNames)("a person signs in by link and by OpenID through %s", async (auth) => {
    const { origin } = playground
    await command(origin, "auth", { auth })
    const stream = await openStream(origin)
    expect(await stream.snapshot()).toMatchObject({ auth, store: { name: store, isDown: false } })
    const email = `mary-${auth}@example.com`
    const visitor = visitorOf(origin, auth)

    expect(await visitor.call("email", { email })).toMatchObject({ ok: true })
    const { message } = await stream.next("message", ({ message }) => message.to === email)
    await visitor.follow(`/inbox/${message.id}`)
    expect(await visitor.call("session")).toMatchObject({ ok: true, user: { email } })
    const taken = stream.events.flatMap((event) =>
      event.type === "transition" ? [event.transition.name] : [],
    )
    expect(taken).toEqual(["request", "follow", "verify", "signInByLink"])
    expect(await visitor.call("sign-out", {})).toMatchObject({ ok: true })
    expect(await visitor.call("session")).toEqual({ ok: true, user: null })

    const login = auth === "authjs" ? "ada" : "grace"
    await visitor.signInAtProvider(login)
    expect(await visitor.call("session")).toMatchObject({ user: { email: `${login}@acme.example` } })
    const { operation } = await stream.next("operation", ({ operation: { operation, result } }) =>
      Boolean(result && ["linkAccount", "signUp"].includes(operation)),
    )
    expect(operation).toMatchObject({
      verb: "insert",
      result: { outcome: "stored", milliseconds: expect.any(Number) },
    })
    expect(operation.statements.length > 0).toBe(store !== "memory")
    await stream.next("tables", ({ tables }) => tables[1]?.count === (auth === "authjs" ? 1 : 2))
  })
  // It needs SQL.
  if (store === "memory") return
  test("a person signs in by link through Better Auth", async () => {
    const { origin } = playground
    expect(await command(origin, "auth", { auth: "better-auth" })).toEqual({ ok: true })
    const stream = await openStream(origin)
    const visitor = visitorOf(origin, "better-auth")
    await visitor.call("email", { email: "mary@example.com" })
    const { message } = await stream.next("message")
    const signedIn = await command(origin, "follow", { messageId: message.id, times: 8 })
    expect(signedIn).toEqual({ ok: true, result: { times: 8, signedIn: 1 } })
    const { tables } = await stream.next("tables", (event) => event.tables[1]?.count === 1)
    expect(tables.map(({ name }) => name)).toEqual(["user", "session", "account", "verification"])
  })
})
