import { connect, type LookupFunction } from "node:net"
import { expect, test } from "vitest"
import { violation as mysqlViolation } from "../../../src/sql/engines/mysql/violation.ts"
import { violation as postgresViolation } from "../../../src/sql/engines/postgres/violation.ts"
import { safeCause } from "../../../src/sql/errors/safe-cause.ts"

test("the cause of an error without a code is its message, if a client always uses that message", () => {
  expect(safeCause(new Error("Connection terminated unexpectedly")).message).toBe(
    "Error Connection terminated unexpectedly",
  )
  expect(safeCause(new Error("Pool is closed.")).message).toBe("Error Pool is closed")
})

test("the cause of another error without a code says that its message is withheld", () => {
  const { message } = safeCause(new Error("ada@example.com is invalid"))
  expect(message).toBe(
    "Error without a code; its message is withheld, because it may contain values: set MORTISE_SHOW_CAUSES=1 to print it to standard error",
  )
  expect(safeCause(undefined).message).not.toBe("Error")
})

test("the cause of an error with a code is its name and code", () => {
  expect(safeCause(Object.assign(new Error("secret"), { code: "ECONNRESET" })).message).toBe(
    "Error ECONNRESET",
  )
})

test("the cause names the errors that caused an error", () => {
  const refused = Object.assign(new Error("secret"), { code: "ECONNREFUSED" })
  const timeout = Object.assign(new Error("secret", { cause: refused }), {
    code: "ER_GET_CONNECTION_TIMEOUT",
  })
  expect(safeCause(timeout).message).toBe("Error ER_GET_CONNECTION_TIMEOUT, caused by Error ECONNREFUSED")
  expect(safeCause(new TypeError("fetch failed", { cause: refused })).message).toBe(
    "TypeError fetch failed, caused by Error ECONNREFUSED",
  )
  const endless = Object.assign(new Error("secret"), { code: "E1", cause: undefined as unknown })
  endless.cause = endless
  expect(safeCause(endless).message).toBe("Error E1")
})

test("a host whose addresses all refuse a connection is unavailable, and the cause says why", async () => {
  const lookup: LookupFunction = (_host, _options, done) =>
    done(null, [
      { address: "127.0.0.2", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ])
  const socket = connect({ host: "database.example", port: 1, lookup, autoSelectFamily: true })
  const error = await new Promise<Error>((resolve) => socket.once("error", resolve))
  expect(error).toBeInstanceOf(AggregateError)
  expect(error.message).toBe("")
  expect(safeCause(error).message).toBe("AggregateError ECONNREFUSED, caused by Error ECONNREFUSED")
  for (const violation of [postgresViolation, mysqlViolation])
    expect(violation(Object.assign(error, { code: "ETIMEDOUT" }))).toEqual({ code: "unavailable" })
})
