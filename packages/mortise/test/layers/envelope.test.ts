import { describe, expect, test } from "vitest"
import { seededRandom } from "../../../workshop/src/tests/seed.ts"
import { tier } from "../../../workshop/src/tests/tier.ts"
import { checkKeys, importSecret } from "../../src/layers/encrypted-tokens/encryption-keys.ts"
import {
  decrypt,
  deriveKey,
  encrypt,
  open,
  plainLimit,
  readForm,
  seal,
} from "../../src/layers/encrypted-tokens/envelope.ts"
import { testKeys } from "./support/test-keys.ts"

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
const keys = checkKeys(testKeys)
const place = { model: "account", field: "access_token", key: ["github", "1815"] }
const corrupt = { code: "corrupt", model: "account", fields: ["access_token"] }

describe("SEC-I11: known answers", () => {
  test.each([
    {
      name: "A.1 of RFC 5869",
      secret: "0b".repeat(22),
      salt: "000102030405060708090a0b0c",
      info: "f0f1f2f3f4f5f6f7f8f9",
      key: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf",
    },
    {
      name: "A.3 of RFC 5869",
      secret: "0b".repeat(22),
      salt: "",
      info: "",
      key: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d",
    },
  ])("HKDF-SHA-256: $name", async ({ secret, salt, info, key }) => {
    const derived = await deriveKey(await importSecret(fromHex(secret)), fromHex(salt), fromHex(info))
    expect(toHex(derived)).toBe(key)
  })

  // From "The Galois/Counter Mode of Operation" of McGrew and Viega, test cases 14 and 16.
  test.each([
    {
      name: "14",
      key: "00".repeat(32),
      nonce: "00".repeat(12),
      aad: "",
      plain: "00".repeat(16),
      sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919",
    },
    {
      name: "16",
      key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
      nonce: "cafebabefacedbaddecaf888",
      aad: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      plain:
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
      sealed:
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b",
    },
  ])("AES-256-GCM: case $name", async ({ key, nonce, aad, plain, sealed }) => {
    const [k, n, a] = [fromHex(key), fromHex(nonce), fromHex(aad)]
    expect(toHex(await encrypt(k, n, a, fromHex(plain)))).toBe(sealed)
    expect(toHex(await decrypt(k, n, a, fromHex(sealed)))).toBe(plain)
  })

  // Stored data must stay readable: this text never changes.
  test("a value that was stored by the first version is still read", async () => {
    const stored =
      "enc1.new.e93H3XR861WjfQoUZhiPlA.fpWAa8PIQwpgyOBd.6ygrCnhIWX0KHfkGhXwSAhCCWqgyP9KJZ8wmgtKKqpSA5Gm0AZcsrPn7v1jFP0Iv7USv5KfHHdI"
    expect(await open(keys, place, stored)).toBe("gho_16C7e42F292c6912E7710c838347Ae178B4a")
  })
})

test("a text is the same after seal and open, and is never encrypted alike twice", async () => {
  for (const text of ["a token", "ж€\u{1f600}\ufeff", "x".repeat(5000), "enc1.old.a.b.c"]) {
    const [one, other] = [await seal(keys, place, text), await seal(keys, place, text)]
    expect([await open(keys, place, one), await open(keys, place, other)]).toEqual([text, text])
    expect(one).not.toBe(other)
    expect(one).not.toContain(text.slice(0, 20))
    expect(readForm(one)).toEqual({ keyId: "new" })
  }
})

test("SEC-I7: no salt and no nonce is used twice", async () => {
  const rounds = tier === "full" ? 100_000 : 2_000
  const seen = new Set<string>()
  for (let nth = 0; nth < rounds; nth += 100) {
    const sealed = await Promise.all(Array.from({ length: 100 }, () => seal(keys, place, "a")))
    for (const text of sealed) for (const part of text.split(".").slice(2, 4)) seen.add(part)
  }
  expect(seen.size).toBe(2 * rounds)
}, 600_000)

describe("SEC-I3: a text that was stored elsewhere is corrupt", () => {
  const others = {
    "another field": { field: "id_token" },
    "another model": { model: "verification" },
    "another account": { key: ["github", "1816"] },
    "another provider": { key: ["gitlab", "1815"] },
    "the same characters in other parts of the key": { key: ["github1", "815"] },
    "no row": { key: [] },
  }
  test.each(Object.entries(others))("%s", async (_, other) => {
    const stored = await seal(keys, { ...place, ...other }, "secret")
    await expect(open(keys, place, stored)).rejects.toMatchObject(corrupt)
  })

  test("a key that is not there is named, and no other key is tried", async () => {
    const stored = await seal(keys, place, "secret")
    const later = checkKeys([testKeys[1]])
    await expect(open(later, place, stored)).rejects.toMatchObject({
      ...corrupt,
      message:
        "account.access_token was encrypted with the key new, which is not among the keys: add it again.",
    })
    await expect(open(keys, place, stored.replace(".new.", ".old."))).rejects.toMatchObject(corrupt)
  })
})

test("SEC-I3, SEC-O8: a mutated text is corrupt, and never passes for plain text", async () => {
  const rounds = tier === "full" ? 100_000 : 10_000
  const stored = await seal(keys, place, "gho_16C7e42F292c6912E7710c838347Ae178B4a")
  const other = await seal(keys, place, "another")
  const next = seededRandom("mutated envelopes")
  const random = (below: number) => Math.floor(next() * below)
  const changes: readonly ((at: number) => string)[] = [
    (at) =>
      stored.slice(0, at) +
      String.fromCharCode(stored.charCodeAt(at) ^ (1 << random(7))) +
      stored.slice(at + 1),
    (at) => stored.slice(0, Math.max(at, 5)),
    (at) => `${stored.slice(0, at)}A${stored.slice(at)}`,
    (at) => stored.slice(0, Math.max(at, 5)) + stored.slice(at + 1 + random(9)),
    (at) => `${stored}${"=A+/.\n"[at % 6]}`,
    (at) => {
      const [mine, theirs] = [stored.split("."), other.split(".")]
      return mine.map((part, nth) => (nth === 2 + (at % 3) ? theirs[nth] : part)).join(".")
    },
    () => stored.replace("enc1.", `enc${2 + random(20)}.`),
    () => stored.replace(".new.", `.${random(1000)}.`),
  ]
  const outcomes = new Set<string>()
  const tryOne = async (mutated: string) => {
    const form = readForm(mutated) === "plain" ? "plain" : "not plain"
    const opened = await open(keys, place, mutated).catch(({ code, fields }) => `${code} ${fields}`)
    outcomes.add(`${form}, ${opened}`)
  }
  for (let nth = 0; nth < rounds; nth += 100) {
    const batch = Array.from({ length: 100 }, (_, at) =>
      changes[at % changes.length]?.(random(stored.length)),
    )
    await Promise.all(batch.map((mutated = "") => mutated !== stored && tryOne(mutated)))
  }
  expect([...outcomes]).toEqual(["not plain, corrupt access_token"])
})

test("texts of other programs count as plain", () => {
  const jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl"
  const jwe = `eyJhbGciOiJBMTI4R0NNS1ciLCJlbmMiOiJBMTI4R0NNIn0.${"k".repeat(22)}.${"i".repeat(16)}.Y2lwaGVy.dGFn`
  for (const text of ["gho_token", "1//refresh", "ya29.a0", "encoded", "enc1", jwt, jwe])
    expect(readForm(text)).toBe("plain")
})

test("the longest text fits with the longest key id, and no longer one does", async () => {
  const long = checkKeys([{ ...testKeys[0], id: "k".repeat(32) }])
  for (const max of [128, 255, 65_535, 65_536]) {
    const limit = plainLimit(max)
    expect((await seal(long, place, "x".repeat(limit))).length).toBeLessThanOrEqual(max)
    expect((await seal(long, place, "x".repeat(limit + 1))).length).toBeGreaterThan(max)
  }
})
