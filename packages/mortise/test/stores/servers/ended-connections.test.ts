import { Client } from "pg"
import { describe, expect, test } from "vitest"
import { startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mariadb, mysql2, newDatabase, pg, postgresJs } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone, someToken } from "../../support/people.ts"
import { disconnectFrom } from "./support/disconnect.ts"

const ofBlocked = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on("error", () => {})
  await client.connect()
  return client
}

const server = openForTests(startPostgres)

describe.each([pg, postgresJs])("a server that ends connections of $name with a FATAL error", (engine) => {
  const open = async () => {
    const url = await newDatabase(engine, server)
    const { adapter, close } = engine.connect(url, 1)
    return { url, admin: await connect(url), adapter: adapter(), close }
  }

  test("57P01: the write that waits for the connection is sent on another one", async () => {
    const { url, admin, adapter, close } = await open()
    for (let round = 0; round < 5; round++) {
      const locker = await connect(url)
      await locker.query("BEGIN")
      await locker.query("LOCK TABLE users")
      const ended = failure(adapter.createUser(someone()), "indeterminate")
      const waiting = adapter.createVerificationToken(someToken())
      await expect
        .poll(async () => (await admin.query(`SELECT pid ${ofBlocked}`)).rowCount, { timeout: 20_000 })
        .toBe(1)
      await admin.query(`SELECT pg_terminate_backend(pid) ${ofBlocked}`)
      await ended
      expect(await waiting).toMatchObject({ identifier: expect.any(String) })
      await locker.end()
    }
    await admin.end()
    await close()
  })

  test("57P03: during a shutdown nothing is sent, and calls succeed after the restart", async () => {
    const { url, admin, adapter, close } = await open()
    // A smart shutdown: open connections stay, and new ones are refused. The statement itself may fail: what counts is
    // that the server refuses connections.
    await admin.query("COPY (SELECT) TO PROGRAM 'kill -TERM $(head -n 1 postmaster.pid)'").catch(() => {})
    await expect.poll(() => connect(url).catch(({ code }) => code), { timeout: 20_000 }).toBe("57P03")
    const { cause } = await failure(adapter.createUser(someone()), "unavailable")
    expect(String(cause)).toContain("57P03")
    await admin.end()
    await server.stop()
    await server.start()
    expect(await adapter.createUser(someone())).toMatchObject({ emailVerified: null })
    await close()
  })
})

describe.each([pg, postgresJs, mysql2, mariadb])(
  "connections of $name that end while they are idle",
  (engine) => {
    const server = openForTests(engine.serve)

    test("are replaced at the next call", async () => {
      const url = await newDatabase(engine, server)
      const client = engine.connect(url, 3)
      const adapter = client.adapter()
      const { user, session } = await signIn(adapter)
      const lookUp = () => adapter.getSessionAndUser(session.sessionToken)
      const calls: readonly (() => Promise<unknown>)[] = [lookUp, () => adapter.createUser(someone())]
      for (const call of calls) {
        await Promise.all([1, 2, 3, 4, 5, 6].map(() => adapter.createUser(someone())))
        await disconnectFrom(engine, url)
        await new Promise((resolve) => setTimeout(resolve, 100))
        const expected =
          call === lookUp ? { session, user } : expect.objectContaining({ emailVerified: null })
        expect(await Promise.all([1, 2, 3, 4, 5, 6].map(() => call()))).toEqual(
          [1, 2, 3, 4, 5, 6].map(() => expected),
        )
      }
      await client.close()
    })
  },
)
