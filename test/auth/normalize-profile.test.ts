import { describe, expect, test } from "vitest"
import { normalizeProfile } from "../../src/auth/oauth/normalize-profile.ts"

const provider = { id: "acme", type: "oidc", issuer: "https://acme.example", clientId: "app" } as const
const person = (claims: Record<string, unknown>) => normalizeProfile(provider, claims)

describe("SEC-C2, GHSA-5hvv-9cqv-894r: an id that a failed request or a careless conversion leaves", () => {
  test.each([
    [""],
    ["0"],
    ["undefined"],
    ["null"],
    ["NaN"],
    ["[object Object]"],
    ["true"],
    ["false"],
    [0],
    [-0],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1.5],
    [2 ** 53],
    [null],
    [undefined],
    [true],
    [{}],
    [["7"]],
    [() => "7"],
  ])("%j is nobody's", (sub) => {
    expect(person({ sub, name: "Ada" })).toBeNull()
  })

  test("leaves those alone that a provider may have given", () => {
    expect(["7", "00", " ", "Null", "a"].map((sub) => person({ sub })?.id)).toEqual([
      "7",
      "00",
      " ",
      "Null",
      "a",
    ])
    expect(person({ sub: 7 })?.id).toBe("7")
  })
})

describe("SEC-C4: an address", () => {
  test.each([
    [true, "ada@example.com"],
    [false, null],
    [undefined, null],
    ["true", null],
    [1, null],
  ])("whose email_verified is %j is kept as %j", (email_verified, email) => {
    expect(person({ sub: "1", email: "Ada@Example.com", email_verified })?.email).toBe(email)
  })

  test("that is none is not kept, however verified", () => {
    expect(person({ sub: "1", email: "a@x.com,b@y.com", email_verified: true })?.email).toBeNull()
  })
})
