import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { seed } from "../../../../workshop/src/tests/seed.ts"
import { canonicalEmail, defineSchema } from "../../../src/index.ts"
import { openMemory } from "../../support/memory.ts"

describe("canonicalEmail", () => {
  test.each([
    ["  Ada@Example.COM \n", "ada@example.com"],
    ["ＡＤＡ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"],
    ["ada﹫example.com", "ada@example.com"],
    ["e\u0301@example.com", "é@example.com"],
    ["ﬀ@example.com", "ff@example.com"],
    ["Straße@example.com", "straße@example.com"],
    ["İ@example.com", "i̇@example.com"],
    ["I\u0327\u0307@example.com", "i\u0327\u0307@example.com"],
    ["ΑΣ@example.com", "ας@example.com"],
    ["\u3000ada@example.com\u00a0", "ada@example.com"],
    ["", ""],
    ["Info@BÜCHER.example", "info@xn--bcher-kva.example"],
    ["info@bu\u0308cher.example", "info@xn--bcher-kva.example"],
    ["info@XN--bcher-kva.example", "info@xn--bcher-kva.example"],
    ["ada@faß.example", "ada@xn--fa-hia.example"],
    ["用户@例え。テスト", "用户@xn--r8jz45g.xn--zckzah"],
    ["ada@exa\u00admple.com", "ada@example.com"],
    ["ada@१。2", "ada@१。2"],
    ["ada@bü cher/x", "ada@bü cher/x"],
  ])("%j becomes %j", (given, canonical) => {
    expect(canonicalEmail(given)).toBe(canonical)
  })

  test.each([
    ["a Cyrillic look-alike", "аda@example.com"],
    ["dots in the local part", "a.da@example.com"],
    ["a tag", "ada+news@example.com"],
    ["a zero-width space", "a\u200bda@example.com"],
  ])("SEC-C9 does not treat an address with %s as the one it resembles", (_, other) => {
    expect(canonicalEmail(other)).not.toBe("ada@example.com")
  })
})

test("SEC-R16 the typed and the ASCII form of an international domain are one user", async () => {
  const { adapter } = openMemory()
  const user = await adapter.createUser({ email: "info@Bücher.example" })
  expect(user.email).toBe("info@xn--bcher-kva.example")
  expect(await adapter.getUserByEmail("info@bücher.example")).toEqual(user)
  expect(await adapter.getUserByEmail("info@xn--bcher-kva.example")).toEqual(user)
  await expect(adapter.createUser({ email: "INFO@xn--bcher-kva.example" })).rejects.toMatchObject({
    code: "conflict",
  })
})

describe("SEC-C10 canonicalEmail is idempotent", () => {
  const isStable = (text: string) => {
    const once = canonicalEmail(text)
    return canonicalEmail(once) === once
  }

  const points = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, nth) => String.fromCodePoint(from + nth))

  test("for every code point between a letter and a mark", () => {
    // Fifty code points per call, separated by a character that does not combine with others.
    for (let first = 0; first < 0x110000; first += 50) {
      const text = points(first, Math.min(first + 50, 0x110000)).map((point) => `A${point}\u0301`)
      if (!isStable(text.join("@"))) expect.unreachable(`from U+${first.toString(16)}`)
    }
  })

  test("for every code point of the basic multilingual plane alone, which covers trimming", () => {
    expect(points(0, 0x10000).filter((point) => !isStable(point))).toEqual([])
  })

  // Letters for which lower-casing and normalization interact, marks of several combining classes, spaces.
  const pieces = [
    ..."aAıİßẞΣσςǅﬁÅＡ㏂\u0301\u0323\u0345\u0307\u00b4\u1fef \u3000\ufeff@.",
    "\ud800",
    "ά",
    "ᾳ",
  ]
  test.each([
    ["of any kind", fc.string({ unit: "binary" })],
    ["of graphemes", fc.string({ unit: "grapheme" })],
    [
      "of letters that normalization changes",
      fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join("")),
    ],
  ])("for random text %s", (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => isStable(text)),
      { seed, numRuns: 3000 },
    )
  })

  test("so a lookup by the given or the canonical form finds the same user", async () => {
    const emails = fc.tuple(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
      fc.constant("@Example.com"),
    )
    await fc.assert(
      fc.asyncProperty(emails, async ([local, domain]) => {
        const { adapter } = openMemory()
        const user = await adapter.createUser({ email: local + domain })
        expect(await adapter.getUserByEmail(local + domain)).toEqual(user)
        expect(await adapter.getUserByEmail(canonicalEmail(local + domain))).toEqual(user)
        expect(user.email).toBe(canonicalEmail(local + domain))
      }),
      { seed },
    )
  })
})

describe("SEC-J9 1 MiB of hostile text", () => {
  // Normalization sorts these marks in quadratic time: it would take minutes.
  const marks = "a".padEnd(2 ** 20, "\u0301\u0323")
  test.each([
    ["marks", marks],
    ["spaces", " ".repeat(2 ** 20)],
    ["spaces between characters", `a${" ".repeat(2 ** 20)}@`],
    ["at signs", "@".repeat(2 ** 20)],
    ["ligatures", "ﷺ".repeat(2 ** 20)],
  ])("is refused quickly: %s", async (_, text) => {
    canonicalEmail(text)
    const { adapter } = openMemory()
    expect(await adapter.getUserByEmail(text)).toBeNull()
    await expect(adapter.createUser({ email: text })).rejects.toMatchObject({
      code: "invalid",
      fields: ["email"],
    })
  })
})

describe('email: "exact"', () => {
  test("stores and compares an email exactly as given", async () => {
    const { adapter } = openMemory({ schema: defineSchema({ email: "exact" }) })
    const user = await adapter.createUser({ email: " Ada@Example.com" })
    expect(user.email).toBe(" Ada@Example.com")
    expect(await adapter.getUserByEmail("ada@example.com")).toBeNull()
    expect(await adapter.getUserByEmail(" Ada@Example.com")).toEqual(user)
    await adapter.createUser({ email: "ada@example.com" })
    await expect(adapter.createUser({ email: " Ada@Example.com" })).rejects.toMatchObject({
      code: "conflict",
    })
  })
})

describe("emailRequired", () => {
  test("refuses users without an email, and clearing it", async () => {
    const { adapter } = openMemory({ schema: defineSchema({ emailRequired: true }) })
    const missing = { code: "invalid", fields: ["email"] }
    await expect(adapter.createUser({ name: "Nemo" })).rejects.toMatchObject(missing)
    await expect(adapter.createUser({ name: "Nemo", email: null })).rejects.toMatchObject(missing)
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    await expect(adapter.updateUser({ id, email: null })).rejects.toMatchObject(missing)
  })
})
