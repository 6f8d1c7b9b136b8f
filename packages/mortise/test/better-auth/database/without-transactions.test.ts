import { expect, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/database.ts"

const untouched = () => expect.unreachable("the client was used")
const overHttp = Object.assign(() => untouched(), {
  query: untouched,
  transaction: untouched,
  unsafe: untouched,
})

test.each([
  ["D1", { prepare: untouched, batch: untouched }],
  ["Neon over HTTP", overHttp],
])("%s has no interactive transactions, and needs the option that turns them off", (_, client) => {
  expect(() => mortiseDatabase(client)).toThrow("pass mortiseDatabase(client, { transaction: false })")
  expect(mortiseDatabase(client, { transaction: false })).toBeTypeOf("function")
})
