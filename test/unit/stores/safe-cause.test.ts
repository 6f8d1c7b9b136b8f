import { expect, test } from "vitest"
import { safeCause } from "../../../src/stores/sql/safe-cause.ts"

test("the cause of an error without a code is its message, if a client always uses that message", () => {
  expect(safeCause(new Error("Connection terminated unexpectedly")).message).toBe(
    "Error Connection terminated unexpectedly",
  )
  expect(safeCause(new Error("Pool is closed.")).message).toBe("Error Pool is closed")
})

test("the cause of another error without a code says that its message is withheld", () => {
  const { message } = safeCause(new Error("ada@example.com is invalid"))
  expect(message).toBe("Error without a code; its message is withheld, because it may contain values")
  expect(safeCause(undefined).message).not.toBe("Error")
})

test("the cause of an error with a code is its name and code", () => {
  expect(safeCause(Object.assign(new Error("secret"), { code: "ECONNRESET" })).message).toBe(
    "Error ECONNRESET",
  )
})
