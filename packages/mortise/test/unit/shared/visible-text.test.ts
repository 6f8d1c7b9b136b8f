import { describe, expect, test } from "vitest"
import { visibleText } from "../../../src/shared/visible-text.ts"

describe("SEC-T22 text from outside is shown with the joiners that people write", () => {
  test.each([
    ["a family", "👩‍👩‍👧"],
    ["a profession with a skin tone", "👩🏽‍🚀"],
    ["a heart with a variation selector", "❤️‍🔥"],
    ["a Persian name", "علی‌رضا می‌نویسد"],
    ["a Devanagari conjunct", "क्‍ष"],
  ])("%s stays as it is", (_, text) => {
    expect(visibleText(text)).toBe(text)
  })

  test.each([
    ["a joiner in a Latin address", "ad\u200da@example.com", "ad\\u200da@example.com"],
    ["a non-joiner in a Latin address", "ad\u200ca@example.com", "ad\\u200ca@example.com"],
    ["a joiner after the last emoji", "👩\u200d", "👩\\u200d"],
    ["a joiner between an emoji and a letter", "👩\u200da", "👩\\u200da"],
    ["two non-joiners in a row", "ی\u200c\u200cر", "ی\\u200c\\u200cر"],
    ["a non-joiner before a Latin letter", "ی\u200ca", "ی\\u200ca"],
    [
      "other invisible characters",
      "a\u202eb\u200bc\u2060d\ufeffe\u0000\u2028",
      "a\\u202eb\\u200bc\\u2060d\\ufeffe\\u0000\\u2028",
    ],
    ["hidden text in tags", "a\u{e0041}", "a\\udb40\\udc41"],
  ])("%s is escaped", (_, text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })
})
