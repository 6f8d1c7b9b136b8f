import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { startMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import type { OwnServer } from "../../../../workshop/src/servers/server.ts"
import { type Adapter, MortiseError } from "../../../src/index.ts"
import { type Engine, mariadb, mysql2, newDatabase, pg, postgresJs } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone } from "../../support/people.ts"

const SECOND = 1000

/** Fails a call that hangs. */
async function inTime<T>(call: Promise<T>): Promise<T> {
  const ending = new AbortController()
  const hang = sleep(20 * SECOND, undefined, { signal: ending.signal }).then(() => {
    throw new Error("The call hangs")
  })
  hang.catch(() => {})
  try {
    return await Promise.race([call, hang])
  } finally {
    ending.abort()
  }
}

/** Callers that create users and look up sessions until they are stopped. */
function load(adapter: Adapter, sessionToken: string) {
  const acknowledged: string[] = []
  const surprises: unknown[] = []
  let isOver = false
  const caller = async (call: () => Promise<void>) => {
    while (!isOver)
      await inTime(call()).catch(async (error: unknown) => {
        if (!(error instanceof MortiseError)) surprises.push(error)
        await sleep(5)
      })
  }
  const callers = [
    ...Array.from({ length: 8 }, () =>
      caller(async () => {
        acknowledged.push((await adapter.createUser(someone())).id)
      }),
    ),
    ...Array.from({ length: 4 }, () =>
      caller(async () => {
        if (!(await adapter.getSessionAndUser(sessionToken))) surprises.push("the session was not found")
      }),
    ),
  ]
  const stop = async () => {
    isOver = true
    await Promise.all(callers)
    return { acknowledged, surprises }
  }
  return { acknowledged, stop }
}

/** The time until a lookup and a write succeed. */
async function recovery(adapter: Adapter, id: string): Promise<number> {
  const start = performance.now()
  const again = async (call: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        await inTime(call())
        return
      } catch (error) {
        if (!(error instanceof MortiseError)) throw error
      }
      await sleep(5)
    }
  }
  await again(() => adapter.getUser(id))
  await again(() => adapter.createUser(someone()))
  return performance.now() - start
}

function describeKills(start: () => Promise<OwnServer>, engines: readonly Engine[]): void {
  const server = openForTests(start)

  const open = async (engine: Engine) => {
    const url = await newDatabase(engine, server)
    const client = engine.connect(url)
    const adapter = client.adapter()
    return { client, adapter, ...(await signIn(adapter)) }
  }

  test.each(engines)(
    "SEC-N5 killed under the load of $name, the server loses nothing and no call hangs",
    async (engine) => {
      const { client, adapter, user, session } = await open(engine)
      const running = load(adapter, session.sessionToken)
      await expect.poll(() => running.acknowledged.length, { timeout: 20 * SECOND }).toBeGreaterThan(100)
      await server.kill()
      await sleep(500)
      await server.start()
      // Far below the 20 seconds that a client waits on its own, and enough for a busy machine.
      expect(await recovery(adapter, user.id)).toBeLessThan(8 * SECOND)
      const { acknowledged, surprises } = await running.stop()
      expect(surprises).toEqual([])
      const found = await Promise.all(acknowledged.map((id) => adapter.getUser(id)))
      expect(found.filter((each) => each === null)).toEqual([])
      await client.close()
    },
  )

  test.each(engines)(
    "killed while the pool of $name is idle, the server is reached again",
    async (engine) => {
      const { client, adapter, user, session } = await open(engine)
      await Promise.all(Array.from({ length: 30 }, () => adapter.getUser(user.id)))
      await server.kill()
      await sleep(200)
      await server.start()
      // Far below the 20 seconds that a client waits on its own, and enough for a busy machine.
      expect(await recovery(adapter, user.id)).toBeLessThan(8 * SECOND)
      expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
      await client.close()
    },
  )
}

describe("PostgreSQL with durable settings", () => {
  describeKills(() => startPostgres({ durable: true }), [pg, postgresJs])
})
describe("MariaDB with durable settings", () => {
  describeKills(() => startMariadb({ durable: true }), [mysql2, mariadb])
})
