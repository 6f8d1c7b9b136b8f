import { expect, test } from "vitest"
import { utf8 } from "../../../src/shared/bytes.ts"
import { createHmac, createWebHmac } from "../../../src/shared/fast-hmac.ts"

test.each([
  ["of the runtime", createHmac],
  ["of WebCrypto", createWebHmac],
])("HMAC-SHA-256 %s computes test case 2 of RFC 4231", async (_, create) => {
  const hash = await create(utf8("Jefe"))("what do ya want for nothing?")
  const hex = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
  expect(Buffer.from(hash, "base64url").toString("hex")).toBe(hex)
})

test.each(["", "é", "\ud800", "a\0b"])("both implementations compute the same for %j", async (text) => {
  const key = utf8("k".repeat(32))
  expect(await createHmac(key)(text)).toBe(await createWebHmac(key)(text))
})
