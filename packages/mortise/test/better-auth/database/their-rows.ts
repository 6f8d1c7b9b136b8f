import { type BetterAuthOptions, betterAuth } from "better-auth"
import type { DBAdapter } from "better-auth/adapters"
import { describe, expect, test } from "vitest"
import { options, type Tools, type User } from "./tools.ts"

/** Rows that Better Auth's own adapter writes are read by ours, and the reverse. */
export function testTheirRows(tools: Tools): void {
  const values = {
    name: "Zoé",
    emailVerified: true,
    age: 41,
    active: false,
    born: new Date("2024-10-27T01:30:00.456Z"),
    tags: ["a", "b"],
    scores: [1, 2],
    data: { list: [1, null, "two"] },
  }
  const theirs = async (): Promise<DBAdapter<BetterAuthOptions>> => {
    const auth = betterAuth<BetterAuthOptions>({
      ...options,
      secret: "s".repeat(32),
      database: tools.database().migrations,
    })
    return (await auth.$context).adapter
  }
  const find = (adapter: DBAdapter<BetterAuthOptions>, id: string) =>
    adapter.findOne<User>({ model: "user", where: [{ field: "id", value: id }] })

  describe("rows of Better Auth's Kysely adapter", () => {
    test("are read by this one", async () => {
      const data = { ...values, email: "theirs@example.com" }
      const { id } = await (await theirs()).create<Record<string, unknown>, User>({ model: "user", data })
      expect(await find(tools.adapter(), id)).toMatchObject(values)
      expect(await tools.findNames({ field: "born", value: values.born })).toEqual(["Zoé"])
    })

    test("can be rows of this one", async () => {
      const { id } = await tools.createUser(values)
      expect(await find(await theirs(), id)).toMatchObject(values)
      const where = [{ field: "born", value: values.born }]
      expect(await (await theirs()).count({ model: "user", where })).toBe(1)
    })
  })
}
