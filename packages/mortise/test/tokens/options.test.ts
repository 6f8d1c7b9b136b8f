import { describe, expect, test } from "vitest"
import { type Adapter, MortiseError } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { accessTokens, type TokenOptions } from "../../src/tokens/index.ts"

const acme = { id: "acme", type: "oidc", issuer: "https://id.example", clientId: "app" } as const
const valid: TokenOptions = { adapter: memoryAdapter(), providers: [acme] }

const messageOf = (options: object): string => {
  try {
    accessTokens({ ...valid, ...options })
    return "accepted"
  } catch (error) {
    return error instanceof MortiseError ? `${error.code}: ${error.message}` : "another error"
  }
}

describe("an adapter that lacks what is needed is refused when the functions are made", () => {
  test("an adapter that is not from Mortise", () => {
    expect(messageOf({ adapter: { getUser: () => null } })).toMatch(
      /^missing_operation: accessTokens needs updateAccount, listAccounts, slots, which/,
    )
  })

  test("an adapter with an operation of its own that the extras would bypass", () => {
    const own: Adapter = { ...memoryAdapter(), getAccount: async () => null }
    expect(messageOf({ adapter: own })).toMatch(
      /^missing_operation: accessTokens needs updateAccount, listAccounts, which/,
    )
  })
})

test.each([
  ["an unknown option", { leeway: 1 }, /there is no option "leeway"; did you mean "leewaySeconds"/],
  ["no provider", { providers: [] }, /at least one provider/],
  ["two providers with one id", { providers: [acme, acme] }, /two providers have the same id/],
  ["a provider without a client id", { providers: [{ ...acme, clientId: "" }] }, /an id and a clientId/],
  [
    "a provider without a type",
    { providers: [{ ...acme, type: undefined }] },
    /"oidc", with issuer, or "oauth"/,
  ],
  ["an OpenID provider without an issuer", { providers: [{ ...acme, issuer: undefined }] }, /acme .* issuer/],
  [
    "an OAuth provider without a token endpoint",
    { providers: [{ id: "b", type: "oauth", clientId: "c" }] },
    /"oauth", with token/,
  ],
  [
    "an issuer without https",
    { providers: [{ ...acme, issuer: "http://id.example" }] },
    /must start with https/,
  ],
  [
    "a revocation endpoint without https",
    {
      providers: [
        { id: "b", type: "oauth", clientId: "c", token: "https://b.example", revocation: "http://b.example" },
      ],
    },
    /must start with https/,
  ],
  [
    "a lifetime of zero",
    { providers: [{ ...acme, lifetimeSeconds: 0 }] },
    /lifetimeSeconds of the provider acme/,
  ],
  ["a negative leeway", { leewaySeconds: -1 }, /leewaySeconds must be a number/],
])("%s is refused", (_, options, message) => {
  expect(messageOf({})).toBe("accepted")
  expect(messageOf(options)).toMatch(message)
  expect(messageOf(options)).toMatch(/^invalid: /)
})
