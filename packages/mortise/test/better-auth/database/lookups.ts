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
    if (tools.database().batches) expect(statements.length).toBeLessThan(6)
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
}
