import { describe, expect, test } from "vitest"
import type { Tools, User } from "./tools.ts"

export function testConditions(tools: Tools): void {
  /** Creates users, and returns the names that were stored: MariaDB refuses some letters in a column of latin1. */
  const createNamed = async (names: readonly string[]): Promise<string[]> => {
    const stored: string[] = []
    for (const name of names)
      await tools.createUser({ name }).then(
        () => stored.push(name),
        (error) => expect(error.code).toBe("invalid"),
      )
    return stored
  }

  describe("conditions", () => {
    test("null matches rows without a value, and undefined matches nothing", async () => {
      await tools.createUser({ name: "a", age: 1 })
      await tools.createUser({ name: "b" })
      expect(await tools.findNames({ field: "age", value: null })).toEqual(["b"])
      expect(await tools.findNames({ field: "age", operator: "ne", value: null })).toEqual(["a"])
      expect(await tools.findNames({ field: "age", value: undefined as never })).toEqual([])
      expect(await tools.findNames({ field: "age", operator: "lt", value: null })).toEqual([])
    })

    test("lists may be empty, or contain null", async () => {
      await tools.createUser({ name: "a", age: 1 })
      await tools.createUser({ name: "b", age: 2 })
      await tools.createUser({ name: "c" })
      expect(await tools.findNames({ field: "name", operator: "in", value: [] })).toEqual([])
      expect(await tools.findNames({ field: "name", operator: "not_in", value: [] })).toEqual(["a", "b", "c"])
      expect(await tools.findNames({ field: "age", operator: "in", value: [1, null] as never })).toEqual([
        "a",
        "c",
      ])
      const alone = [null] as never
      expect(await tools.findNames({ field: "age", operator: "in", value: alone })).toEqual(["c"])
      expect(await tools.findNames({ field: "age", operator: "not_in", value: alone })).toEqual(["a", "b"])
      expect(await tools.findNames({ field: "name", operator: "in", value: ["a", "b", "x"] })).toEqual([
        "a",
        "b",
      ])
      expect(await tools.findNames({ field: "name", operator: "not_in", value: ["a", "x", "y"] })).toEqual([
        "b",
        "c",
      ])
    })

    test("wildcards in a text are ordinary characters", async () => {
      for (const name of ["100%", "100x", "a_b", "a*b", "axb", "[x]", "b|c", "d\\e"])
        await tools.createUser({ name })
      expect(await tools.findNames({ field: "name", operator: "contains", value: "0%" })).toEqual(["100%"])
      expect(await tools.findNames({ field: "name", operator: "starts_with", value: "a_" })).toEqual(["a_b"])
      expect(await tools.findNames({ field: "name", operator: "contains", value: "*" })).toEqual(["a*b"])
      expect(await tools.findNames({ field: "name", operator: "starts_with", value: "[x" })).toEqual(["[x]"])
      expect(await tools.findNames({ field: "name", operator: "contains", value: "|" })).toEqual(["b|c"])
      expect(await tools.findNames({ field: "name", operator: "ends_with", value: "\\e" })).toEqual(["d\\e"])
      expect(
        await tools.findNames({ field: "name", operator: "contains", value: "A_", mode: "insensitive" }),
      ).toEqual(["a_b"])
    })

    test("the start of a text in a unique column is compared exactly", async () => {
      for (const name of ["a_b", "axb", "a|b", "A_c", "é_d"])
        await tools.createUser({ name, email: `${name}@example.com` })
      const findNames = (value: string) => tools.findNames({ field: "email", operator: "starts_with", value })
      expect(await findNames("a_")).toEqual(["a_b"])
      expect(await findNames("a|")).toEqual(["a|b"])
      expect(await findNames("A")).toEqual(["A_c"])
      expect(await findNames("é")).toEqual(["é_d"])
      expect(await findNames("e_")).toEqual([])
      expect(await findNames("")).toHaveLength(5)
    })

    test("texts are compared exactly, unless the mode is insensitive", async () => {
      for (const name of ["Zoé", "zoé", "zoe", "zoé "]) await tools.createUser({ name })
      expect(await tools.findNames({ field: "name", value: "zoé" })).toEqual(["zoé"])
      expect(await tools.findNames({ field: "name", operator: "in", value: ["zoé", "ZOE"] })).toEqual(["zoé"])
      expect(await tools.findNames({ field: "name", operator: "starts_with", value: "Z" })).toEqual(["Zoé"])
      const folded = await tools.findNames({ field: "name", value: "ZOÉ", mode: "insensitive" })
      expect(folded.sort()).toEqual(["Zoé", "zoé"])
      const notFolded = await tools.findNames({
        field: "name",
        operator: "ne",
        value: "ZOE",
        mode: "insensitive",
      })
      expect(notFolded.sort()).toEqual(["Zoé", "zoé", "zoé "])
    })

    test("a long list is compared in any case too", async () => {
      for (const name of ["Ada", "ZOÉ", "Eve"]) await tools.createUser({ name })
      const value = ["aDA", "zoé", ...Array.from({ length: 2000 }, (_, nth) => `Name ${nth}`)]
      expect(await tools.findNames({ field: "name", operator: "in", value, mode: "insensitive" })).toEqual([
        "Ada",
        "ZOÉ",
      ])
      expect(
        await tools.findNames({ field: "name", operator: "not_in", value, mode: "insensitive" }),
      ).toEqual(["Eve"])
    })

    test("SEC-T20 a limit can be infinite, but neither NaN nor a text", async () => {
      await tools.createUser()
      const find = (page: object) => tools.adapter().findMany({ model: "user", ...page })
      expect(await find({ limit: Number.POSITIVE_INFINITY })).toHaveLength(1)
      for (const rows of [Number.NaN, "ten", "10", [10]])
        for (const argument of ["limit", "offset"])
          await expect(find({ [argument]: rows })).rejects.toMatchObject({
            code: "invalid",
            message: expect.stringContaining(`The argument ${argument} `),
          })
    })

    test("an order is ascending or descending, and anything else is refused", async () => {
      for (const name of ["a", "b"]) await tools.createUser({ name })
      const find = (page: object) => tools.adapter().findMany<User>({ model: "user", ...page })
      const sortBy = { field: "name" }
      expect((await find({ sortBy, offset: null })).map(({ name }) => name)).toEqual(["a", "b"])
      await expect(find({ sortBy: { ...sortBy, direction: "DESC" } })).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringContaining("sortBy"),
      })
    })

    test("null comes before every value, and after them in descending order", async () => {
      for (const [name, age] of Object.entries({ one: 1, none: null, two: 2 }))
        await tools.createUser({ name, age })
      const find = async (direction: "asc" | "desc") => {
        const sortBy = { field: "age", direction }
        return (await tools.adapter().findMany<User>({ model: "user", sortBy })).map(({ name }) => name)
      }
      expect(await find("asc")).toEqual(["none", "one", "two"])
      expect(await find("desc")).toEqual(["two", "one", "none"])
    })

    test("SEC-T20 numbers that no column holds are larger or smaller than all", async () => {
      await tools.createUser({ name: "a", age: 1, serial: Number.MAX_SAFE_INTEGER })
      await tools.createUser({ name: "b" })
      for (const field of ["age", "serial"])
        for (const size of [2 ** 60, 1e300, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
          for (const operator of ["lt", "lte", "ne"] as const)
            expect(await tools.findNames({ field, operator, value: size }), operator).toEqual(["a"])
          for (const operator of ["gt", "gte"] as const) {
            expect(await tools.findNames({ field, operator, value: size }), operator).toEqual([])
            expect(await tools.findNames({ field, operator, value: -size }), operator).toEqual(["a"])
          }
          expect(await tools.findNames({ field, value: size })).toEqual([])
        }
      expect(await tools.findNames({ field: "age", operator: "gt", value: Number.NaN })).toEqual([])
    })

    test("SEC-T20 a list of 70,000 values is compared, or refused by the field's name", async () => {
      await tools.createUser({ name: "a" })
      await tools.createUser({ name: "70001" })
      const value = ["a", ...Array.from({ length: 69_999 }, (_, nth) => String(nth))]
      for (const mode of ["sensitive", "insensitive"] as const) {
        const find = () => tools.findNames({ field: "name", operator: "in", value, mode })
        if (tools.database().migrations.type === "mysql")
          await expect(find()).rejects.toMatchObject({ code: "invalid", fields: ["name"] })
        else expect(await find()).toEqual(["a"])
      }
      const within = { field: "name", operator: "in", value: value.slice(0, 65_500) } as const
      expect(await tools.findNames(within)).toEqual(["a"])
    })

    test("SEC-T20 a very long text is looked for, or refused by the field's name", async () => {
      await tools.createUser({ name: "a" })
      for (const operator of ["contains", "starts_with", "ends_with"] as const)
        for (const mode of ["sensitive", "insensitive"] as const) {
          const find = () => tools.findNames({ field: "name", operator, value: "é".repeat(30_000), mode })
          if (tools.database().migrations.type === "sqlite")
            await expect(find()).rejects.toMatchObject({ code: "invalid", fields: ["name"] })
          else expect(await find()).toEqual([])
        }
    })

    test("an unknown field is refused by its name", async () => {
      const find = (argument: object) => tools.adapter().findMany({ model: "user", ...argument })
      for (const argument of [
        { where: [{ field: "shoe", value: 1 }] },
        { sortBy: { field: "shoe", direction: "asc" } },
        { select: ["id", "shoe"] },
      ])
        await expect(find(argument)).rejects.toThrow(/shoe/)
    })

    test("letters that differ in lower case are different", async () => {
      const stored = await createNamed(["STRASSE", "straße", "Sı", "ſi", "si"])
      const expectFound = async (value: string, operator: "contains" | "eq", name: string) => {
        const names = await tools.findNames({ field: "name", value, operator, mode: "insensitive" })
        expect(names).toEqual(stored.filter((one) => one === name))
      }
      await expectFound("Straße", "eq", "straße")
      await expectFound("strasse", "eq", "STRASSE")
      await expectFound("aß", "contains", "straße")
      await expectFound("ſI", "eq", "ſi")
      await expectFound("sı", "eq", "Sı")
      await expectFound("ı", "contains", "Sı")
      await expectFound("SI", "eq", "si")
    })

    test("SEC-T11 a NUL or half of a character is found nowhere else", async () => {
      await createNamed(["a", "b\ufffd"])
      for (const operator of ["contains", "starts_with", "ends_with"] as const)
        for (const value of ["\0", "\0a", "a\0", "\ud800"])
          for (const mode of ["sensitive", "insensitive"] as const)
            expect(await tools.findNames({ field: "name", operator, value, mode }), operator).toEqual([])
    })

    test("all conditions with AND hold, and one of those with OR", async () => {
      for (const [name, age] of [
        ["a", 1],
        ["b", 1],
        ["c", 2],
        ["d", 2],
      ] as const)
        await tools.createUser({ name, age })
      expect(
        await tools.findNames(
          { field: "age", value: 2 },
          { field: "name", value: "a", connector: "OR" },
          { field: "name", value: "c", connector: "OR" },
        ),
      ).toEqual(["c"])
    })

    test("numbers are compared with fractions", async () => {
      for (const age of [1, 2, 3]) await tools.createUser({ name: `u${age}`, age })
      expect(await tools.findNames({ field: "age", operator: "lt", value: 2.5 })).toEqual(["u1", "u2"])
      expect(await tools.findNames({ field: "age", operator: "gte", value: 1.5 })).toEqual(["u2", "u3"])
      expect(await tools.findNames({ field: "age", value: 1.5 })).toEqual([])
    })

    test("null comes first", async () => {
      await tools.createUser({ name: "a", age: 1 })
      await tools.createUser({ name: "b" })
      const ages = async (direction: "asc" | "desc") =>
        (await tools.adapter().findMany<User>({ model: "user", sortBy: { field: "age", direction } })).map(
          ({ age }) => age,
        )
      expect(await ages("asc")).toEqual([null, 1])
      expect(await ages("desc")).toEqual([1, null])
    })

    test("a value that the column cannot hold matches nothing", async () => {
      await tools.createUser({ name: "a", age: 0, born: new Date(86_400_000) })
      expect(await tools.findNames({ field: "age", value: "zero" })).toEqual([])
      expect(await tools.findNames({ field: "age", value: "0x" })).toEqual([])
      expect(await tools.findNames({ field: "born", value: "never" as never })).toEqual([])
      expect(await tools.findUser("\0")).toBe(null)
    })
  })
}
