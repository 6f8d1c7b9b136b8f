import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { seed } from "../../../workshop/src/tests/seed.ts"
import { defaultSchema } from "../../src/contract/build-schema.ts"
import type { Json } from "../../src/contract/fields.ts"
import { callNamed, getCalls } from "../../src/http/protocol/calls.ts"
import { parseStrictJson } from "../../src/http/protocol/strict-json.ts"
import { boolean, date, defineSchema, integer, json, number, text } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openDirect } from "./support/open-direct.ts"

const schema = defineSchema({
  user: {
    fields: {
      role: text({ default: "member" }),
      seen: date(),
      born: date({ optional: true }),
      logins: integer({ optional: true }),
      trust: number({ optional: true }),
      banned: boolean({ optional: true }),
      profile: json({ optional: true }),
      looksLikeDate: text({ optional: true }),
    },
  },
})

const dates = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
const wellFormed = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"))
const plainJson = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)
  .filter((value) => !/__proto__|\\u0000/.test(JSON.stringify(value)) && JSON.stringify(value).isWellFormed())

describe("SEC-K9 SEC-O8 stored values are returned exactly, by the kind of their field", () => {
  const user = fc.record(
    {
      name: fc.option(wellFormed),
      emailVerified: fc.option(dates),
      seen: fc.option(dates),
      born: dates,
      logins: fc.maxSafeInteger(),
      trust: fc.double({ noNaN: true, noDefaultInfinity: true }),
      banned: fc.boolean(),
      profile: plainJson.filter((value) => value !== null),
      looksLikeDate: dates.map((value) => value.toISOString()),
    },
    { requiredKeys: [] },
  )

  test("rows, with fields of every kind present, null or absent", async () => {
    const near = memoryAdapter({ schema })
    const { adapter } = await openDirect(memoryAdapter({ schema }), { client: { schema } })
    await fc.assert(
      fc.asyncProperty(user, async (given) => {
        const id = crypto.randomUUID()
        const expected = await near.createUser({ id, ...given })
        expect(await adapter.createUser({ id, ...given })).toEqual(expected)
        expect(await adapter.getUser(id)).toEqual(expected)
        const cleared = Object.fromEntries(Object.keys(given).map((name) => [name, null]))
        expect(await adapter.updateUser({ id, ...cleared })).toEqual(
          await near.updateUser({ id, ...cleared }),
        )
      }),
      { seed, numRuns: 200 },
    )
  })

  test("unknown fields with unknown: keep", async () => {
    const keeping = defineSchema({ unknown: "keep" })
    const behind = memoryAdapter({ schema: keeping })
    const { adapter } = await openDirect(behind, { client: { schema: keeping } })
    const user = { id: "ada", email: "ada@example.com", nickname: "A", tags: ["x", { y: null }] }
    const stored = await adapter.createUser(user)
    expect(stored).toMatchObject(user)
    expect(stored).toEqual(await behind.getUser("ada"))
  })
})

test("SEC-J5 inherited properties of a row are not sent", () => {
  const { returns } = callNamed(
    getCalls(defaultSchema(), () => {}),
    "getUser",
  )
  const own = { id: "ada", name: null, email: "ada@example.com", emailVerified: null }
  const row = Object.assign(Object.create({ image: "inherited" }), own)
  expect(returns.encode(row)).toEqual({ ...own, image: null })
})

describe("SEC-A6 a date has one spelling", () => {
  const { takes } = callNamed(
    getCalls(defaultSchema(), () => {}),
    "createSession",
  )
  const decode = (expires: unknown) => takes[0]?.decode({ sessionToken: "s", userId: "u", expires })

  test("the exact spelling is accepted", () => {
    expect(decode("2026-02-28T23:59:59.999Z")).toMatchObject({
      expires: new Date("2026-02-28T23:59:59.999Z"),
    })
  })

  test.each([
    "2026-02-30T00:00:00.000Z",
    "2026-02-28T23:59:59Z",
    "2026-02-28T23:59:59.9Z",
    "2026-02-28T23:59:59.999999Z",
    "2026-02-28T23:59:59.999+00:00",
    "2026-02-28T24:00:00.000Z",
    "0000-01-01T00:00:00.000Z",
    "2026-02-28 23:59:59.999Z",
    "2026-02-28",
    "+012026-02-28T23:59:59.999Z",
    "1772323199999",
    1772323199999,
    "tomorrow",
    "",
    {},
    true,
  ])("%j is refused", (value) => {
    expect(() => decode(value)).toThrow(/session.expires/)
  })
})

describe("SEC-K7 strict JSON", () => {
  const parse = (text: string) => parseStrictJson(text, { depth: 4, keys: 10 })

  test("agrees with JSON.parse on everything that JSON.stringify writes", () => {
    const nesting = { depth: 100, keys: 10_000 }
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(parseStrictJson(text, nesting)).toEqual(JSON.parse(text))
      }),
      { seed },
    )
  })

  test.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"b\\":1,\\"b\\":2"}',
    '{"a":"}","b":"]["}',
    "[1.0,-0.5e-3,9007199254740992,1e21,0e0,-0]",
    "[12.5e1,1200e-2,1.50,0.000e-9,-0.0,5e-324,1.7976931348623157e+308,0.1,1E2]",
    '[[["x"]]]',
    // As deep, and with as many keys, as the limits allow.
    '[{"a":[{"b":1}]}]',
    `[{${Array.from({ length: 9 }, (_, nth) => `"${nth}":0`)}},{"a":0}]`,
    '{"\\\\":1,"\\"":2}',
  ])("accepts %s", (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  test("accepts or refuses a number of any length", () => {
    const zeros = "0".repeat(250_000)
    expect(parse(`[1.${zeros}]`)).toEqual([1])
    for (const literal of [`0.${zeros}1`, `1.${zeros}1`, `1${zeros}`, `1${zeros}1e-250001`])
      expect(() => parse(`[${literal}]`)).toThrow(/exactly/)
  })

  test.each([
    ['{"a":1,"a":1}', /duplicate/],
    ['{"a":1,"b":{"c":1,"\\u0063":2}}', /duplicate/],
    ['{"a" :1,"b":[{}],\n"a"\t:2}', /duplicate/],
    ["[[[[[]]]]]", /deep/],
    [`{${Array.from({ length: 11 }, (_, nth) => `"${nth}":0`)}}`, /keys/],
    ["[9007199254740993]", /exactly/],
    ["[-12345678901234567890]", /exactly/],
    ["[1e400]", /exactly/],
    ["[1e-400]", /exactly/],
    ["[1.0000000000000000001]", /exactly/],
    ["[9007199254740990.6]", /exactly/],
    ["[-0.1e-400]", /exactly/],
    ["[123e-2000]", /exactly/],
    ["[01]", /not JSON/],
    ["[NaN]", /not JSON/],
    ["", /not JSON/],
  ])("refuses %s", (text, why) => {
    expect(() => parse(text)).toThrow(why)
  })
})
