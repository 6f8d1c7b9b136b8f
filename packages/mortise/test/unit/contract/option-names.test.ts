import { describe, expect, test } from "vitest"
import { createAuth } from "../../../src/auth/index.ts"
import { httpAdapter } from "../../../src/http/client.ts"
import { serve } from "../../../src/http/server.ts"
import { closestName } from "../../../src/shared/closest-name.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

describe("SEC-U5 memoryAdapter", () => {
  test.each([
    ["a typo", { shema: undefined }, 'memoryAdapter: there is no option "shema"; did you mean "schema"?'],
    [
      "another case",
      { onwarning: 1 },
      'memoryAdapter: there is no option "onwarning"; did you mean "onWarning"?',
    ],
    [
      "a name that resembles none",
      { verbose: true },
      'memoryAdapter: there is no option "verbose"; its options are schema, now, onWarning, tenants.',
    ],
    [
      "a schema in place of the options",
      "users",
      "memoryAdapter: the options must be an object such as { schema }.",
    ],
  ])("refuses %s", (_, options, message) => {
    expect(() => memoryAdapter(options as object)).toThrow(message)
    expect(() => memoryAdapter(options as object)).toThrow(expect.objectContaining({ code: "invalid" }))
  })

  test("accepts the options that it has, even undefined ones", () => {
    const options = { schema: undefined, now: Date.now, onWarning: () => {} } as object
    expect(memoryAdapter(options)).toHaveProperty("createUser")
  })
})

describe("SEC-U5 every other factory refuses options that it lacks", () => {
  const config = { adapter: memoryAdapter(), secret: "x".repeat(40), origin: "https://app.example" }

  test.each([
    [
      "createAuth",
      () => createAuth({ ...config, sesion: {} } as never),
      'createAuth: there is no option "sesion"',
    ],
    [
      "createAuth, in a part",
      () => createAuth({ ...config, session: { maxAge: 60 } } as never),
      'createAuth, session: there is no option "maxAge"',
    ],
    ["httpAdapter", () => httpAdapter({ timeout: 1 } as never), 'httpAdapter: there is no option "timeout"'],
    [
      "serve",
      () => serve(memoryAdapter(), { key: [] } as never),
      'serve: there is no option "key"; did you mean "keys"?',
    ],
  ])("%s", (_, call, message) => {
    expect(call).toThrow(message)
  })
})

describe("the closest name", () => {
  test.each([
    ["migarte", "migrate"],
    ["doctr", "doctor"],
    ["SERVE", "serve"],
    ["zzz", undefined],
    ["", undefined],
  ])("to %j is %j", (typed, found) => {
    expect(closestName(typed, ["migrate", "doctor", "serve", "key"])).toBe(found)
  })
})
