import { describe, expect, test } from "vitest"
import { defineSchema, text } from "../../src/index.ts"
import { type EncryptedTokensOptions, encryptedTokens } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { testKeys as keys } from "./support/test-keys.ts"

describe("encryptedTokens refuses when it is created", () => {
  const good = keys[0]?.secret as string
  test.each<[string, unknown, RegExp]>([
    ["no options", undefined, /keys must be a list/],
    ["no keys", {}, /keys must be a list/],
    ["an empty list", { keys: [] }, /keys must be a list/],
    [
      "a missing secret",
      { keys: [{ id: "a", secret: undefined }] },
      /keys\[0\]\.secret is missing: set its environment variable/,
    ],
    [
      "a short secret",
      { keys: [{ id: "a", secret: good.slice(0, 40) }] },
      /keys\[0\]\.secret must be at least 32/,
    ],
    ["a secret that is not base64", { keys: [{ id: "a", secret: `${good}!` }] }, /keys\[0\]\.secret/],
    ["a secret that is not random", { keys: [{ id: "a", secret: new Uint8Array(32) }] }, /keys\[0\]\.secret/],
    ["a missing id", { keys: [{ secret: good }] }, /keys\[0\]\.id must be/],
    ["an id with a dot", { keys: [{ id: "a.b", secret: good }] }, /keys\[0\]\.id must be/],
    ["two equal ids", { keys: [keys[0], { ...keys[1], id: "new" }] }, /keys\[1\] has the id of another key/],
    [
      "two equal secrets",
      { keys: [keys[0], { id: "b", secret: good }] },
      /keys\[1\] has the secret of another/,
    ],
    ["another option", { keys, field: [] }, /did you mean "fields"/],
    ["a wrong existingPlaintext", { keys, existingPlaintext: "yes" }, /existingPlaintext must be/],
    ["fields that are no list", { keys, fields: "note" }, /fields must be a list/],
    ["a field of the key", { keys, fields: ["provider"] }, /account\.provider is part of a key/],
    ["the owner", { keys, fields: ["userId"] }, /account\.userId is part of a key/],
    ["a number", { keys, fields: ["expires_at"] }, /account\.expires_at is not text/],
    [
      "a field in lower case",
      { keys, fields: ["token_type"] },
      /account\.token_type has values of a fixed form/,
    ],
    ["a field with a default", { keys, fields: ["plan"] }, /account\.plan has a default/],
    ["an unknown field", { keys, fields: ["nothing"] }, /account\.nothing is not declared/],
    ["a short field", { keys, fields: ["short"] }, /account\.short is too short .* 99 bytes/],
  ])("%s", (_, options, message) => {
    const fields = { plan: text({ default: "free" }), short: text({ max: 99 }) }
    const adapter = memoryAdapter({ schema: defineSchema({ account: { fields } }) })
    const add = () => encryptedTokens(adapter, options as EncryptedTokensOptions)
    expect(add).toThrow(message)
    expect(add).toThrow(
      expect.objectContaining({ code: "invalid", message: expect.not.stringContaining(good.slice(0, 40)) }),
    )
  })

  test("a key field of a third-party adapter", () => {
    const official = { createUser: async () => null }
    expect(() => encryptedTokens(official, { keys, fields: ["providerAccountId"] })).toThrow("part of a key")
  })
})
