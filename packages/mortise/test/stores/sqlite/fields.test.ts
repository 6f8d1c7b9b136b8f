import { expect, test } from "vitest"
import { extras } from "../../../src/contract/adapter-parts.ts"
import { boolean, date, json, text } from "../../../src/contract/fields.ts"
import { defineSchema } from "../../../src/schema/define-schema.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { client } from "./clients/libsql.ts"

// Extra fields of a schema, in tables.

const inAWeek = new Date(Date.now() + 7 * 86_400_000)

test("extra fields get their defaults, take every kind of value, and can be changed", async () => {
  const schema = defineSchema({
    user: {
      fields: {
        role: text({ default: "member" }),
        handle: text({ default: () => "h" }),
        born: date({ optional: true }),
        settings: json({ optional: true }),
      },
    },
    session: { fields: { trusted: boolean({ default: false }) } },
  })
  const { adapter, all } = await client.open(":memory:")
  const made = adapter({ schema })
  await migrate(made)
  const { id, ...plain } = (await made.createUser({ email: "a@example.com" })) as Record<string, unknown>
  expect(plain).toMatchObject({ role: "member", handle: "h" })
  expect(Object.keys(plain)).not.toContain("born")

  const born = new Date("1815-12-10T00:00:00.001Z")
  const settings = { theme: "dark", list: [1, null, { "a.b": "ü" }] }
  await made.updateUser({ id, role: "admin", born, settings } as { id: string })
  expect(await made.getUser(id as string)).toMatchObject({ role: "admin", born, settings })

  const session = { sessionToken: "t", userId: id as string, expires: inAWeek }
  expect(await made.createSession(session)).toMatchObject({ trusted: false })
  await made.updateSession({ sessionToken: "t", trusted: true } as { sessionToken: string })
  expect((await made.getSessionAndUser("t"))?.session).toMatchObject({ trusted: true })
  expect(await all("SELECT trusted, typeof(trusted) FROM sessions")).toEqual([[1, "integer"]])
})

test("an empty extra field is null, and an empty optional one is absent", async () => {
  const fields = { nickname: text(), born: date({ optional: true }) }
  const { adapter } = await client.open(":memory:")
  const made = adapter({ schema: defineSchema({ user: { fields }, session: { fields } }) })
  await migrate(made)
  const { id } = await made.createUser({ email: "a@example.com" })
  await made.createSession({ sessionToken: "t", userId: id, expires: inAWeek })
  const user = { id, name: null, email: "a@example.com", emailVerified: null, image: null, nickname: null }
  const session = { sessionToken: "t", userId: id, expires: inAWeek, nickname: null }
  expect(await made.getUser(id)).toStrictEqual(user)
  expect(await made.getSessionAndUser("t")).toStrictEqual({ session, user })
})

test("a field of the user with the name of a key of another model is not taken for that key", async () => {
  const fields = { provider: text(), providerAccountId: text(), sessionToken: text() }
  const { adapter } = await client.open(":memory:")
  const made = adapter({ schema: defineSchema({ user: { fields } }) })
  await migrate(made)
  const account = { type: "oauth", provider: "github", providerAccountId: "1" } as const
  const person = { email: "a@example.com", provider: "none", sessionToken: "none" }
  const { id } = await made.createUser(person)
  await made.linkAccount({ ...account, userId: id })
  await made.createSession({ sessionToken: "t", userId: id, expires: inAWeek })
  expect(await made.getUserByAccount(account)).toMatchObject({ id, provider: "none" })
  expect((await made.getSessionAndUser("t"))?.user).toMatchObject({ id, sessionToken: "none" })
})

test("unknown fields are stored in one column, changed one by one, and removed by null", async () => {
  const { adapter, all } = await client.open(":memory:")
  const made = adapter({ schema: defineSchema({ unknown: "keep" }) })
  await migrate(made)
  const kept = { plan: "gold", tags: ["a", null], 'odd "name" = 1 --': { deep: null } }
  const { id } = await made.createUser({ email: "a@example.com", ...kept })
  expect(await made.getUser(id)).toMatchObject(kept)

  await made.updateUser({ id, plan: null, level: 3 } as { id: string })
  const { plan: _, ...rest } = kept
  const found = (await made.getUser(id)) as Record<string, unknown>
  expect(found).toMatchObject({ ...rest, level: 3 })
  expect(found).not.toHaveProperty("plan")
  const [[stored] = []] = await all("SELECT extra FROM users")
  expect(JSON.parse(String(stored))).toEqual({ ...rest, level: 3 })
})

test("a user with a generated id signs up with an account and a session in one step", async () => {
  const { adapter, all } = await client.open(":memory:")
  const made = adapter({ schema: defineSchema({ ids: "serial" }) })
  await migrate(made)
  await made.createUser({ email: "first@example.com" })
  const signedUp = await extras(made)?.signUp?.({
    user: { email: "second@example.com" },
    account: { type: "oauth", provider: "github", providerAccountId: "1" },
    session: { sessionToken: "t", expires: inAWeek },
  })
  expect([signedUp?.user.id, signedUp?.account?.userId, signedUp?.session?.userId]).toEqual(["2", "2", "2"])
  expect(await all("SELECT userId, typeof(userId) FROM sessions")).toEqual([[2, "integer"]])
  expect((await made.getSessionAndUser("t"))?.user.email).toBe("second@example.com")
})
