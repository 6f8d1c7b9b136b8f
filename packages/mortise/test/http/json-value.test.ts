import { describe, expect, test } from "vitest"
import { copyJson } from "../../src/contract/copy-json.ts"

const place = { name: "facts", max: 20 }
const nestedLists = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`)
const nestedObjects = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}`)

describe("a JSON value in a request", () => {
  test.each([
    ["lists", nestedLists(17), nestedLists(18)],
    ["objects", nestedObjects(16), nestedObjects(17)],
  ])("may have %s nested 16 levels deep", (_, deepest, deeper) => {
    expect(copyJson(place, deepest)).toEqual(deepest)
    expect(() => copyJson(place, deeper)).toThrow("nested deeper")
  })

  test("may have one value for each byte of the limit", () => {
    const most = Array(place.max - 1).fill(0)
    expect(copyJson(place, most)).toEqual(most)
    expect(() => copyJson(place, [...most, 0])).toThrow("bytes of JSON")
    const large = Array(64 * 1024 - 1).fill(0)
    expect(copyJson({ name: "facts" }, large)).toEqual(large)
    expect(() => copyJson({ name: "facts" }, [...large, 0])).toThrow("bytes of JSON")
  })

  test("leaves out undefined members and the prototype", () => {
    const given = JSON.parse('{"__proto__":1,"a":null}')
    expect(copyJson(place, { ...given, b: undefined, c: [true, "x", -0.5] })).toEqual({
      a: null,
      c: [true, "x", -0.5],
    })
    expect(Object.keys(copyJson(place, given) as object)).toEqual(["a"])
    expect(copyJson(place, Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 })
  })

  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  test.each([
    ["a Date", new Date()],
    ["NaN", Number.NaN],
    ["a bigint", 1n],
    ["a function", () => {}],
    ["a Map", new Map()],
    ["undefined in a list", [undefined]],
    ["a revoked proxy", proxy],
  ])("is refused if it contains %s", (_, value) => {
    expect(() => copyJson(place, { value })).toThrow("must be JSON")
  })
})
