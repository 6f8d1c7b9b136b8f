import { describe, expect, test } from "vitest"
import { defineSchema, json } from "../../../src/index.ts"
import { openMemory } from "../../support/memory.ts"
import { spyOnStore } from "../support/store-spy.ts"

const invalid = { code: "invalid" }
const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels))
// With the names and the brackets around it, this is 64 KiB.
const largest = 64 * 1024 - JSON.stringify({ value: [""] }).length
const withFacts = { schema: defineSchema({ user: { fields: { facts: json() } } }) }

describe("JSON values", () => {
  test("are returned as given", async () => {
    const { adapter } = openMemory(withFacts)
    const facts = {
      text: "2026-03-04T05:06:07.089Z",
      none: null,
      list: [1, -0.5, true, [], {}],
      数: { "": "" },
    }
    expect((await adapter.createUser({ id: "ada", facts })).facts).toEqual(facts)
    expect((await adapter.getUser("ada"))?.facts).toEqual(facts)
  })

  test("have no minus zero, as in JSON text", async () => {
    const { adapter } = openMemory(withFacts)
    const { facts } = await adapter.createUser({ id: "ada", facts: [-0] })
    expect(facts).toEqual([0])
    expect(Object.is((facts as number[])[0], 0)).toBe(true)
  })

  const cyclic: Record<string, unknown> = {}
  for (let n = 0; n < 20; n++) cyclic[n] = cyclic
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()

  test.each([
    ["a Date", new Date()],
    ["a Map", new Map()],
    ["a function", () => {}],
    ["a bigint", 1n],
    ["NaN", Number.NaN],
    ["a list with holes", new Array(3)],
    ["a very long list of holes", new Array(2 ** 32 - 1)],
    ["undefined in a list", [undefined]],
    ["an object with toJSON", { toJSON: () => 1 }],
    ["NUL in a text", ["\0"]],
    ["NUL in a name", { "\0": 1 }],
    ["a lone surrogate in a name", { "\ud800": 1 }],
    [
      "a getter",
      {
        get a() {
          throw new TypeError("canary")
        },
      },
    ],
    ["a revoked proxy", [proxy]],
    ["an object that contains itself many times", cyclic],
    ["a list that is nested too deeply", nested(17)],
    ["more than 64 KiB", ["x".repeat(largest + 1)]],
  ])("must not contain %s", async (_, value) => {
    const { adapter, calls } = spyOnStore(withFacts)
    await expect(adapter.createUser({ facts: { value } as never })).rejects.toMatchObject({
      ...invalid,
      fields: ["facts"],
    })
    expect(calls).toEqual([])
  })

  test.each([
    ["lists of 16 levels", nested(16)],
    ["64 KiB", ["x".repeat(largest)]],
  ])("may contain %s", async (_, value) => {
    const { adapter } = spyOnStore(withFacts)
    expect(await adapter.createUser({ facts: { value } })).toMatchObject({ facts: { value } })
  })
})
