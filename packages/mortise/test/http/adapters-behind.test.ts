import { expect, test } from "vitest"
import { upkeep } from "../../src/index.ts"
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

test("a sweep removes what has expired by the server's clock, whatever time the caller sends", async () => {
  const now = () => Date.parse("2020-01-01T00:00:00.000Z")
  const behind = memoryAdapter({ now })
  const { id: userId } = await behind.createUser({ email: "ada@example.com" })
  const expiries = ["2019-12-31T00:00:00.000Z", "2020-01-02T00:00:00.000Z"].map((text) => new Date(text))
  for (const expires of expiries)
    await behind.createVerificationToken({ identifier: userId, token: expires.toISOString(), expires })
  const { adapter } = await openDirect(behind, { serve: { now } })
  const tools = upkeep(adapter)
  expect(await tools?.sweep({ now: new Date("2098-01-01T00:00:00.000Z") })).toBe(1)
  expect(await tools?.count("verificationToken")).toBe(1)
})
