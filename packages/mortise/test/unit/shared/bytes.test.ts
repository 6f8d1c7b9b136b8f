import { describe, expect, test } from "vitest"
import {
  concatBytes,
  fromBase64,
  fromUtf8,
  randomBytes,
  randomToken,
  sameText,
  sha256,
  toBase64,
  toBase64Url,
  utf8,
} from "../../../src/shared/bytes.ts"

describe("UTF-8", () => {
  test("is read as it was written, with a byte-order mark", () => {
    for (const text of ["", "é語👩‍💻", "\ufeffa"]) expect(fromUtf8(utf8(text))).toBe(text)
  })

  test("must be valid", () => {
    expect(() => fromUtf8(new Uint8Array([0x61, 0xff]))).toThrow(TypeError)
  })
})

test("parts are concatenated in their order", () => {
  expect(concatBytes([utf8("ab"), utf8(""), utf8("c"), utf8("def")])).toEqual(utf8("abcdef"))
  expect(concatBytes([])).toEqual(new Uint8Array())
})

describe("random values", () => {
  test("have the given length and differ", () => {
    expect(randomBytes(16)).toHaveLength(16)
    expect(randomBytes(16)).not.toEqual(randomBytes(16))
  })

  test("tokens have 256 bits and are safe in a URL", () => {
    expect(randomToken()).toMatch(/^[\w-]{43}$/)
    expect(randomToken()).not.toBe(randomToken())
  })
})

test("a SHA-256 digest is that of the UTF-8 of a text", async () => {
  expect(await sha256("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
  expect(await sha256(utf8("abc"))).toBe(await sha256("abc"))
})

describe("base64", () => {
  const all = Uint8Array.from({ length: 256 }, (_, at) => at)

  test("has the same result as Node at every length, even above the number of arguments of one call", () => {
    for (const length of [0, 1, 2, 3, 0x1fff, 0x2000, 0x2001, 65_536]) {
      const bytes = randomBytes(length).fill(7, 0, 1)
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"))
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString("base64url"))
    }
    expect(toBase64Url(all)).toBe(Buffer.from(all).toString("base64url"))
  })

  test("is read in either alphabet, padded or not", () => {
    for (const bytes of [all, all.subarray(0, 255), all.subarray(0, 254)]) {
      expect(fromBase64(toBase64(bytes))).toEqual(Uint8Array.from(bytes))
      expect(fromBase64(toBase64Url(bytes))).toEqual(Uint8Array.from(bytes))
    }
  })

  test.each(["a", "ab c", "ab==c", "ab===", "ä", "ab\n"])("%j is refused", (text) => {
    expect(fromBase64(text)).toBeNull()
  })
})

test("texts are the same only if every character is", () => {
  expect(sameText("secret", "secret")).toBe(true)
  expect(sameText("", "")).toBe(true)
  for (const other of ["", "Secret", "secreT", "secre", "secrets", "secret\0"])
    expect(sameText(other, "secret"), other).toBe(false)
})
