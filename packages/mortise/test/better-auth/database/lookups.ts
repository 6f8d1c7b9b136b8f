import { expect, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { options, type Tools, type User } from "./tools.ts"

export function testLookups(tools: Tools): void {
  test("lookups at the same time share statements", async () => {
    const statements: string[] = []
    const counted = mortiseDatabase(tools.database().client, {
      onStatement: (text) => statements.push(text),
    })(options)
    const { id } = await tools.createUser()
    const find = () => counted.findOne<User>({ model: "user", where: [{ field: "id", value: id }] })
    await find()
    statements.length = 0
    const found = await Promise.all(Array.from({ length: 32 }, find))
    expect(found.every((user) => user?.id === id)).toBe(true)
    if (tools.database().batches) expect(statements.length).toBeLessThan(16)
    else expect(statements).toHaveLength(32)
  })

  test("a lookup of a character that the column's encoding may lack fails no other lookup", async () => {
    const { id } = await tools.createUser()
    const odd: Promise<User | null>[] = []
    const found: Promise<User | null>[] = []
    for (let nth = 0; nth < 8; nth++) {
      found.push(tools.findUser(id))
      // MariaDB refuses the character in a column of latin1.
      odd.push(tools.findUser(`😀${nth}`).catch(() => null))
    }
    expect((await Promise.all(found)).every((user) => user?.id === id)).toBe(true)
    expect((await Promise.all(odd)).every((user) => user === null)).toBe(true)
  })

  test("a row and its relation are read by one statement, on MySQL and MariaDB only if joins are on", async () => {
    const { id: userId } = await tools.createUser()
    const at = new Date()
    const session = { userId, token: "t", createdAt: at, updatedAt: at, expiresAt: new Date(2e12) }
    await tools.adapter().create({ model: "session", data: session })
    const listStatements = async (joins?: boolean): Promise<readonly string[]> => {
      const statements: string[] = []
      const { client } = tools.database()
      const watched = mortiseDatabase(client, { onStatement: (text) => statements.push(text) })({
        ...options,
        advanced: { database: { ...(joins !== undefined && { joins }) } },
      })
      const where = [{ field: "token", value: "t" }]
      const find = () => watched.findOne({ model: "session", where, join: { user: true } })
      await find()
      statements.length = 0
      expect(await find()).toMatchObject({ token: "t", user: { id: userId } })
      return statements
    }
    expect(await listStatements(true)).toHaveLength(1)
    expect(await listStatements(false)).toHaveLength(2)
    const [text = "", ...others] = await listStatements()
    expect(others).toHaveLength(text.includes("`") ? 1 : 0)
  })

  test("relations to one row and to many are read together, each with its own columns", async () => {
    const joining = mortiseDatabase(tools.database().client)({
      ...options,
      advanced: { database: { joins: true } },
    })
    const { id, email } = await tools.createUser()
    const create = (model: string, data: object): Promise<{ readonly id: string }> =>
      joining.create({ model, data: { ...data, userId: id } })
    const profile = await create("profile", { city: "Turin" })
    const visit = await create("visit", { profileId: profile.id })
    const at = new Date()
    const times = { createdAt: at, updatedAt: at, expiresAt: new Date(2e12) }
    const session = await create("session", { token: "t", ...times })
    const byId = (row: { readonly id: string }) => [{ field: "id", value: row.id }]

    const join = { profile: true, session: true } as const
    const user = {
      id,
      email,
      profile: { id: profile.id, city: "Turin" },
      session: [{ id: session.id, token: "t" }],
    }
    const where = byId({ id })
    expect(await joining.findOne({ model: "user", where, join })).toMatchObject(user)
    expect(await joining.findMany({ model: "user", where, join })).toMatchObject([user])
    const both = { id: visit.id, profile: { id: profile.id, city: "Turin" }, user: { id, email } }
    const of = { model: "visit", where: byId(visit), join: { profile: true, user: true } } as const
    expect(await joining.findOne({ ...of })).toMatchObject(both)
    expect(await joining.findMany({ ...of })).toMatchObject([both])
  })
}
