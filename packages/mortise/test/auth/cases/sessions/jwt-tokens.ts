import { CompactEncrypt, EncryptJWT, SignJWT } from "jose"
import { expect } from "vitest"
import { createKeys } from "../../../../src/auth/crypto/keys.ts"
import type { Backing } from "../../support/backends.ts"
import { origin } from "../../support/browser.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld, secret, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const jwt: WorldOptions = { session: { strategy: "jwt" } }

/** Which strings are valid session tokens. */
export function jwtTokenCases(it: Case, { open }: Backing): void {
  it(
    "SEC-D10, CVE-2023-48309, CVE-2026-73418: only a session token of this application is accepted, and no other value makes read throw",
    [],
    async () => {
      const world = await openWorld(open, jwt)
      const { browser } = await world.signIn(email)
      const good = browser.token() ?? ""
      const [key] = await createKeys([secret]).derive("session jwt", 64)
      const bytes = key?.bytes ?? new Uint8Array()
      const header = { alg: "dir", enc: "A256CBC-HS512", typ: "mortise-session+jwt", kid: key?.id ?? "" }
      const now = world.clock.now()
      const user = { email: null, emailVerified: null, name: null, image: null }
      const claims = {
        issuedAt: now,
        expires: now + DAY,
        end: now + DAY,
        handle: "h",
        generation: null,
        user,
      }
      const plain = new TextEncoder().encode(JSON.stringify(claims))
      const forged = (changes: object, key: Uint8Array = bytes, audience = origin) =>
        new EncryptJWT(claims)
          .setSubject("u1")
          .setExpirationTime("1d")
          .setAudience(audience)
          .setProtectedHeader({ ...header, ...changes })
          .encrypt(key)
      browser.holdToken(await forged({}))
      expect(
        (await world.auth.sessions.read(browser.request())).user,
        "a token made with the key is accepted",
      ).not.toBeNull()
      const others = {
        "another type": await forged({ typ: "JWT" }),
        "another key": await forged({}, new Uint8Array(64)),
        "another key id": await forged({ kid: "other" }),
        "another encryption": await forged({ enc: "A256GCM" }, bytes.slice(0, 32)),
        "another audience": await forged({}, bytes, "https://other.example"),
        "no expiry": await new CompactEncrypt(plain).setProtectedHeader(header).encrypt(bytes),
        signed: await new SignJWT(claims).setProtectedHeader({ ...header, alg: "HS256" }).sign(bytes),
        "no algorithm": `${btoa('{"alg":"none"}').replaceAll("=", "")}.${btoa('{"sub":"u1"}').replaceAll("=", "")}.`,
        cut: good.slice(0, -1),
        "a part missing": good.split(".").slice(0, 4).join("."),
        garbage: "....",
        "a parts marker": "~3",
        empty: "",
      }
      for (const [name, other] of Object.entries(others)) {
        browser.holdToken(other)
        expect((await world.auth.sessions.read(browser.request())).user, name).toBeNull()
      }
      browser.holdToken(good)
      expect((await world.auth.sessions.read(browser.request())).user).not.toBeNull()
    },
  )

  it("SEC-D10: data that is sealed for another purpose is not a session", [], async () => {
    const provider = {
      id: "acme",
      type: "oauth",
      authorization: "https://a.example",
      token: "https://a.example",
      userinfo: "https://a.example",
      clientId: "app",
      profile: () => ({ id: "1" }),
    } as const
    const world = await openWorld(open, { ...jwt, providers: [provider] })
    const browser = world.openBrowser()
    browser.keep(await world.auth.oauth.start(browser.request(), "acme"))
    const sealed = browser.jar.header().split("=")[1] ?? ""
    expect(sealed).toMatch(/^s1\./)
    browser.holdToken(sealed)
    expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
  })

  it("jwt: after a rotation, older tokens are valid until their secret is removed", [], async () => {
    const next = "Zp3Rt8Lq1Xv6Nc9Hk4Wm7Bs2Yd5Gf0Ja"
    const world = await openWorld(open, jwt)
    const same = async () => ({ adapter: world.store, rows: world.rows, close: async () => {} })
    const { browser } = await world.signIn(email)
    const rotated = await openWorld(same, { ...jwt, secret: [next, secret], now: world.clock.now })
    expect((await rotated.auth.sessions.read(browser.request())).user).not.toBeNull()
    const dropped = await openWorld(same, { ...jwt, secret: next, now: world.clock.now })
    expect((await dropped.auth.sessions.read(browser.request())).user).toBeNull()
    const renewed = await rotated.signIn(email)
    expect((await dropped.auth.sessions.read(renewed.browser.request())).user, "a new token").not.toBeNull()
  })
}
