import { expect } from "vitest"
import type { PasskeyOptions } from "../../../../src/auth/index.ts"
import type { Backing } from "../../support/backends.ts"
import { MINUTE } from "../../support/clock.ts"
import { openPasskeyWorld } from "../../support/passkey-world.ts"
import type { Case } from "../case.ts"

/** A challenge works once, for one ceremony in one browser. */
export function passkeyChallengeCases(it: Case, { open }: Backing): void {
  const openPasskeys = (changes?: Partial<PasskeyOptions>) => openPasskeyWorld(open, changes)

  it(
    "SEC-F4, better-auth #9622: a challenge works once: of several concurrent responses, one is accepted",
    [],
    async () => {
      const world = await openPasskeys()
      await world.register(world.openBrowser(), "key")
      const browser = world.openBrowser()
      const { request, options } = await world.authentication(browser, "key")
      const { challenge } = options as { challenge: string }
      expect(Buffer.from(challenge, "base64url"), "256 bits").toHaveLength(32)
      const answers = await world.callAtOnce(
        Array.from({ length: 20 }, () => () => world.passkeys.verifyAuthentication(request())),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.reason === "challenge")).toHaveLength(19)
    },
  )

  for (const kind of ["registration", "authentication"] as const)
    it(`SEC-R17: asking for options of a ${kind} writes nothing to the store`, [], async () => {
      const world = await openPasskeys()
      world.takeCalls()
      for (const _ of [1, 2, 3]) await world[kind](world.openBrowser(), "key")
      expect(world.takeCalls()).toEqual([])
      const { browser } = await world.signIn("ada@example.com")
      world.takeCalls()
      await world[kind](browser, "key")
      expect(world.takeCalls().filter((name) => !/^(get|list)/.test(name))).toEqual([])
    })

  it("SEC-R17: a used challenge is refused until it expires, and then forgotten", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "key")
    const { request } = await world.authentication(world.openBrowser(), "key")
    expect(await world.passkeys.verifyAuthentication(request())).toMatchObject({ ok: true })
    for (const _ of [1, 2, 3, 4, 5]) {
      world.clock.advance(MINUTE - 1)
      expect(await world.passkeys.verifyAuthentication(request())).toMatchObject({ reason: "challenge" })
    }
  })

  it("SEC-F4: a challenge is bound to its ceremony, its browser and five minutes", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "key")
    const refused = { ok: false, reason: "challenge" }
    const browser = world.openBrowser()
    const forRegistration = await world.registration(browser, "key")
    expect(
      await world.passkeys.verifyAuthentication(forRegistration.request()),
      "another ceremony",
    ).toMatchObject(refused)
    const forAuthentication = await world.authentication(browser, "key")
    expect(
      await world.passkeys.verifyRegistration(forAuthentication.request()),
      "another ceremony",
    ).toMatchObject(refused)
    const elsewhere = world.openBrowser().request("/", { json: await forAuthentication.request().json() })
    expect(await world.passkeys.verifyAuthentication(elsewhere), "another browser").toMatchObject(refused)
    world.clock.advance(5 * MINUTE)
    expect(
      await world.passkeys.verifyAuthentication(forAuthentication.request()),
      "five minutes later",
    ).toMatchObject(refused)
    const garbage = [
      {},
      { response: {} },
      { response: { clientDataJSON: 7 } },
      { response: { clientDataJSON: "e30" } },
      { response: null },
    ]
    for (const json of garbage)
      expect(await world.passkeys.verifyAuthentication(browser.request("/", { json }))).toMatchObject(refused)
    expect(await world.passkeys.verifyAuthentication(browser.request("/"))).toMatchObject({
      reason: "not_post",
    })
  })

  it("SEC-F4: a recorded response is refused, even with the cookie of a new challenge", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "key")
    const recorded = await world.authentication(world.openBrowser(), "key")
    const json = await recorded.request().json()
    expect(await world.passkeys.verifyAuthentication(recorded.request())).toMatchObject({ ok: true })
    world.clock.advance(6 * MINUTE)
    const browser = world.openBrowser()
    const { options } = await world.authentication(browser, "key")
    // The name of the cookie has the first characters of its challenge: here, those of the recorded one.
    const start = (challenges: { readonly challenge?: unknown }) => String(challenges.challenge).slice(0, 8)
    const cookie = browser.jar.header().replace(start(options), start(recorded.options))
    const replayed = browser.request("/", { json, headers: { cookie } })
    expect(await world.passkeys.verifyAuthentication(replayed)).toMatchObject({
      ok: false,
      reason: "challenge",
    })
  })

  it("SEC-E5, CVE-2026-110862: a passkey challenge is not accepted as a mailed link", [], async () => {
    const world = await openPasskeys()
    const browser = world.openBrowser()
    const { options } = await world.registration(browser, "key")
    const { challenge } = options as { challenge: string }
    const kept = await world.rows("verificationToken")
    const forms = kept.map((row) => ({ email: String(row["identifier"]), token: String(row["token"]) }))
    for (const form of [{ email: "ada@example.com", token: challenge }, ...forms])
      expect(await world.auth.email.follow(browser.request("/", { form }))).toMatchObject({
        ok: false,
        reason: "invalid_link",
      })
    expect(await world.rows("verificationToken"), "no token is used").toEqual(kept)
    expect(await world.rows("user")).toEqual([])
  })

  it(
    "SEC-F4: an invalid response uses its challenge, and the refusal does not reveal the cause",
    ["countAttempts"],
    async () => {
      const world = await openPasskeys()
      await world.register(world.openBrowser(), "key", 3)
      const bad = { signature: "bad" }
      const { request } = await world.authentication(world.openBrowser(), "key", 9, bad)
      expect(await world.passkeys.verifyAuthentication(request())).toMatchObject({
        ok: false,
        reason: "not_verified",
      })
      expect(await world.passkeys.verifyAuthentication(request())).toMatchObject({
        ok: false,
        reason: "challenge",
      })
      expect(await world.rows("authenticator"), "SEC-F3: the counter is stored last").toMatchObject([
        { counter: 3 },
      ])
      expect(world.events.at(-2)).toEqual({ type: "refused", flow: "passkey", reason: "not_verified" })
    },
  )

  for (const address of ["203.0.113.7", undefined])
    it(
      `SEC-R17: invalid responses of one source fill no store (${address ? "a known" : "an unknown"} network)`,
      ["countAttempts"],
      async () => {
        const clientAddress = (request: Request) => request.headers.get("x-client") ?? undefined
        const world = await openPasskeyWorld(open, {}, { clientAddress })
        await world.register(world.openBrowser(), "key")
        const from = (begun: { request(): Request }, client = address): Request => {
          const request = begun.request()
          if (client) request.headers.set("x-client", client)
          return request
        }
        const { verifyAuthentication, verifyRegistration } = world.passkeys
        world.takeCalls()
        for (let nth = 0; nth < 30; nth++) {
          const [id, bad] = nth % 2 ? ["key", { signature: "bad" }] : ["unknown", {}]
          const begun = await world.authentication(world.openBrowser(), id, 1, bad)
          expect(await verifyAuthentication(from(begun))).toMatchObject({ ok: false })
          const again = await world.registration(world.openBrowser(), "new", 1, { signature: "bad" })
          expect(await verifyRegistration(from(again))).toMatchObject({ ok: false, reason: "not_verified" })
        }
        // The registration came from the unknown network, too.
        expect(world.takeCalls().filter((name) => name === "claim")).toHaveLength(address ? 20 : 19)

        const valid = await world.authentication(world.openBrowser(), "key", 7)
        const answers = await world.callAtOnce(
          Array.from({ length: 5 }, () => () => verifyAuthentication(from(valid))),
        )
        expect(
          answers.filter(({ ok }) => ok),
          "a valid one works, once",
        ).toHaveLength(1)
        expect(answers.filter((answer) => !answer.ok && answer.reason === "challenge")).toHaveLength(4)
        const registration = await world.registration(world.openBrowser(), "another", 1)
        const users = await world.callAtOnce(
          Array.from({ length: 5 }, () => () => verifyRegistration(from(registration))),
        )
        expect(users.filter(({ ok }) => ok)).toHaveLength(1)
        expect(await world.rows("user")).toHaveLength(2)

        const bad = await world.authentication(world.openBrowser(), "key", 9, { signature: "bad" })
        await verifyAuthentication(from(bad, "198.51.100.1"))
        expect(await verifyAuthentication(from(bad, "198.51.100.1")), "another source").toMatchObject({
          reason: "challenge",
        })
      },
    )
}
