import { describe, expect, test } from "vitest"
import { normalizeProfile } from "../../src/auth/oauth/normalize-profile.ts"

const provider = { id: "acme", type: "oidc", issuer: "https://acme.example", clientId: "app" } as const
const normalize = (claims: Record<string, unknown>) => normalizeProfile(provider, claims)

describe("SEC-C2, GHSA-5hvv-9cqv-894r: an id left by a failed request or a wrong conversion", () => {
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
  ])("%j is not accepted", (sub) => {
    expect(normalize({ sub, name: "Ada" })).toBeNull()
  })

  test("does not include ids that a provider may use", () => {
    expect(["7", "00", " ", "Null", "a"].map((sub) => normalize({ sub })?.id)).toEqual([
      "7",
      "00",
      " ",
      "Null",
      "a",
    ])
    expect(normalize({ sub: 7 })?.id).toBe("7")
  })
})

test.each(["a\0b", "cut \ud83d"])("SEC-R15: %j is not stored as a name, an image or an id", (text) => {
  expect(normalize({ sub: "1", name: text, picture: text })).toMatchObject({ name: null, image: null })
  expect(normalize({ sub: text })).toBeNull()
})

test("SEC-J6: a profile sets no other field of the user", () => {
  const claims = { sub: "1", name: "Ada", email: "ada@example.com", email_verified: true, picture: "ada.png" }
  const hostile = {
    ...claims,
    userId: "2",
    emailVerified: new Date(),
    role: "admin",
    __proto__: { admin: 1 },
  }
  expect(normalize(hostile)).toEqual({ id: "1", name: "Ada", email: "ada@example.com", image: "ada.png" })
  const mapped = { ...provider, profile: () => ({ id: "1", role: "admin" }) }
  expect(normalizeProfile(mapped, claims)).toEqual({ id: "1", name: null, email: null, image: null })
})

describe("SEC-C4: an address", () => {
  test.each([
    [true, "ada@example.com"],
    [false, null],
    [undefined, null],
    ["true", null],
    [1, null],
  ])("whose email_verified is %j is stored as %j", (email_verified, email) => {
    const claims = { sub: "1", email: "Ada@Example.com", email_verified }
    expect(normalize(claims)?.email).toBe(email)
    // A profile of JavaScript may pass on what its provider says.
    const profile = () => ({ id: "1", email: "Ada@Example.com", emailVerified: email_verified as boolean })
    expect(normalizeProfile({ ...provider, profile }, claims)?.email).toBe(email)
  })

  test("that is invalid is not stored, even if it is verified", () => {
    expect(normalize({ sub: "1", email: "a@x.com,b@y.com", email_verified: true })?.email).toBeNull()
  })
})
