import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import type { Server } from "../../../../workshop/src/servers/server.ts"
import { dateStorages } from "../../../src/contract/fields.ts"
import { defineSchema, extras, type Schema, type SqlAdapter, upkeep } from "../../../src/index.ts"
import { inspect, migrate } from "../../../src/stores/sql/migrate/index.ts"
import type { SqlOptions } from "../../../src/stores/sql/sql-adapter.ts"
import { mysql2, pg } from "../../support/engines.ts"
import { someone } from "../../support/people.ts"
import { client as libsql } from "../sqlite/clients/libsql.ts"

type Opened = { adapter(options?: SqlOptions): SqlAdapter; close(): unknown }

const servers: Server[] = []
let openOn: Readonly<Record<string, () => Promise<Opened>>>

beforeAll(async () => {
  // The time zone of MariaDB is one of the server, so it is not a server that other tests use.
  const mariadb = await startMariadb({ settings: ["--default-time-zone=+05:30"] })
  const postgres = await pg.serve()
  servers.push(postgres, mariadb)
  openOn = {
    PostgreSQL: async () => {
      const url = await postgres.database()
      const name = new URL(url).pathname.slice(1)
      await pg.execute(url, `ALTER DATABASE ${name} SET TimeZone = 'America/New_York'`)
      return pg.connect(url)
    },
    MariaDB: async () => mysql2.connect(await mariadb.database()),
    SQLite: () => libsql.open(":memory:"),
  }
})
afterAll(async () => {
  for (const server of servers) await server.close()
})

// In order. The texts of their milliseconds have different lengths and signs.
const dates = [
  "0001-01-01T00:00:03.000Z",
  "1815-12-10T12:00:00.001Z",
  "1969-12-31T23:59:58.999Z",
  "1970-01-01T00:00:00.000Z",
  "1970-01-01T00:00:09.999Z",
  "2001-09-09T01:46:39.999Z",
  "2001-09-09T01:46:40.000Z",
  "2026-03-08T02:30:05.678Z",
  "2026-11-01T01:30:00.120Z",
  "2286-11-20T17:46:40.000Z",
  "9999-12-31T23:59:59.999Z",
].map((text) => new Date(text))

describe.each(["PostgreSQL", "MariaDB", "SQLite"])("dates on %s", (engine) => {
  test.each(dateStorages)("stored as %s are exact, and are compared in their order", async (storage) => {
    const { adapter: make, close } = await (openOn[engine] as () => Promise<Opened>)()
    let now = 0
    const schema: Schema = defineSchema({ dates: storage })
    const adapter = make({ schema, now: () => now })
    await migrate(adapter)
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    const stored = (date: Date) =>
      storage === "seconds" ? new Date(Math.floor(date.getTime() / 1000) * 1000) : date
    const { id: userId } = await adapter.createUser({ ...someone(), emailVerified: dates[1] as Date })
    expect((await adapter.getUser(userId))?.emailVerified).toEqual(stored(dates[1] as Date))

    for (const [nth, expires] of dates.entries()) {
      const session = { sessionToken: `s${nth}`, userId, expires: stored(expires) }
      expect(await adapter.createSession({ ...session, expires })).toEqual(session)
    }
    for (const [nth, expires] of dates.entries()) {
      const time = stored(expires).getTime()
      // A guard `>` refuses the session at its expiry, and not a moment before.
      now = time - 1
      expect(await adapter.updateSession({ sessionToken: `s${nth}`, expires })).toMatchObject({
        expires: stored(expires),
      })
      // A guard `=` matches the stored date only.
      const change = { sessionToken: `s${nth}`, from: expires, to: expires }
      expect(await extras(adapter)?.extendSession?.(change)).toMatchObject({
        row: { expires: stored(expires) },
      })
      const other = { ...change, from: new Date(time - 2000) }
      expect(await extras(adapter)?.extendSession?.(other)).toEqual({ ok: false, reason: "refused" })
      expect(await upkeep(adapter)?.sweep({ now: new Date(time - 1) })).toBe(0)
      expect(await upkeep(adapter)?.sweep({ now: new Date(time) })).toBe(1)
    }
    await close()
  })
})

test("a text in another form is read as an invalid date", async () => {
  const { adapter: make, all, close } = await libsql.open(":memory:")
  for (const [dates, text] of [
    ["iso", "2026-01-02T03:04:05Z"],
    ["iso", "2026-01-02 03:04:05.678Z"],
    ["iso", "2026-02-30T03:04:05.678Z"],
    ["iso", "2026-01-02T03:04:05.678+00:00"],
    ["iso_offset", "2026-01-02T03:04:05.678Z"],
    ["iso_offset", "2026-01-02T03:04:05.678+01:00"],
    ["milliseconds", "2026-01-02T03:04:05.678Z"],
  ] as const) {
    const adapter = make({ schema: defineSchema({ dates, prefix: `t${crypto.randomUUID()}_` }) })
    await migrate(adapter)
    const { id } = await adapter.createUser({ ...someone(), emailVerified: new Date(0) })
    const [table] = (
      await all("SELECT name FROM sqlite_master WHERE name LIKE '%users' ORDER BY rowid DESC")
    )[0] as [string]
    await all(`UPDATE "${table}" SET "emailVerified" = '${text}'`)
    await expect(adapter.getUser(id)).rejects.toMatchObject({ code: "corrupt" })
  }
  await close()
})
