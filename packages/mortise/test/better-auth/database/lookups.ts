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
}
