import { afterEach, describe, expect, test } from "vitest"
import { loadNeon } from "../../../../workshop/src/neon/load-neon.ts"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { neon } from "../../../src/sql/drivers/neon/neon-client.ts"
import { statement } from "../../../src/sql/statement.ts"
import { neonAdapter } from "../../../src/stores/sql/adapters/neon-adapter.ts"
import { inspect, migrate } from "../../../src/stores/sql/migrate/index.ts"
import { newDatabase, pg } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someAccount, someone, someSession, someToken } from "../../support/people.ts"
import { endpoint, neonEngines, neonHttp, neonPool, openNeon, proxy as webSockets } from "./engines.ts"

const server = openForTests(pg.serve)
const { neonConfig } = await loadNeon()

describe("over HTTP", () => {
  const open = async () => neonHttp.connect(await newDatabase(pg, server)).adapter()

  test("every lookup and every write of a row is one request with one statement", async () => {
    const adapter = await open()
    const { user, session } = await signIn(adapter)
    const account = someAccount(user.id)
    const token = someToken()
    const calls = [
      () => adapter.linkAccount(account),
      () => adapter.getSessionAndUser(session.sessionToken),
      () => adapter.getUser(user.id),
      () => adapter.getUserByEmail(user.email),
      () => adapter.getUserByAccount(account),
      () => adapter.updateUser({ id: user.id, name: "Ada" }),
      () => adapter.updateSession({ sessionToken: session.sessionToken, expires: new Date(9e12) }),
      () => adapter.createVerificationToken(token),
      () => adapter.useVerificationToken(token),
      () => adapter.createSession(someSession(user.id)),
      () => adapter.deleteSession(session.sessionToken),
      () => adapter.unlinkAccount(account),
      () => adapter.deleteUser(user.id),
    ]
    for (const call of calls) {
      endpoint.requests.length = 0
      await call()
      expect(endpoint.requests, String(call)).toEqual([1])
    }
  })

  test("migrate creates the tables, in transactions of several statements", async () => {
    const adapter = neonAdapter(openNeon(await server.database()))
    endpoint.requests.length = 0
    await migrate(adapter)
    expect(Math.max(...endpoint.requests)).toBeGreaterThan(1)
    expect((await inspect(adapter)).ok).toBe(true)
    const { user } = await signIn(adapter)
    expect((await adapter.getUser(user.id))?.id).toBe(user.id)
  })

  test("a batch that fails at its last statement changes nothing", async () => {
    const url = await newDatabase(pg, server)
    const { batch } = neon.getDriver(openNeon(url))
    const insert = statement("INSERT INTO users (id, email) VALUES ($1, $2)")
    const steps = [
      ["a", "a@example.com"] as const,
      ["b", "b@example.com"] as const,
      ["a", "c@example.com"] as const,
    ]
    await expect(batch(steps.map((values) => [insert, values]))).rejects.toMatchObject({ code: "23505" })
    expect(await neonAdapter(openNeon(url)).getUser("b")).toBeNull()
  })

  test("a batch that would have to end early is refused", async () => {
    const { batch } = neon.getDriver(openNeon(await newDatabase(pg, server)))
    const locking = statement("SELECT id FROM users FOR UPDATE")
    await expect(
      (async () =>
        batch([
          [locking, []],
          [locking, []],
        ]))(),
    ).rejects.toThrow("cannot end a transaction early")
  })

  test.each([
    ["a status of 500", 500, "internal", "indeterminate"],
    ["an answer that is cut", 200, '{"fields', "indeterminate"],
    ["an error without a code", 400, '{"message":"connection closed"}', "indeterminate"],
    ["an unknown endpoint", 404, "not found", "unavailable"],
    ["a refused password", 400, '{"message":"password authentication failed","code":"28P01"}', "unavailable"],
    ["a read-only replica", 400, '{"message":"read-only","code":"25006"}', "readonly"],
  ] as const)("a write ends after %s", async (_, status, body, code) => {
    const adapter = await open()
    await signIn(adapter)
    endpoint.answerNext(status, body)
    await failure(adapter.createUser(someone()), code)
  })

  test("what was not run is repeated", async () => {
    const adapter = await open()
    const { session } = await signIn(adapter)
    endpoint.answerNext(429, "slow down")
    await adapter.createUser(someone())
    endpoint.answerNext(400, '{"message":"could not serialize","code":"40001"}')
    await adapter.createUser(someone())
    endpoint.answerNext(502, "")
    expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
  })

  test("errors of the database have Mortise's codes", async () => {
    const adapter = await open()
    const { user } = await signIn(adapter)
    const error = await failure(adapter.createUser({ ...someone(), email: user.email }), "conflict")
    expect(error.fields).toEqual(["email"])
    await failure(adapter.createSession(someSession("nobody")), "not_found")
    const empty = neonAdapter(openNeon(await server.database()))
    expect((await failure(empty.getUser("x"), "not_migrated")).message).toContain("run migrate(adapter)")
  })
})

describe("over HTTP, through a proxy that fails", () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>
  const open = async (options?: { timeoutSeconds: number }) => {
    proxy = await startProxy(endpoint.port)
    neonConfig.fetchEndpoint = () => `http://127.0.0.1:${proxy.port}/sql`
    const adapter = neonAdapter(openNeon(await newDatabase(pg, server)), options)
    return { adapter, ...(await signIn(adapter)) }
  }
  afterEach(async () => {
    neonConfig.fetchEndpoint = () => endpoint.url
    await proxy.close()
  })

  test("a write whose answer is lost is applied once and indeterminate, and a lookup is repeated", async () => {
    const { adapter, session } = await open()
    const given = someone()
    proxy.loseAnswer()
    await failure(adapter.createUser(given), "indeterminate")
    expect((await adapter.getUserByEmail(given.email))?.email).toBe(given.email)
    proxy.loseAnswer()
    expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
    proxy.loseAnswer()
    await failure(adapter.deleteSession(session.sessionToken), "indeterminate")
    expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
  })

  test("a call ends at its deadline, and its request with it", async () => {
    const { adapter, session } = await open({ timeoutSeconds: 0.5 })
    proxy.freeze()
    await failure(adapter.getSessionAndUser(session.sessionToken), "transient")
    await failure(adapter.deleteSession(session.sessionToken), "indeterminate")
    proxy.thaw()
    expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
  })

  test("calls fail as unavailable if nothing listens at the address", async () => {
    await open()
    const closed = proxy.port
    neonConfig.fetchEndpoint = () => `http://127.0.0.1:${closed}/sql`
    await proxy.close()
    const adapter = neonAdapter(openNeon("postgres://a@localhost/b"))
    const error = await failure(adapter.getUser("x"), "unavailable")
    expect(error.message).toContain("No server accepts connections")
  })
})

test("a pool whose connections are cut works again", async () => {
  const { adapter: over, close } = neonPool.connect(await newDatabase(pg, server))
  const adapter = over()
  const { session } = await signIn(adapter)
  webSockets.cut()
  expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
  expect((await adapter.createUser(someone())).id).toBeDefined()
  await close()
})

test.each(neonEngines)("a function may return the client: $name", async ({ name }) => {
  const url = await newDatabase(pg, server)
  const isHttp = name === neonHttp.name
  const { Pool } = await loadNeon()
  const pool = new Pool({ connectionString: url.replace("postgres@", "postgres:none@") })
  const sql = openNeon(url)
  let calls = 0
  const adapter = neonAdapter(async () => {
    calls++
    return isHttp ? sql : pool
  })
  expect(calls).toBe(0)
  const { session } = await signIn(adapter)
  expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
  expect(calls).toBeGreaterThan(2)
  await pool.end()
})
