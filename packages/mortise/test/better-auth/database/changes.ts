import { describe, expect, test } from "vitest"
import type { Tools, User } from "./tools.ts"

export function testChanges(tools: Tools): void {
  describe("changes", () => {
    const createValues = async (identifier: string, rows: number): Promise<void> => {
      for (let nth = 0; nth < rows; nth++)
        await tools.adapter().create({
          model: "verification",
          data: { identifier, value: `v${nth}`, expiresAt: new Date(4e12 / 2) },
        })
    }

    test("each of several matching rows is consumed by one caller", async () => {
      await createValues("many", 5)
      const where = [{ field: "identifier", value: "many" }]
      const taken = await Promise.all(
        Array.from({ length: 8 }, () =>
          tools.adapter().consumeOne<{ value: string }>({ model: "verification", where }),
        ),
      )
      const values = taken.flatMap((row) => (row ? [row.value] : []))
      expect(values.sort()).toEqual(["v0", "v1", "v2", "v3", "v4"])
      expect(await tools.adapter().count({ model: "verification", where })).toBe(0)
    })

    test("increments add up, respect their guard and count null as 0", async () => {
      const { id } = await tools.createUser({ age: 10 })
      const take = () =>
        tools.adapter().incrementOne<User>({
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
      expect(await tools.findUser(id)).toMatchObject({ age: 0, serial: 50, name: "used" })
    })

    test("an increment may only set values", async () => {
      const { id } = await tools.createUser({ name: "a" })
      const set = { name: "b" }
      const where = [{ field: "name", value: "a" }]
      expect(await tools.adapter().incrementOne({ model: "user", where, increment: {}, set })).toMatchObject({
        id,
        name: "b",
      })
      expect(await tools.adapter().incrementOne({ model: "user", where, increment: {}, set })).toBe(null)
    })

    test("an update changes one row, and returns it", async () => {
      await createValues("two", 2)
      const where = [{ field: "identifier", value: "two" }]
      const updated = await tools.adapter().update<{ value: string }>({
        model: "verification",
        where,
        update: { identifier: "moved" },
      })
      expect(updated).toMatchObject({ identifier: "moved" })
      expect(await tools.adapter().count({ model: "verification", where })).toBe(1)
    })

    test("an update of the id returns the row under its new id", async () => {
      const { id } = await tools.createUser({ name: "moving" })
      const where = [{ field: "id", value: id }]
      const newId = `${id.slice(0, -1)}${id.endsWith("1") ? "2" : "1"}`
      expect(
        await tools.adapter().update<User>({ model: "user", where, update: { id: newId } }),
      ).toMatchObject({ id: newId, name: "moving" })
      expect(await tools.findUser(id)).toBe(null)
    })

    test("one of several matching rows is consumed, and the others stay", async () => {
      await createValues("some", 3)
      const where = [{ field: "identifier", value: "some" }]
      const taken = await tools.adapter().consumeOne({ model: "verification", where })
      expect(taken).toMatchObject({ identifier: "some" })
      expect(await tools.adapter().count({ model: "verification", where })).toBe(2)
    })

    test("of several verifications, the newest is changed, and consumed", async () => {
      const where = [{ field: "identifier", value: "aged" }]
      const expiresAt = new Date(4e12 / 2)
      for (const year of [2024, 2026, 2025])
        await tools.adapter().create({
          model: "verification",
          data: { identifier: "aged", value: `${year}`, expiresAt, createdAt: new Date(`${year}-01-01`) },
        })
      const model = "verification"
      const update = { value: "changed" }
      expect(await tools.adapter().update({ model, where, update })).toMatchObject({
        createdAt: new Date("2026-01-01"),
      })
      const taken: unknown[] = []
      for (let nth = 0; nth < 3; nth++)
        taken.push((await tools.adapter().consumeOne<{ value: string }>({ model, where }))?.value)
      expect(taken).toEqual(["changed", "2025", "2024"])
    })

    test("counts include rows that were equal before", async () => {
      await tools.createUser({ name: "same" })
      await tools.createUser({ name: "same" })
      const where = [{ field: "name", value: "same" }]
      expect(await tools.adapter().updateMany({ model: "user", where, update: { name: "same" } })).toBe(2)
      expect(await tools.adapter().deleteMany({ model: "user", where })).toBe(2)
      expect(await tools.adapter().deleteMany({ model: "user", where })).toBe(0)
    })

    test("a taken key is a conflict whose error contains no value", async () => {
      await tools.createUser({ email: "secret@example.com" })
      const error = await tools.createUser({ email: "secret@example.com" }).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ name: "MortiseError", code: "conflict" })
      const { message, stack, cause } = error as Error
      for (const text of [message, stack, String(cause), JSON.stringify(error)])
        expect(text).not.toContain("secret")
    })
  })
}
