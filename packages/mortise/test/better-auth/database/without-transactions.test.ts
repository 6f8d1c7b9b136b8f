import { expect, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/database.ts"

const untouched = () => expect.unreachable("the client was used")
const database = { prepare: untouched, batch: untouched }

test("a client without interactive transactions, such as D1, needs the option that turns them off", () => {
  expect(() => mortiseDatabase(database)).toThrow("pass mortiseDatabase(client, { transaction: false })")
  expect(mortiseDatabase(database, { transaction: false })).toBeTypeOf("function")
})
