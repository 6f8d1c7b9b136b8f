import { expect, test } from "vitest"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openDirect } from "./support/open-direct.ts"

test("the functions of the adapter behind the server may use `this`", async () => {
  const users = memoryAdapter()
  const { id } = await users.createUser({ email: "ada@example.com" })
  const behind = {
    ...users,
    users,
    getUser(id: string) {
      return this.users.getUser(id)
    },
  }
  const { adapter } = await openDirect(behind)
  expect(await adapter.getUser(id)).toMatchObject({ id })
})

test("a result that does not match the schema is corrupt, and its field is named", async () => {
  const behind = { ...memoryAdapter(), getUser: async () => ({ id: "ada", email: 7 }) as never }
  const { adapter } = await openDirect(behind, { client: { retries: 0 } })
  await expect(adapter.getUser("ada")).rejects.toMatchObject({
    code: "corrupt",
    operation: "getUser",
    model: "user",
    fields: ["email"],
  })
})
