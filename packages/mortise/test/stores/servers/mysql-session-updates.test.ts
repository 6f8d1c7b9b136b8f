import { createPool, type Pool } from "mariadb"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { type Adapter, date, defineSchema, extras } from "../../../src/index.ts"
import { type MariadbClient, mariadbAdapter } from "../../../src/stores/sql/adapters/mariadb-adapter.ts"
import { mariadb, newDatabase } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someone } from "../../support/people.ts"

const server = openForTests(openMariadb)
let pool: Pool
/** Runs between the next lookup of a session and the delivery of its answer. */
let interference: ((rows: unknown[]) => Promise<unknown>) | undefined
const client: MariadbClient = {
  query: (text) => pool.query(text),
  getConnection: () => pool.getConnection(),
  async execute(query, values) {
    const answer = await pool.execute(query, values)
    const interfere = query.sql.startsWith("SELECT `sessionToken`") ? interference : undefined
    if (!interfere) return answer
    interference = undefined
    await interfere(answer[0])
    return answer
  },
}

beforeAll(async () => {
  const url = await newDatabase(mariadb, server)
  const { hostname: host, port, username: user, password, pathname } = new URL(url)
  pool = createPool({ host, port: Number(port), user, password, database: pathname.slice(1) })
})
afterAll(async () => {
  await pool?.end()
})

const later = new Date(Date.now() + 86_400_000)
const signedIn = async (adapter: Adapter) => {
  const { id: userId } = await adapter.createUser(someone())
  return adapter.createSession({ sessionToken: crypto.randomUUID(), userId, expires: later })
}

describe("a session that changes between the read and the write of an update", () => {
  const adapter = mariadbAdapter(client)
  const longer = new Date(later.getTime() + 1_001)

  test("is returned as stored after it was given to another user", async () => {
    const { sessionToken } = await signedIn(adapter)
    const { id: userId } = await adapter.createUser(someone())
    interference = () =>
      pool.execute("UPDATE sessions SET userId = ? WHERE sessionToken = ?", [userId, sessionToken])
    const updated = await adapter.updateSession({ sessionToken, expires: longer })
    expect(updated).toEqual({ sessionToken, userId, expires: longer })
    expect((await adapter.getSessionAndUser(sessionToken))?.session).toEqual(updated)
  })

  test("is not restored when it was revoked", async () => {
    const { sessionToken } = await signedIn(adapter)
    interference = () => pool.execute("DELETE FROM sessions WHERE sessionToken = ?", [sessionToken])
    expect(await adapter.updateSession({ sessionToken, expires: longer })).toBeNull()
    expect(await adapter.getSessionAndUser(sessionToken)).toBeNull()
  })

  test("is absent when it has expired", async () => {
    const { sessionToken } = await signedIn(adapter)
    interference = () =>
      pool.execute("UPDATE sessions SET expires = '2001-01-01' WHERE sessionToken = ?", [sessionToken])
    expect(await adapter.updateSession({ sessionToken, expires: longer })).toBeNull()
  })

  test("is changed when the lookup was answered by a replica that does not have it yet", async () => {
    const { sessionToken } = await signedIn(adapter)
    interference = async (rows) => rows.splice(0)
    expect(await adapter.updateSession({ sessionToken, expires: longer })).toMatchObject({ expires: longer })
  })

  test("was interfered with each time", () => expect(interference).toBeUndefined())
})

test("a custom column that the database updates automatically is returned with its new value", async () => {
  await pool.query("ALTER TABLE sessions ADD COLUMN seen DATETIME(3) NULL ON UPDATE CURRENT_TIMESTAMP(3)")
  const schema = defineSchema({ session: { fields: { seen: date() } } })
  const adapter = mariadbAdapter(pool as unknown as MariadbClient, { schema })
  const { id: userId } = await adapter.createUser(someone())
  const seen = new Date("2020-02-20T20:20:20.020Z")
  const { sessionToken } = await adapter.createSession({ sessionToken: "own", userId, expires: later, seen })
  const updated = await adapter.updateSession({ sessionToken, expires: new Date(later.getTime() + 2_000) })
  expect(updated?.seen).not.toEqual(seen)
  expect((await adapter.getSessionAndUser(sessionToken))?.session).toEqual(updated)
})

test("the text of a guard is compared byte for byte, although its column ignores case and accents", async () => {
  const adapter = mariadbAdapter(client)
  const { id: userId } = await adapter.createUser(someone())
  const key = { provider: "github", providerAccountId: crypto.randomUUID() }
  await adapter.linkAccount({ ...key, userId, type: "oauth", refresh_token: "Zoé", access_token: "a" })
  const change = (refresh_token: string) =>
    extras(adapter)?.updateAccount?.({ ...key, scope: refresh_token }, { refresh_token, access_token: "a" })
  for (const text of ["zoé", "Zoe", "Zoé ", "ZOÉ"])
    expect(await change(text), text).toEqual({ ok: false, reason: "refused" })
  expect(await change("Zoé")).toMatchObject({ row: { scope: "Zoé" } })
})
