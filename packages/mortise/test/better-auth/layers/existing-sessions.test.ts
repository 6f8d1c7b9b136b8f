import type { BetterAuthOptions } from "better-auth"
import Sqlite from "libsql"
import { expect, onTestFinished, test } from "vitest"
import { type Database, mortiseDatabase } from "../../../src/better-auth/index.ts"
import { sessionReference } from "../../../src/contract/session-token.ts"
import { type HashedSessionsOptions, hashedSessions } from "../../../src/layers/index.ts"
import { bare, listTokens, openApplication, whereToken } from "./application.ts"

const email = "ada@example.com"

const withOptions =
  (options: HashedSessionsOptions) =>
  (database: Database): Database =>
    hashedSessions(database, options)

test("sessions from before the layer move over when they are used", async () => {
  const plain = await openApplication({}, bare)
  const [ada, grace] = [plain.visit(), plain.visit()]
  const first = await ada.signUp(email)
  const second = await grace.signIn(email)
  expect(await plain.column("session", "token")).toEqual([first, second].toSorted())
  const times = await plain.column("session", "updatedAt")
  const { column, visit, adapter } = await plain.restart()
  const later = visit()
  for (const [name, value] of ada.cookies) later.cookies.set(name, value)
  expect((await later.get("/get-session")).body).toMatchObject({ session: { token: first } })
  expect(await column("session", "token")).toEqual([await sessionReference(first), second].toSorted())
  const upper = second.replace(/[a-z]/, (letter) => letter.toUpperCase())
  expect(await adapter.findOne({ model: "session", where: whereToken(upper) })).toBeNull()
  expect((await listTokens(later)).toSorted()).toEqual([first, await sessionReference(second)].toSorted())
  expect(await column("session", "token")).toEqual(
    [await sessionReference(first), await sessionReference(second)].toSorted(),
  )
  expect(await column("session", "updatedAt")).toEqual(times)
})

test.each(["update", "updateMany", "consumeOne", "count", "delete", "deleteMany"] as const)(
  "%s finds a session from before the layer",
  async (name) => {
    const plain = await openApplication({}, bare)
    const token = await plain.visit().signUp(email)
    const { adapter, column } = await plain.restart()
    await (adapter[name] as (input: object) => Promise<unknown>)({
      model: "session",
      where: whereToken(token),
      update: { userAgent: "changed" },
    })
    const isDeleted = !/update|count/.test(name)
    expect(await column("session", "token")).toEqual(isDeleted ? [] : [await sessionReference(token)])
    if (name.startsWith("update")) expect(await column("session", "userAgent")).toEqual(["changed"])
  },
)

test("concurrent requests all find a session from before the layer", async () => {
  const plain = await openApplication({}, bare)
  const token = await plain.visit().signUp(email)
  const { context, column } = await plain.restart()
  const lookups = Array.from({ length: 20 }, () => context.internalAdapter.findSession(token))
  for (const result of await Promise.all(lookups)) expect(result?.session.token).toBe(token)
  expect(await column("session", "token")).toEqual([await sessionReference(token)])
})

test("a session is found that another process moves over between two statements", async () => {
  const plain = await openApplication({}, bare)
  const token = await plain.visit().signUp(email)
  const reference = await sessionReference(token)
  const connection = new Sqlite(plain.file)
  onTestFinished(() => void connection.close())
  let lookups = 0
  const onStatement = (text: string) => {
    if (/FROM "session"/.test(text) && ++lookups === 2)
      connection.exec(`UPDATE session SET token = '${reference}'`)
  }
  const { context } = await plain.restart({}, () =>
    hashedSessions(mortiseDatabase(plain.client, { onStatement })),
  )
  expect(await context.internalAdapter.findSession(token)).toMatchObject({ session: { token } })
  expect(lookups).toBeGreaterThan(1)
})

test("a session ends even if the answer to its replacement is lost", async () => {
  const plain = await openApplication({}, bare)
  const token = await plain.visit().signUp(email)
  const losesAnswers = (database: Database): Database =>
    Object.defineProperties((options: BetterAuthOptions) => {
      const adapter = database(options)
      return {
        ...adapter,
        async update(input: Parameters<typeof adapter.update>[0]) {
          await adapter.update(input)
          throw new Error("the answer is lost")
        },
      }
    }, Object.getOwnPropertyDescriptors(database)) as Database
  const { context, column } = await plain.restart({}, (database) => hashedSessions(losesAnswers(database)))
  await context.adapter.delete({ model: "session", where: whereToken(token) })
  expect(await column("session", "token")).toEqual([])
})

test("sessions from before the layer can be refused", async () => {
  const plain = await openApplication({}, bare)
  const ada = plain.visit()
  const token = await ada.signUp(email)
  const { adapter, column, context } = await plain.restart({}, withOptions({ existingPlaintext: "refuse" }))
  expect(await context.internalAdapter.findSession(token)).toBeNull()
  const [row] = await adapter.findMany<{ token: string }>({ model: "session" })
  expect(row?.token).toBe(await sessionReference(token))
  const where = [{ field: "email", value: email }]
  expect(await adapter.findOne({ model: "user", where, join: { session: true } })).toMatchObject({
    session: [{ token: await sessionReference(token) }],
  })
  expect(await column("session", "token")).toEqual([token])
})

test("where the database ignores case, a hash in other letters is not a token", async () => {
  const plain = await openApplication({}, bare)
  const token = await plain.visit().signUp(email)
  const { rows } = await plain.client.execute("SELECT sql FROM sqlite_master WHERE name = 'session'")
  const table = String(rows[0]?.["sql"]).replace(/"token" text/i, '"token" text COLLATE NOCASE')
  expect(table).toContain("NOCASE")
  await plain.client.executeMultiple(
    `ALTER TABLE session RENAME TO before; ${table}; INSERT INTO session SELECT * FROM before; DROP TABLE before`,
  )
  const { context, column } = await plain.restart()
  expect(await context.internalAdapter.findSession(token.toUpperCase())).toBeNull()
  expect(await context.internalAdapter.findSession(token)).not.toBeNull()
  const [stored = ""] = await column("session", "token")
  expect(stored).toBe(await sessionReference(token))
  for (const text of [stored.toUpperCase(), stored.replace("h1", "H1")]) {
    expect(await context.internalAdapter.findSession(text)).toBeNull()
    expect(await context.adapter.update({ model: "session", where: whereToken(text), update: {} })).toBeNull()
  }
  expect(await column("session", "token")).toEqual([stored])
})
