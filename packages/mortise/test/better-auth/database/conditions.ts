import { describe, expect, test } from "vitest"
import type { Tools, User } from "./tools.ts"

export function testConditions(tools: Tools): void {
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

    test("a limit can be infinite, but not NaN", async () => {
      await tools.createUser()
      const find = (limit: number) => tools.adapter().findMany({ model: "user", limit })
      expect(await find(Number.POSITIVE_INFINITY)).toHaveLength(1)
      await expect(find(Number.NaN)).rejects.toMatchObject({ code: "invalid" })
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
