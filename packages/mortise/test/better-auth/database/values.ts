import { describe, expect, test } from "vitest"
import type { Tools } from "./tools.ts"

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

export function testValues(tools: Tools): void {
  describe("values", () => {
    test("dates come back to the millisecond", async () => {
      const all = tools.database().migrations.type === "mysql" ? dates : [...dates, ...earlyAndLate]
      for (const date of all) {
        const { id, born } = await tools.createUser({ born: new Date(date) })
        expect(born).toEqual(new Date(date))
        expect((await tools.findUser(id))?.["born"]).toEqual(new Date(date))
        expect(await tools.findNames({ field: "born", value: new Date(date) })).toEqual(["Ada"])
        await tools.adapter().delete({ model: "user", where: [{ field: "id", value: id }] })
      }
    })

    test("dates are compared as times", async () => {
      for (const [nth, date] of dates.entries())
        await tools.createUser({ name: `u${nth}`, born: new Date(date) })
      const third = new Date(dates[2] as string)
      expect(await tools.findNames({ field: "born", operator: "lt", value: third })).toEqual(["u0", "u1"])
      expect(await tools.findNames({ field: "born", operator: "gte", value: third })).toEqual([
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
      const created = await tools.createUser(values)
      expect(created).toMatchObject(values)
      expect(await tools.findUser(created.id)).toMatchObject(values)
      const empty = { tags: [], scores: [], data: "text", active: false }
      await tools
        .adapter()
        .update({ model: "user", where: [{ field: "id", value: created.id }], update: empty })
      expect(await tools.findUser(created.id)).toMatchObject(empty)
    })

    test("fields without a value are null", async () => {
      const { id } = await tools.createUser()
      const user = await tools.findUser(id)
      for (const field of ["age", "serial", "active", "born", "tags", "scores", "data", "image"])
        expect(user?.[field], field).toBe(null)
    })
  })
}
