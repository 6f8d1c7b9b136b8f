import { describe, expect, test, vi } from "vitest"
import { createKeys } from "../../src/auth/crypto/keys.ts"
import { createSealer } from "../../src/auth/crypto/seal.ts"
import { newSessionToken } from "../../src/contract/session-token.ts"
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

  test("SEC-I9: a keyed hash of any secret is accepted, and compared in constant time", async () => {
    const keys = createKeys([secret, other])
    const verify = vi.spyOn(crypto.subtle, "verify")
    for (const mac of await keys.macs("email browser", "text")) {
      expect(await keys.isMac("email browser", "text", mac)).toBe(true)
      expect(await keys.isMac("email browser", "other text", mac)).toBe(false)
      expect(await keys.isMac("email link", "text", mac)).toBe(false)
    }
    expect(verify).toHaveBeenCalledTimes(6)
    verify.mockRestore()
    const foreign = await createKeys([`${other}!`]).mac("email browser", "text")
    for (const value of [foreign, "", "v1.x.y", undefined, ["v1"]])
      expect(await keys.isMac("email browser", "text", value)).toBe(false)
  })

  test("do not reveal the secret", async () => {
    const [mac = ""] = await createKeys([secret]).macs("single-use", secret)
    expect(mac).not.toContain(secret.slice(0, 6))
  })
})

describe("a sealer", () => {
  const at = (now: number, ...secrets: string[]) => createSealer(createKeys(secrets), () => now)

  test("opens what it sealed, for the same purpose, before it expires, even after a rotation", async () => {
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
