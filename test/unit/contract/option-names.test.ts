import { describe, expect, test } from "vitest"
import { closestName } from "../../../src/shared/closest-name.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

describe("SEC-B6 an option that a factory does not have", () => {
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
      'memoryAdapter: there is no option "verbose"; its options are schema, now, onWarning.',
    ],
    [
      "a schema in place of the options",
      "users",
      "memoryAdapter: the options must be an object such as { schema }.",
    ],
  ])("is refused: %s", (_, options, message) => {
    expect(() => memoryAdapter(options as object)).toThrow(message)
    expect(() => memoryAdapter(options as object)).toThrow(expect.objectContaining({ code: "invalid" }))
  })

  test("and those that it has are taken, undefined too", () => {
    const options = { schema: undefined, now: Date.now, onWarning: () => {} } as object
    expect(memoryAdapter(options)).toHaveProperty("createUser")
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
