import type { BetterAuthOptions } from "better-auth"
import type { DBAdapter, Where } from "better-auth/adapters"
import { getMigrations } from "better-auth/db/migration"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import type { SuiteDatabase } from "../their-suite/run-their-suite.ts"

/** Fields of every type, on the users. */
export const options = {
  user: {
    additionalFields: {
      age: { type: "number", required: false },
      serial: { type: "number", bigint: true, required: false },
      active: { type: "boolean", required: false },
      born: { type: "date", required: false },
      tags: { type: "string[]", required: false },
      scores: { type: "number[]", required: false },
      data: { type: "json", required: false },
    },
  },
  logger: { disabled: true },
} satisfies BetterAuthOptions

type User = { readonly id: string; readonly email: string; readonly [field: string]: unknown }

/** The dates that a column of Better Auth's own migrations holds on every engine. A TIMESTAMP ends in 2038. */
const dates = [
  "1970-01-02T00:00:00.001Z",
  "2024-03-10T02:30:00.123Z",
  "2024-03-31T01:30:00.999Z",
  "2024-10-27T00:30:00.456Z",
  "2024-10-27T01:30:00.456Z",
  "2037-12-31T23:59:59.999Z",
]

const earlyAndLate = ["1960-02-29T12:00:00.500Z", "1969-12-31T23:59:59.999Z", "2039-06-01T00:00:00.001Z"]

/** Tests the database of Better Auth on tables of its own migrations. */
export function describeDatabase(open: () => Promise<SuiteDatabase>): void {
  let database: SuiteDatabase
  let adapter: DBAdapter<BetterAuthOptions>
  let count = 0

  const createUser = (data: Record<string, unknown> = {}): Promise<User> =>
    adapter.create<Record<string, unknown>, User>({
      model: "user",
      data: { name: "Ada", email: `${++count}@example.com`, emailVerified: false, ...data },
    })
  const findNames = async (...where: Where[]): Promise<unknown[]> => {
    const users = await adapter.findMany<User>({
      model: "user",
      where,
      sortBy: { field: "name", direction: "asc" },
    })
    return users.map(({ name }) => name)
  }
  const findUser = (id: string) =>
    adapter.findOne<User>({ model: "user", where: [{ field: "id", value: id }] })

  beforeAll(async () => {
    database = await open()
    await database.reset()
    const { runMigrations } = await getMigrations({ ...options, database: database.migrations })
    await runMigrations()
    adapter = mortiseDatabase(database.client)(options)
  }, 60_000)
  afterAll(() => database.close())
  beforeEach(async () => {
    for (const model of ["verification", "session", "account", "user"])
      await adapter.deleteMany({ model, where: [] })
  })

  describe("values", () => {
    test("dates come back to the millisecond", async () => {
      const all = database.migrations.type === "mysql" ? dates : [...dates, ...earlyAndLate]
      for (const date of all) {
        const { id, born } = await createUser({ born: new Date(date) })
        expect(born).toEqual(new Date(date))
        expect((await findUser(id))?.["born"]).toEqual(new Date(date))
        expect(await findNames({ field: "born", value: new Date(date) })).toEqual(["Ada"])
        await adapter.delete({ model: "user", where: [{ field: "id", value: id }] })
      }
    })

    test("dates are compared as times", async () => {
      for (const [nth, date] of dates.entries()) await createUser({ name: `u${nth}`, born: new Date(date) })
      const third = new Date(dates[2] as string)
      expect(await findNames({ field: "born", operator: "lt", value: third })).toEqual(["u0", "u1"])
      expect(await findNames({ field: "born", operator: "gte", value: third })).toEqual([
        "u2",
        "u3",
        "u4",
        "u5",
      ])
    })

    test("numbers, booleans, lists and JSON come back unchanged", async () => {
      const data = { list: [1, "two", null, { three: 3 }], text: "2024-01-01T00:00:00.000Z" }
      const values = {
        age: -7,
        serial: 9_007_199_254_740_991,
        active: true,
        tags: ['a"b', "c\\d", "{e,f}", "ü"],
        scores: [1, -2, 3],
        data,
      }
      const created = await createUser(values)
      expect(created).toMatchObject(values)
      expect(await findUser(created.id)).toMatchObject(values)
      const empty = { tags: [], scores: [], data: "text", active: false }
      await adapter.update({ model: "user", where: [{ field: "id", value: created.id }], update: empty })
      expect(await findUser(created.id)).toMatchObject(empty)
    })

    test("fields without a value are null", async () => {
      const { id } = await createUser()
      const user = await findUser(id)
      for (const field of ["age", "serial", "active", "born", "tags", "scores", "data", "image"])
        expect(user?.[field], field).toBe(null)
    })
  })

  describe("conditions", () => {
    test("null matches rows without a value, and undefined matches nothing", async () => {
      await createUser({ name: "a", age: 1 })
      await createUser({ name: "b" })
      expect(await findNames({ field: "age", value: null })).toEqual(["b"])
      expect(await findNames({ field: "age", operator: "ne", value: null })).toEqual(["a"])
      expect(await findNames({ field: "age", value: undefined as never })).toEqual([])
      expect(await findNames({ field: "age", operator: "lt", value: null })).toEqual([])
    })

    test("lists may be empty, or contain null", async () => {
      await createUser({ name: "a", age: 1 })
      await createUser({ name: "b", age: 2 })
      await createUser({ name: "c" })
      expect(await findNames({ field: "name", operator: "in", value: [] })).toEqual([])
      expect(await findNames({ field: "name", operator: "not_in", value: [] })).toEqual(["a", "b", "c"])
      expect(await findNames({ field: "age", operator: "in", value: [1, null] as never })).toEqual(["a", "c"])
      expect(await findNames({ field: "name", operator: "in", value: ["a", "b", "x"] })).toEqual(["a", "b"])
      expect(await findNames({ field: "name", operator: "not_in", value: ["a", "x", "y"] })).toEqual([
        "b",
        "c",
      ])
    })

    test("wildcards in a text are ordinary characters", async () => {
      for (const name of ["100%", "100x", "a_b", "a*b", "axb", "[x]", "b|c", "d\\e"])
        await createUser({ name })
      expect(await findNames({ field: "name", operator: "contains", value: "0%" })).toEqual(["100%"])
      expect(await findNames({ field: "name", operator: "starts_with", value: "a_" })).toEqual(["a_b"])
      expect(await findNames({ field: "name", operator: "contains", value: "*" })).toEqual(["a*b"])
      expect(await findNames({ field: "name", operator: "starts_with", value: "[x" })).toEqual(["[x]"])
      expect(await findNames({ field: "name", operator: "contains", value: "|" })).toEqual(["b|c"])
      expect(await findNames({ field: "name", operator: "ends_with", value: "\\e" })).toEqual(["d\\e"])
      expect(
        await findNames({ field: "name", operator: "contains", value: "A_", mode: "insensitive" }),
      ).toEqual(["a_b"])
    })

    test("texts are compared exactly, unless the mode is insensitive", async () => {
      for (const name of ["Zoé", "zoé", "zoe", "zoé "]) await createUser({ name })
      expect(await findNames({ field: "name", value: "zoé" })).toEqual(["zoé"])
      expect(await findNames({ field: "name", operator: "in", value: ["zoé", "ZOE"] })).toEqual(["zoé"])
      expect(await findNames({ field: "name", operator: "starts_with", value: "Z" })).toEqual(["Zoé"])
      const folded = await findNames({ field: "name", value: "ZOÉ", mode: "insensitive" })
      expect(folded.sort()).toEqual(["Zoé", "zoé"])
      const notFolded = await findNames({ field: "name", operator: "ne", value: "ZOE", mode: "insensitive" })
      expect(notFolded.sort()).toEqual(["Zoé", "zoé", "zoé "])
    })

    test("all conditions with AND hold, and one of those with OR", async () => {
      for (const [name, age] of [
        ["a", 1],
        ["b", 1],
        ["c", 2],
        ["d", 2],
      ] as const)
        await createUser({ name, age })
      expect(
        await findNames(
          { field: "age", value: 2 },
          { field: "name", value: "a", connector: "OR" },
          { field: "name", value: "c", connector: "OR" },
        ),
      ).toEqual(["c"])
    })

    test("numbers are compared with fractions", async () => {
      for (const age of [1, 2, 3]) await createUser({ name: `u${age}`, age })
      expect(await findNames({ field: "age", operator: "lt", value: 2.5 })).toEqual(["u1", "u2"])
      expect(await findNames({ field: "age", operator: "gte", value: 1.5 })).toEqual(["u2", "u3"])
      expect(await findNames({ field: "age", value: 1.5 })).toEqual([])
    })

    test("null comes first", async () => {
      await createUser({ name: "a", age: 1 })
      await createUser({ name: "b" })
      const ages = async (direction: "asc" | "desc") =>
        (await adapter.findMany<User>({ model: "user", sortBy: { field: "age", direction } })).map(
          ({ age }) => age,
        )
      expect(await ages("asc")).toEqual([null, 1])
      expect(await ages("desc")).toEqual([1, null])
    })

    test("a value that the column cannot hold matches nothing", async () => {
      await createUser({ name: "a", age: 0, born: new Date(0) })
      expect(await findNames({ field: "age", value: "zero" })).toEqual([])
      expect(await findNames({ field: "age", value: "0x" })).toEqual([])
      expect(await findNames({ field: "born", value: "never" as never })).toEqual([])
      expect(await findUser("\0")).toBe(null)
    })
  })

  describe("changes", () => {
    const createValues = async (identifier: string, rows: number): Promise<void> => {
      for (let nth = 0; nth < rows; nth++)
        await adapter.create({
          model: "verification",
          data: { identifier, value: `v${nth}`, expiresAt: new Date(4e12 / 2) },
        })
    }

    test("each of several matching rows is consumed by one caller", async () => {
      await createValues("many", 5)
      const where = [{ field: "identifier", value: "many" }]
      const taken = await Promise.all(
        Array.from({ length: 8 }, () =>
          adapter.consumeOne<{ value: string }>({ model: "verification", where }),
        ),
      )
      const values = taken.flatMap((row) => (row ? [row.value] : []))
      expect(values.sort()).toEqual(["v0", "v1", "v2", "v3", "v4"])
      expect(await adapter.count({ model: "verification", where })).toBe(0)
    })

    test("increments add up, respect their guard and count null as 0", async () => {
      const { id } = await createUser({ age: 10 })
      const take = () =>
        adapter.incrementOne<User>({
          model: "user",
          where: [
            { field: "id", value: id },
            { field: "age", operator: "gt", value: 0 },
          ],
          increment: { age: -1, serial: 5 },
          set: { name: "used" },
        })
      const taken = await Promise.all(Array.from({ length: 16 }, take))
      expect(taken.filter((row) => row !== null)).toHaveLength(10)
      expect(await findUser(id)).toMatchObject({ age: 0, serial: 50, name: "used" })
    })

    test("an increment may only set values", async () => {
      const { id } = await createUser({ name: "a" })
      const set = { name: "b" }
      const where = [{ field: "name", value: "a" }]
      expect(await adapter.incrementOne({ model: "user", where, increment: {}, set })).toMatchObject({
        id,
        name: "b",
      })
      expect(await adapter.incrementOne({ model: "user", where, increment: {}, set })).toBe(null)
    })

    test("an update changes one row, and returns it", async () => {
      await createValues("two", 2)
      const where = [{ field: "identifier", value: "two" }]
      const updated = await adapter.update<{ value: string }>({
        model: "verification",
        where,
        update: { identifier: "moved" },
      })
      expect(updated).toMatchObject({ identifier: "moved" })
      expect(await adapter.count({ model: "verification", where })).toBe(1)
    })

    test("counts include rows that were equal before", async () => {
      await createUser({ name: "same" })
      await createUser({ name: "same" })
      const where = [{ field: "name", value: "same" }]
      expect(await adapter.updateMany({ model: "user", where, update: { name: "same" } })).toBe(2)
      expect(await adapter.deleteMany({ model: "user", where })).toBe(2)
      expect(await adapter.deleteMany({ model: "user", where })).toBe(0)
    })

    test("a taken key is a conflict whose error contains no value", async () => {
      await createUser({ email: "secret@example.com" })
      const error = await createUser({ email: "secret@example.com" }).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ name: "MortiseError", code: "conflict" })
      const { message, stack, cause } = error as Error
      for (const text of [message, stack, String(cause), JSON.stringify(error)])
        expect(text).not.toContain("secret")
    })
  })

  test("lookups at the same time share statements", async () => {
    const statements: string[] = []
    const counted = mortiseDatabase(database.client, { onStatement: (text) => statements.push(text) })(
      options,
    )
    const { id } = await createUser()
    const find = () => counted.findOne<User>({ model: "user", where: [{ field: "id", value: id }] })
    await find()
    statements.length = 0
    const found = await Promise.all(Array.from({ length: 32 }, find))
    expect(found.every((user) => user?.id === id)).toBe(true)
    if (database.batches) expect(statements.length).toBeLessThan(6)
    else expect(statements).toHaveLength(32)
  })
}
