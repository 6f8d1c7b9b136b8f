import { describe, expect, test } from "vitest"
import {
  breakerError,
  clientError,
  isInFlight,
  isOutcomeUnknown,
  mayRetry,
} from "../../src/http/client/client-errors.ts"
import { createSendOnce } from "../../src/http/client/send-once.ts"
import type { Settings } from "../../src/http/client/settings.ts"
import { statuses, type WireCode } from "../../src/http/protocol/wire-error.ts"

const answered = (code: WireCode) =>
  ({ kind: "error", error: { code, model: "user", fields: ["email"] } }) as const
const unsent = { kind: "unsent", cause: new Error("refused") } as const
const lost = {
  kind: "lost",
  reason: "the connection broke",
  mayRetry: true,
  cause: new Error("reset"),
} as const
const called = { name: "createUser", operation: "createUser" }
const codes = Object.keys(statuses) as WireCode[]
const those = (holds: (attempt: ReturnType<typeof answered>) => boolean) =>
  codes.filter((code) => holds(answered(code))).sort()

describe("an attempt that failed", () => {
  test("may be repeated if the server says so, or if nothing was sent", () => {
    expect(those(mayRetry)).toEqual(
      ["draining", "in_flight", "rate_limited", "replayed", "transient", "unavailable"].sort(),
    )
    expect(mayRetry(unsent)).toBe(true)
    expect(mayRetry(lost)).toBe(true)
    expect(mayRetry({ ...lost, mayRetry: false })).toBe(false)
  })

  test.each([
    [408, true],
    [429, true],
    [500, true],
    [504, true],
    [400, false],
    [404, false],
    [499, false],
  ])("with status %i and a page of a proxy may be repeated: %s", async (status, isRepeated) => {
    const fetch = async () => new Response("<html>", { status })
    const settings = { endpoint: "https://data.example/v1/", fetch, timeoutMs: 1000, maxResponseBytes: 1000 }
    const sendOnce = createSendOnce(settings as unknown as Settings)
    const attempt = await sendOnce({ name: "getUser", body: new Uint8Array(), idempotencyKey: "" })
    expect(attempt).toMatchObject({ kind: "lost", mayRetry: isRepeated })
  })

  test("leaves the outcome unknown if no answer arrived, or if a copy of the request was accepted", () => {
    expect(those(isOutcomeUnknown)).toEqual(["in_flight", "replayed"])
    expect(isOutcomeUnknown(lost)).toBe(true)
    expect(isOutcomeUnknown(unsent)).toBe(false)
  })

  test("may show that the write is still running", () => {
    expect(those(isInFlight)).toEqual(["in_flight"])
    expect(isInFlight(lost)).toBe(false)
  })
})

describe("the error that the caller gets", () => {
  test("names the operation, and the model and fields that the server named", () => {
    const named = { operation: "createUser", model: "user", fields: ["email"] }
    for (const code of codes)
      for (const isUnknown of [true, false])
        expect(clientError(answered(code), called, isUnknown)).toMatchObject(named)
    const bare = clientError({ kind: "error", error: { code: "invalid" } }, called, false)
    expect(bare.operation).toBe("createUser")
    expect([bare.model, bare.fields]).toEqual([undefined, undefined])
    expect(breakerError("getUser")).toMatchObject({ code: "unavailable", operation: "getUser" })
  })

  test("is indeterminate after an unknown outcome, unless the server reports the write's result", () => {
    const final = codes.filter((code) => clientError(answered(code), called, true).code !== "indeterminate")
    expect(final.sort()).toEqual(["conflict", "corrupt", "counter_regression", "invalid", "not_found"])
  })

  test.each([
    ["unsent, no earlier attempt", unsent, false, "unavailable"],
    ["unsent, after an unknown outcome", unsent, true, "indeterminate"],
    ["lost, a read", lost, false, "transient"],
    ["lost, a write", lost, true, "indeterminate"],
  ] as const)("has the cause: %s", (_, attempt, isUnknown, code) => {
    const error = clientError(attempt, called, isUnknown)
    expect(error).toMatchObject({ code, operation: "createUser" })
    expect(error.cause).toBe(attempt.cause)
  })
})
