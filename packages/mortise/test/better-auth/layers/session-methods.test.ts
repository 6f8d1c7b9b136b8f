import { expect, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { sessionReference } from "../../../src/contract/session-token.ts"
import { hashedSessions } from "../../../src/layers/index.ts"
import { listTokens, openApplication, whereToken } from "./application.ts"

const email = "ada@example.com"

test("every method finds sessions by their tokens", async () => {
  const { adapter, column, visit } = await openApplication()
  await visit().signUp(email)
  const [row] = await adapter.findMany<{ userId: string }>({ model: "session" })
  await adapter.deleteMany({ model: "session", where: [] })
  const now = new Date()
  const data = { userId: row?.userId, createdAt: now, updatedAt: now, expiresAt: now }
  const tokens = ["one", "two", "three", "four"]
  for (const token of tokens)
    expect(await adapter.create({ model: "session", data: { ...data, token } })).toMatchObject({ token })
  const among = (...value: string[]) => [{ field: "token", operator: "in" as const, value }]
  const find = async (...value: string[]) =>
    (await adapter.findMany<{ token: string }>({ model: "session", where: among(...value) }))
      .map(({ token }) => token)
      .toSorted()
  expect(await find("one", "two", "missing")).toEqual(["one", "two"])
  const either = ["one", "three"].map((value) => ({ field: "token", value, connector: "OR" as const }))
  expect(await adapter.count({ model: "session", where: either })).toBe(2)
  const others = [{ field: "token", operator: "ne" as const, value: "one" }]
  expect(await adapter.count({ model: "session", where: others })).toBe(3)
  expect(
    await adapter.count({ model: "session", where: [{ field: "token", operator: "not_in", value: tokens }] }),
  ).toBe(0)
  const update = { userAgent: "changed" }
  expect(await adapter.update({ model: "session", where: whereToken("one"), update })).toMatchObject({
    token: "one",
    ...update,
  })
  expect(
    await adapter.update({ model: "session", where: whereToken("one"), update: { token: "1" } }),
  ).toMatchObject({
    token: "1",
  })
  expect(await adapter.updateMany({ model: "session", where: among("1", "two"), update })).toBe(2)
  expect(
    await adapter.incrementOne?.({ model: "session", where: whereToken("1"), increment: {}, set: update }),
  ).toMatchObject({
    token: "1",
  })
  expect(await adapter.consumeOne?.({ model: "session", where: whereToken("1") })).toMatchObject({
    token: "1",
  })
  await adapter.delete({ model: "session", where: whereToken("two") })
  expect(await adapter.deleteMany({ model: "session", where: among("three", "missing") })).toBe(1)
  expect(await column("session", "token")).toEqual([await sessionReference("four")])
  const reference = await sessionReference("four")
  await expect(
    adapter.create({ model: "session", data: { ...data, token: reference } }),
  ).rejects.toMatchObject({
    code: "invalid",
  })
})

test("a session that is found costs one statement, whatever fields are selected", async () => {
  const application = await openApplication()
  const token = await application.visit().signUp(email)
  const statements: string[] = []
  const onStatement = (text: string) => statements.push(text)
  const { adapter } = await application.restart({}, () =>
    hashedSessions(mortiseDatabase(application.client, { onStatement })),
  )
  for (const select of [[], ["userId"]]) {
    await adapter.findOne({ model: "session", where: whereToken(token), select })
    statements.length = 0
    await adapter.findOne({ model: "session", where: whereToken(token), select })
    expect(statements).toHaveLength(1)
  }
})

test.each(["contains", "starts_with", "ends_with", "gt", "gte", "lt", "lte"] as const)(
  "the operator %s is refused for tokens",
  async (operator) => {
    const { adapter } = await openApplication()
    const where = [{ field: "token", operator, value: "h1-" }]
    await expect(adapter.findMany({ model: "session", where })).rejects.toMatchObject({ code: "invalid" })
    await expect(adapter.deleteMany({ model: "session", where })).rejects.toMatchObject({ code: "invalid" })
  },
)

test("comparisons of tokens without regard to case are refused", async () => {
  const { adapter } = await openApplication()
  const where = [{ ...whereToken("text")[0], field: "token", value: "text", mode: "insensitive" as const }]
  await expect(adapter.findOne({ model: "session", where })).rejects.toMatchObject({ code: "invalid" })
})

test("sessions in joined rows have references", async () => {
  const { adapter, visit } = await openApplication({ advanced: { database: { joins: true } } })
  const token = await visit().signUp(email)
  const where = [{ field: "email", value: email }]
  expect(await adapter.findOne({ model: "user", where, join: { session: true } })).toMatchObject({
    session: [{ token: await sessionReference(token) }],
  })
  expect(await adapter.findMany({ model: "user", where, join: { session: true } })).toMatchObject([
    { session: [{ token: await sessionReference(token) }] },
  ])
})

test("names of tables and columns do not matter", async () => {
  const { adapter, visit, column } = await openApplication({
    session: { modelName: "visits", fields: { token: "secret_text", userId: "person" } },
  })
  const ada = visit()
  const token = await ada.signUp(email)
  const reference = await sessionReference(token)
  expect(await column("visits", "secret_text")).toEqual([reference])
  expect(await listTokens(ada)).toEqual([token])
  for (const model of ["session", "visits"])
    for (const field of ["token", "secret_text"]) {
      expect(await adapter.findOne({ model, where: [{ field, value: token }] })).toMatchObject({ token })
      expect(await adapter.findOne({ model, where: [{ field, value: reference }] })).toBeNull()
    }
})
