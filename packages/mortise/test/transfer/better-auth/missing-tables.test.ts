import { expect, test } from "vitest"
import { callBetterAuth } from "../../../src/transfer/better-auth/better-auth.ts"

const callThatThrows = (thrown: object) =>
  callBetterAuth("copyToBetterAuth", async () => {
    throw Object.assign(new Error("canary"), thrown)
  })

test.each([
  { code: "42P01" },
  { code: "42703" },
  { code: "ER_NO_SUCH_TABLE" },
  { code: "P2022" },
  { code: "not_migrated" },
  { message: "no such column: user.name" },
  { cause: new Error("table user has no column named name") },
])("a table or a column of Better Auth that does not exist, as %j, is not_migrated", async (thrown) => {
  const error = await callThatThrows(thrown).catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    code: "not_migrated",
    operation: "copyToBetterAuth",
    message: expect.stringContaining("run the migrations of Better Auth"),
  })
  expect(String(error)).not.toMatch(/canary|user/)
})

test.each([{}, { code: "ECONNREFUSED" }, { message: "there is no such table: a value" }])(
  "any other failure, as %j, is unavailable",
  (thrown) => expect(callThatThrows(thrown)).rejects.toMatchObject({ code: "unavailable" }),
)
