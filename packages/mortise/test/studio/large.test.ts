import { expect, test } from "vitest"
import { date, defineSchema } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../support/databases.ts"
import { openStudio, signIn } from "./support/open-studio.ts"

const later = new Date("2098-01-01T00:00:00.000Z")

test("SEC-L7 a user with 10,000 sessions: pages, one revoked by its handle, all revoked in batches", async () => {
  const adapter = memoryAdapter()
  await adapter.createUser({ id: "ada", email: "ada@example.com" })
  for (let nth = 0; nth < 10_000; nth++) {
    const expires = new Date(later.getTime() + (nth % 100))
    await adapter.createSession({ sessionToken: `session-canary-${nth}`, userId: "ada", expires })
  }
  const studio = await openStudio(adapter)
  const { read, act } = await signIn(studio)
  expect(await read("user?id=ada")).toMatchObject({ sessions: { value: 10_000 } })
  const handles = new Set<string>()
  let after = ""
  for (let pages = 0; pages < 5; pages++) {
    const { sessions, next } = await read(`sessions?id=ada${after}`)
    expect(sessions).toHaveLength(50)
    for (const { handle } of sessions) handles.add(handle)
    after = `&after=${encodeURIComponent(next)}`
  }
  expect(handles.size).toBe(250)
  const [handle] = handles
  expect(await act("revoke-session", { userId: "ada", handle })).toMatchObject({ changed: 1 })
  let [requests, revoked] = [0, 0]
  for (let left = 1; left > 0; requests++) {
    const result = await act("sign-out-everywhere", { userId: "ada" })
    revoked += result.changed
    left = result.left
  }
  expect([requests, revoked]).toEqual([20, 9999])
  expect(await read("sessions?id=ada")).toMatchObject({ sessions: [], next: null })
  const largest = Math.max(...studio.responses.map(({ text }) => text.length))
  expect(largest).toBeLessThan(20_000)
})

test("a sweep of more than 500 expired rows says after each batch whether rows may be left", async () => {
  const adapter = memoryAdapter()
  const { id: userId } = await adapter.createUser({ email: "ada@example.com" })
  for (let nth = 0; nth < 501; nth++)
    await adapter.createSession({ sessionToken: `session-${nth}`, userId, expires: new Date(0) })
  const { act } = await signIn(await openStudio(adapter))
  expect(await act("sweep")).toMatchObject({ changed: 500, left: 1 })
  expect(await act("sweep")).toMatchObject({ changed: 1, left: 0 })
})

test("among 120,000 users, each page is read by an index, and counting stops at a limit", async () => {
  const database = openLibsql()
  const statements: string[] = []
  const adapter = database.adapter({ onStatement: (text) => statements.push(text) })
  await migrate(adapter)
  await database.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
    INSERT INTO users (id, email) SELECT printf('user-%06d', i), printf('person-%06d@example.com', i) FROM n`)
  const { read } = await signIn(await openStudio(adapter))

  // Names are searched in small stores only, and that this one is not is found out once.
  expect(await read("users?search=person-0999")).toMatchObject({ searched: "emails" })
  statements.length = 0
  const first = await read("users")
  const second = await read(`users?after=${first.next}`)
  expect([first.users.length, second.users[0].id]).toEqual([50, "user-000051"])
  const found = await read("users?search=person-0999")
  const more = await read(`users?search=person-0999&after=${encodeURIComponent(found.next)}`)
  expect(found.users[0].email).toBe("person-099900@example.com")
  expect(more.users).toHaveLength(50)
  expect(statements).toHaveLength(5)
  for (const statement of statements) {
    const plan = await database.rows(`EXPLAIN QUERY PLAN ${statement.replace(/\?\d*/g, "1")}`)
    expect(JSON.stringify(plan), statement).toMatch(/USING INDEX/)
    expect(JSON.stringify(plan), statement).not.toMatch(/TEMP B-TREE/)
  }

  // Neither the ids nor a field have the time of the creation.
  const options = await read("list-options")
  expect(options).toMatchObject({ sorts: ["id", "session"], providers: [] })
  // A filter looks at some users, and goes on from there.
  const some = await read("users?verified=yes")
  expect(some).toMatchObject({ users: [], read: 10_000, next: "user-010000" })

  expect(await read("count?model=user")).toEqual({ status: 200, rows: 100_000, isExact: false })
  expect(await read("count?model=user&exact")).toEqual({ status: 200, rows: 120_000, isExact: true })
})

test("among 20,000 users, each order that is offered reads a page of an index", async () => {
  const database = openLibsql()
  const statements: string[] = []
  const onStatement = (text: string) => statements.push(text)
  const schema = defineSchema({ user: { fields: { createdAt: date() } } })
  const adapter = database.adapter({ schema, onStatement })
  await migrate(adapter)
  await database.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO users (id, email, createdAt) SELECT printf('%06d', i), i || '@example.com', i FROM n`,
    "INSERT INTO sessions (sessionToken, userId, expires) SELECT id, id, 4000000000000 FROM users",
    "INSERT INTO accounts (userId, type, provider, providerAccountId) SELECT id, 'oidc', 'google', id FROM users",
  )
  const { read } = await signIn(await openStudio(adapter))
  const without = await read("list-options")
  expect(without).toMatchObject({ sorts: ["id", "session"], providers: ["google"] })
  expect(without.notes).toEqual([expect.stringContaining("An index on users (createdAt, id) changes that.")])
  expect(await read("users?sort=newest")).toMatchObject({ status: 409 })

  await database.run("CREATE INDEX by_creation ON users (createdAt, id)")
  expect((await read("list-options")).sorts).toEqual(["id", "newest", "oldest", "session"])
  for (const query of ["sort=newest", "sort=oldest", "sort=session", "provider=google"]) {
    statements.length = 0
    const first = await read(`users?${query}`)
    const second = await read(`users?${query}&after=${encodeURIComponent(first.next)}`)
    expect([first.users.length, second.users.length]).toEqual([50, 50])
    const orders = statements.filter((text) => text.includes(" ORDER BY "))
    expect(orders).toHaveLength(2)
    for (const text of orders) {
      const plan = JSON.stringify(await database.rows(`EXPLAIN QUERY PLAN ${text.replace(/\?\d*/g, "1")}`))
      expect(plan, text).toMatch(/(SEARCH|SCAN) r USING (COVERING )?INDEX/)
      expect(plan, text).toMatch(/SEARCH m USING (COVERING )?INDEX \w+ \((userId|id)=\?\)/)
      // Only rows with the same key may be sorted.
      expect(plan, text).not.toMatch(/SCAN r(?! USING)|TEMP B-TREE FOR ORDER BY/)
    }
  }
})

test("among 20,000 users, ids that start with their time are in the order of creation", async () => {
  const database = openLibsql()
  const adapter = database.adapter()
  await migrate(adapter)
  await database.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO users (id, email) SELECT printf('019c15c5-%04x-7f00-8000-000000000001', i), i || '@example.com' FROM n`)
  const { read } = await signIn(await openStudio(adapter))
  expect(await read("list-options")).toMatchObject({ sorts: ["id", "newest", "oldest", "session"] })
  expect((await read("users?sort=newest")).users[0].id).toBe("019c15c5-4e20-7f00-8000-000000000001")
  // One random id is enough: the store does not know where it belongs.
  await adapter.createUser({ id: "f7f00000-0000-4000-8000-000000000001", email: "ada@example.com" })
  expect(await read("list-options")).toMatchObject({ sorts: ["id", "session"] })
})
