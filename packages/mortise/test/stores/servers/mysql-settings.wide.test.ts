import { fork } from "node:child_process"
import { once } from "node:events"
import { createPool as createMariadbPool } from "mariadb"
import { createPool } from "mysql2/promise"
import { describe, expect, test } from "vitest"
import { startMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { type Adapter, extras, upkeep } from "../../../src/index.ts"
import { mariadbAdapter } from "../../../src/stores/sql/adapters/mariadb-adapter.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { inspect } from "../../../src/stores/sql/migrate/index.ts"
import { mariadb, mysql2, mysql2AsMysql, newDatabase, posingAsMysql } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someAccount, someone, somePasskey } from "../../support/people.ts"

// An offset from UTC that is not a whole number of hours.
const server = openForTests(() => startMariadb({ settings: ["--default-time-zone=+05:30"] }))

const database = async () => {
  const url = await newDatabase(mysql2, server)
  return url
}

type Opened = { adapter: Adapter; close(): Promise<unknown> }
const onMysql2 = (url: string, options: object, as = mysql2): Opened => {
  const pool = createPool({ uri: url, ...options })
  const adapter = mysql2Adapter(as === mysql2AsMysql ? posingAsMysql(pool) : pool)
  return { adapter, close: () => pool.end() }
}
const onMariadb = (url: string, options: object): Opened => {
  const { hostname: host, port, username: user, pathname } = new URL(url)
  const pool = createMariadbPool({ host, port: Number(port), user, database: pathname.slice(1), ...options })
  return { adapter: mariadbAdapter(pool), close: () => pool.end() }
}

describe.each([mysql2, mysql2AsMysql, mariadb])("through $name", (engine) => {
  test("keys differ by case, accents, trailing spaces and byte order marks", async () => {
    const client = engine.connect(await database())
    const adapter = client.adapter()
    const { id } = await adapter.createUser(someone())
    const ids = ["a", "A", "á", "a\u0301", "a ", "a  ", "\uFEFFa", "ａ", "ß", "ss", "😀", "😁"]
    for (const each of ids)
      await adapter.linkAccount({ ...someAccount(id), provider: "p", providerAccountId: each })
    for (const each of ids)
      expect(await adapter.getAccount(each, "p")).toMatchObject({ providerAccountId: each })
    expect(await adapter.getAccount("a   ", "p")).toBeNull()
    await client.close()
  })

  test("a refresh token that differs by case or a trailing space does not match", async () => {
    const client = engine.connect(await database())
    const adapter = client.adapter()
    const { id } = await adapter.createUser(someone())
    const { provider, providerAccountId } = await adapter.linkAccount({
      ...someAccount(id),
      refresh_token: "Secret",
    })
    const { updateAccount } = extras(adapter) ?? {}
    const changed = { provider, providerAccountId, refresh_token: "next" }
    for (const refresh_token of ["secret", "Secret ", "SECRET"])
      expect(await updateAccount?.(changed, { refresh_token })).toEqual({ ok: false, reason: "refused" })
    expect(await updateAccount?.(changed, { refresh_token: "Secret" })).toMatchObject({ row: changed })
    await client.close()
  })

  test("64 KiB of four-byte characters are read back unchanged", async () => {
    const client = engine.connect(await database())
    const adapter = client.adapter()
    const { id } = await adapter.createUser(someone())
    const long = "😀".repeat(16 * 1024)
    const account = { ...someAccount(id), access_token: long, scope: long.slice(0, 2) }
    await adapter.linkAccount(account)
    expect(await adapter.getAccount(account.providerAccountId, account.provider)).toEqual(account)
    await client.close()
  })

  test("pages and sweeps have the requested size", async () => {
    const client = engine.connect(await database())
    const adapter = client.adapter()
    const { id: userId } = await adapter.createUser(someone())
    for (let nth = 0; nth < 7; nth++)
      await adapter.createSession({ sessionToken: `s${nth}`, userId, expires: new Date(1000 + nth) })
    expect((await upkeep(adapter)?.page("session", { limit: 3 }))?.rows).toHaveLength(3)
    expect(await upkeep(adapter)?.sweep({ limit: 5 })).toBe(5)
    expect(await upkeep(adapter)?.count("session")).toBe(2)
    await client.close()
  })
})

const settings: Record<string, (url: string) => Opened> = {
  "mysql2 that counts rows found": (url) => onMysql2(url, {}),
  "mysql2 that counts rows changed": (url) => onMysql2(url, { flags: ["-FOUND_ROWS"] }),
  "mysql2 that counts rows changed, as on MySQL": (url) =>
    onMysql2(url, { flags: ["-FOUND_ROWS"] }, mysql2AsMysql),
  "mysql2 with dates in local time, big numbers as text and named placeholders": (url) =>
    onMysql2(url, {
      timezone: "-08:00",
      dateStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: true,
      namedPlaceholders: true,
    }),
  "mysql2 without type casts": (url) => onMysql2(url, { typeCast: false }),
  "mysql2 with a custom type cast": (url) =>
    onMysql2(url, { typeCast: (field: { string(): string | null }) => field.string() }),
  "mariadb that counts rows found": (url) => onMariadb(url, {}),
  "mariadb that counts rows changed": (url) => onMariadb(url, { foundRows: false }),
  "mariadb without pipelining": (url) => onMariadb(url, { pipelining: false, connectionLimit: 1 }),
  "mariadb with every option for answers changed": (url) =>
    onMariadb(url, {
      timezone: "-08:00",
      dateStrings: true,
      bigIntAsNumber: true,
      insertIdAsNumber: true,
      namedPlaceholders: true,
      metaAsArray: true,
      nestTables: true,
    }),
}

describe.each(Object.entries(settings))("%s", (_, open) => {
  test("an update that changes nothing succeeds", async () => {
    const { adapter, close } = open(await database())
    const user = await adapter.createUser(someone())
    expect(await adapter.updateUser({ id: user.id, name: user.name })).toEqual(user)
    const passkey = await adapter.createAuthenticator({ ...somePasskey(user.id), counter: 5 })
    expect(await adapter.updateAuthenticatorCounter(passkey.credentialID, 5)).toEqual(passkey)
    await expect(adapter.updateAuthenticatorCounter(passkey.credentialID, 4)).rejects.toMatchObject({
      code: "counter_regression",
    })
    await expect(adapter.updateUser({ id: "nobody", name: "x" })).rejects.toMatchObject({
      code: "not_found",
    })
    await close()
  })

  test("an update returns the new row, although the old row was read before", async () => {
    const { adapter, close } = open(await database())
    const { id } = await adapter.createUser(someone())
    await adapter.getUser(id)
    expect(await adapter.updateUser({ id, name: "after" })).toMatchObject({ name: "after" })
    await close()
  })

  test("dates are stored to the millisecond, even when clocks are set back", async () => {
    const { adapter, close } = open(await database())
    const { id: userId } = await adapter.createUser(someone())
    for (const time of ["2038-01-19T03:14:08.001Z", "2030-10-27T00:30:00.999Z", "2030-10-27T01:30:00.999Z"]) {
      const session = { sessionToken: time, userId, expires: new Date(time) }
      expect(await adapter.createSession(session)).toEqual(session)
      expect((await adapter.getSessionAndUser(time))?.session).toEqual(session)
    }
    await close()
  })
})

test("SEC-U2 a TIMESTAMP is refused at first use where the zone of the connection is not UTC", async () => {
  const url = await database()
  await mysql2.execute(url, "ALTER TABLE sessions MODIFY expires TIMESTAMP(3) NOT NULL")
  const { adapter, close } = onMysql2(url, {})
  const { message, model, fields } = await failure(adapter.createUser(someone()), "not_migrated")
  expect([model, fields]).toEqual(["session", ["expires"]])
  expect(message).toContain("sessions.expires is a TIMESTAMP, so dates would shift")
  await mysql2.execute(url, ...((await inspect(adapter)).findings[0]?.fix ?? []))
  await adapter.createUser(someone())
  await close()
})

test.each(["Asia/Kolkata", "America/St_Johns"])(
  "a process in %s reads the date that this one stored",
  async (TZ) => {
    const url = await database()
    const { adapter, close } = onMysql2(url, {})
    const { id: userId } = await adapter.createUser(someone())
    const session = { sessionToken: "here", userId, expires: new Date("2030-03-31T01:30:00.123Z") }
    await adapter.createSession(session)
    for (const name of ["mysql2", "mariadb"]) {
      const child = fork(new URL("./support/reader.ts", import.meta.url), [name, url, "here"], {
        execArgv: ["--import", "tsx"],
        env: { ...process.env, TZ },
      })
      const [expires] = await once(child, "message")
      expect(expires).toBe("2030-03-31T01:30:00.123Z")
      await once(child, "exit")
    }
    await close()
  },
)
