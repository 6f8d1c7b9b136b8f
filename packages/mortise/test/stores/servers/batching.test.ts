import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { describe, expect, test } from "vitest"
import { inFullRun } from "../../../../workshop/src/tests/tier.ts"
import type { Adapter } from "../../../src/index.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { type Engine, mariadb, mysql2, newDatabase, pg, postgresJs } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone, someSession } from "../../support/people.ts"

function describeBatching(engines: readonly [Engine, ...Engine[]]): void {
  const server = openForTests(engines[0].serve)

  describe.each(engines)("lookups through $name", (engine) => {
    async function open() {
      const url = await newDatabase(engine, server)
      const client = engine.connect(url)
      const adapter = client.adapter()
      const user = await adapter.createUser(someone())
      const sessions = await Promise.all(
        Array.from({ length: 300 }, () => adapter.createSession(someSession(user.id))),
      )
      return { client, adapter, user, sessions }
    }

    test("made concurrently all find their own session, in far fewer statements", async () => {
      const { client, user, sessions } = await open()
      const sent: string[] = []
      const adapter = client.adapter({ onStatement: (text) => sent.push(text) })
      await adapter.getSessionAndUser("none")
      sent.length = 0
      const found = await Promise.all([
        ...sessions.map(({ sessionToken }) => adapter.getSessionAndUser(sessionToken)),
        adapter.getSessionAndUser("none"),
      ])
      expect(found).toEqual([...sessions.map((session) => ({ session, user })), null])
      expect(sent.length).toBeLessThan(20)
      await client.close()
    })

    test("of users made concurrently all find their own user, in far fewer statements", async () => {
      const { client, adapter: writer } = await open()
      const users = await Promise.all(Array.from({ length: 100 }, () => writer.createUser(someone())))
      for (const options of [{}, { timeoutSeconds: 60 }]) {
        const sent: string[] = []
        const adapter = client.adapter({ ...options, onStatement: (text) => sent.push(text) })
        await adapter.getUser("none")
        sent.length = 0
        const found = await Promise.all([
          ...users.map(({ id }) => adapter.getUser(id)),
          adapter.getUser("none"),
        ])
        expect(found).toEqual([...users, null])
        expect(sent.length).toBeLessThan(20)
      }
      await client.close()
    })

    test("of one session return separate objects", async () => {
      const { client, adapter, user, sessions } = await open()
      const [session] = sessions
      const found = await Promise.all(
        Array.from({ length: 40 }, () => adapter.getSessionAndUser(session?.sessionToken ?? "")),
      )
      for (const one of found) {
        expect(one).toEqual({ session, user })
        one?.session.expires.setTime(0)
        Object.assign(one?.user ?? {}, { name: "changed" })
      }
      expect(new Set(found.map((one) => one?.user)).size).toBe(40)
      await client.close()
    })

    test("never find a session that was deleted before the call, under load", async () => {
      const { client, adapter, sessions } = await open()
      let isOver = false
      const load = Array.from({ length: 24 }, async (_, nth) => {
        for (let turn = nth; !isOver; turn++)
          await adapter.getSessionAndUser(sessions[turn % 100]?.sessionToken ?? "")
      })
      const seen: unknown[] = []
      for (const { sessionToken } of sessions.slice(100)) {
        await adapter.deleteSession(sessionToken)
        seen.push(...(await Promise.all([0, 1, 2].map(() => adapter.getSessionAndUser(sessionToken)))))
      }
      isOver = true
      await Promise.all(load)
      expect(seen).toEqual(seen.map(() => null))
      await client.close()
    })

    test("do not delay writes, and writes do not delay them", async () => {
      const { client, adapter, user, sessions } = await open()
      const outcomes = await Promise.all([
        ...sessions.map(({ sessionToken }) => adapter.getSessionAndUser(sessionToken)),
        ...Array.from({ length: 60 }, () => adapter.createSession(someSession(user.id))),
        ...Array.from({ length: 60 }, (_, nth) => adapter.updateUser({ id: user.id, name: `n${nth}` })),
      ])
      expect(outcomes.every(Boolean)).toBe(true)
      await client.close()
    })
  })
}

describe("on PostgreSQL", () => describeBatching([pg, ...inFullRun([postgresJs])]))
describe("on MariaDB", () => describeBatching([mysql2, ...inFullRun([mariadb])]))

describe("adapters made for every request share their batches", () => {
  const lookUp = async (makeAdapter: () => Adapter) => {
    const { user, session } = await signIn(makeAdapter())
    const found = await Promise.all(
      Array.from({ length: 200 }, () => makeAdapter().getSessionAndUser(session.sessionToken)),
    )
    expect(found).toEqual(found.map(() => ({ session, user })))
  }

  test("pg", async () => {
    const server = await pg.serve()
    const url = await newDatabase(pg, server)
    const pool = new Pool({ connectionString: url })
    let statements = 0
    pool.on("acquire", () => statements++)
    await lookUp(() => pgAdapter(pool))
    expect(statements).toBeLessThan(20)
    await pool.end()
    await server.close()
  })

  test("mysql2", async () => {
    const server = await mysql2.serve()
    const url = await newDatabase(mysql2, server)
    const pool = createPool(url)
    let statements = 0
    pool.on("acquire", () => statements++)
    await lookUp(() => mysql2Adapter(pool))
    expect(statements).toBeLessThan(20)
    await pool.end()
    await server.close()
  })
})
