import { describe, expect, test } from "vitest"
import { createKeys } from "../../src/auth/crypto/keys.ts"
import { createSealer } from "../../src/auth/crypto/seal.ts"
import { createCookies } from "../../src/auth/http/cookies.ts"
import { safePath } from "../../src/auth/http/safe-path.ts"
import { newSessionToken } from "../../src/auth/sessions/session-token.ts"
import { secret } from "./support/world.ts"

const other = "Zp3Rt8Lq1Xv6Nc9Hk4Wm7Bs2Yd5Gf0Ja"

describe("keys", () => {
  test("of two purposes and of two secrets are different", async () => {
    const keys = createKeys([secret, other])
    const made = await Promise.all([
      keys.macs("email link", "text"),
      keys.macs("email code", "text"),
      keys.macs("session handle", "text"),
    ])
    expect(new Set(made.flat().map((mac) => mac.split(".")[2])).size).toBe(6)
    expect(await keys.mac("email link", "text")).toBe(made[0]?.[0])
    expect(await createKeys([secret]).mac("email link", "text")).toBe(made[0]?.[0])
  })

  test("do not reveal the secret", async () => {
    const [mac = ""] = await createKeys([secret]).macs("single-use", secret)
    expect(mac).not.toContain(secret.slice(0, 6))
  })
})

describe("a sealer", () => {
  const at = (now: number, ...secrets: string[]) => createSealer(createKeys(secrets), () => now)

  test("opens what it sealed, for the same purpose, before it expires, also after a rotation", async () => {
    const sealed = await at(0, secret).seal("sealed oauth", { state: "s" }, 1000)
    expect(await at(999, secret).open("sealed oauth", sealed)).toEqual({ state: "s" })
    expect(await at(999, other, secret).open("sealed oauth", sealed)).toEqual({ state: "s" })
    expect(await at(1000, secret).open("sealed oauth", sealed), "at its expiry").toBeNull()
    expect(await at(0, secret).open("sealed passkey", sealed)).toBeNull()
    expect(await at(0, other).open("sealed oauth", sealed)).toBeNull()
  })

  test("does not open when any character was changed", async () => {
    const seal = at(0, secret)
    const sealed = await seal.seal("sealed oauth", { state: "s" }, 1000)
    for (let place = 0; place < sealed.length; place++) {
      const changed = `${sealed.slice(0, place)}${sealed[place] === "A" ? "B" : "A"}${sealed.slice(place + 1)}`
      const opened = await seal.open("sealed oauth", changed)
      // The last character of a part has unused bits, so another character may mean the same bytes.
      if (opened !== null) expect(sealed[place + 1] ?? ".").toBe(".")
    }
  })

  test.each(["", "s1", "s1.x.y.z", "....", "s1....", "\0", "s2.a.b.c"])(
    "does not throw on %j",
    async (text) => {
      expect(await at(0, secret).open("sealed oauth", text)).toBeNull()
    },
  )
})

describe("SEC-D1", () => {
  test("twenty thousand session tokens are all different", () => {
    expect(new Set(Array.from({ length: 20_000 }, () => newSessionToken(0))).size).toBe(20_000)
  })

  test("without a source of randomness, no token is created", () => {
    const { getRandomValues } = crypto
    crypto.getRandomValues = () => {
      throw new Error("no entropy")
    }
    try {
      expect(() => newSessionToken(0)).toThrow("no entropy")
    } finally {
      crypto.getRandomValues = getRandomValues
    }
  })
})

describe("cookies", () => {
  const cookies = createCookies("https://app.example")
  const carrying = (cookie: string) => ({ headers: new Headers({ cookie }) })

  test("are matched by their whole name, and the first of a name is used", () => {
    const request = carrying(
      "a=1; __Host-mortise.session=one; __Host-mortise.session=two; mortise.session=three; x__Host-mortise.session=four",
    )
    expect(cookies.read(request, "session")).toBe("one")
    expect(cookies.read(carrying("mortise.session=three"), "session")).toBeUndefined()
    expect(cookies.read(carrying(""), "session")).toBeUndefined()
  })

  test("in parts are read only if all parts are present", () => {
    const lines = cookies.set(carrying(""), "session", "x".repeat(8000), 60)
    const header = lines.map((line) => line.split(";")[0]).join("; ")
    expect(cookies.read(carrying(header), "session")).toBe("x".repeat(8000))
    expect(
      cookies.read(carrying(header.replace(/__Host-mortise\.session\.2=x+/, "")), "session"),
    ).toBeUndefined()
    expect(cookies.clear(carrying(header), "session")).toHaveLength(4)
  })
})

test("SEC-D11: a cookie has three parts at the most", () => {
  const cookies = createCookies("https://app.example")
  const request = { headers: new Headers() }
  expect(cookies.set(request, "session", "x".repeat(3 * 3800), 60)).toHaveLength(4)
  expect(() => cookies.set(request, "session", "x".repeat(3 * 3800 + 1), 60)).toThrow("session cookie")
})

describe("a path to return to", () => {
  test.each([
    ["/", "/"],
    ["/a?b=c#d", "/a?b=c#d"],
    ["/a/../b", "/b"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["/./\\evil.example", "/"],
    ["/x/..//evil.example", "/"],
    ["/\n/evil.example", "/"],
    ["https://app.example/a", "/"],
    ["https://evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["", "/"],
    [undefined, "/"],
    [["/a"], "/"],
    [`/${"a".repeat(3000)}`, "/"],
  ])("%j becomes %j", (given, path) => {
    expect(safePath(given, "https://app.example")).toBe(path)
  })
})
