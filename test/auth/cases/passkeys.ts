import { expect } from "vitest"
import type { PasskeyOptions } from "../../../src/auth/index.ts"
import type { Backing } from "../support/backends.ts"
import { DAY, HOUR, MINUTE } from "../support/clock.ts"
import { openPasskeyWorld, storedId } from "../support/passkey-world.ts"
import { outage } from "../support/world.ts"
import type { Case } from "./case.ts"

/** The rules around passkeys that are ours: challenges, owners, counters. */
export function passkeyCases(it: Case, { open }: Backing): void {
  const openPasskeys = (changes?: Partial<PasskeyOptions>) => openPasskeyWorld(open, changes)

  it("a stranger signs up with a passkey, and gets in with it", [], async () => {
    const world = await openPasskeys()
    const browser = world.openBrowser()
    const answer = await world.register(browser, "key", 1)
    expect(answer).toMatchObject({
      ok: true,
      action: "signed_in",
      isNewUser: true,
      user: { name: "Ada", email: null },
    })
    const [user] = await world.rows("user")
    expect(await world.rows("authenticator")).toMatchObject([
      {
        credentialID: storedId("key"),
        userId: user?.["id"],
        counter: 1,
        transports: "usb,nfc",
        credentialPublicKey: "AQID",
      },
    ])
    expect(await world.rows("account")).toMatchObject([
      { type: "webauthn", provider: "passkey", providerAccountId: storedId("key"), userId: user?.["id"] },
    ])
    const elsewhere = world.openBrowser()
    expect(await world.authenticate(elsewhere, "key", 2)).toMatchObject({
      ok: true,
      user: { id: user?.["id"] },
    })
    expect((await world.auth.sessions.read(elsewhere.request())).user?.id).toBe(user?.["id"])
    expect(await world.rows("authenticator")).toMatchObject([{ counter: 2 }])
  })

  it("a person adds several, and each of them lets the person in", [], async () => {
    const world = await openPasskeys()
    const { browser, user } = await world.signIn("ada@example.com")
    for (const id of ["one", "two"])
      expect(await world.register(browser, id)).toMatchObject({ ok: true, action: "added" })
    const { options } = await world.registration(browser, "three")
    expect(options).toMatchObject({
      userName: "ada@example.com",
      excludeCredentials: [{ transports: ["usb", "nfc"] }, {}],
    })
    for (const id of ["one", "two"])
      expect(await world.authenticate(world.openBrowser(), id)).toMatchObject({
        ok: true,
        user: { id: user.id },
      })
    const ids = (await world.passkeys.list(user.id)).map(({ credentialID }) => credentialID)
    expect(ids.sort()).toEqual([storedId("one"), storedId("two")])
    expect(await world.rows("user")).toHaveLength(1)
  })

  it("SEC-C5, SEC-D6: adding one needs a recent session, the same from beginning to end", [], async () => {
    const world = await openPasskeys({ signUp: false })
    expect(await world.passkeys.registrationOptions(world.openBrowser().request())).toMatchObject({
      reason: "signed_out",
    })
    const { browser } = await world.signIn("ada@example.com")
    const { request } = await world.registration(browser, "key")
    await world.signIn("eve@example.com", browser)
    const held = browser.request("/", { json: await request().json() })
    expect(await world.passkeys.verifyRegistration(held)).toMatchObject({ ok: false, reason: "signed_out" })
    const late = await world.registration(browser, "key")
    world.clock.travel(HOUR)
    expect(await world.passkeys.registrationOptions(browser.request())).toMatchObject({
      reason: "sign_in_again",
    })
    expect(await world.passkeys.verifyRegistration(late.request())).toMatchObject({ reason: "challenge" })
    world.clock.travel(30 * DAY)
    expect(await world.passkeys.registrationOptions(browser.request())).toMatchObject({
      reason: "signed_out",
    })
    expect(await world.rows("authenticator")).toEqual([])
  })

  it("SEC-B4: a passkey that is known is not registered again, by whomever", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "key")
    expect(await world.register(world.openBrowser(), "key")).toMatchObject({
      ok: false,
      reason: "already_registered",
    })
    expect(await world.rows("user")).toHaveLength(1)
    expect(await world.rows("authenticator")).toHaveLength(1)
  })

  it(
    "SEC-F4, better-auth #9622: a challenge is good once: of two answers at once, one counts",
    [],
    async () => {
      const world = await openPasskeys()
      await world.register(world.openBrowser(), "key")
      const browser = world.openBrowser()
      const { request, options } = await world.authentication(browser, "key")
      const { challenge } = options as { challenge: string }
      expect(Buffer.from(challenge, "base64url"), "256 bits").toHaveLength(32)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => world.passkeys.verifyAuthentication(request())),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.reason === "challenge")).toHaveLength(19)
    },
  )

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
    const forEntering = await world.authentication(browser, "key")
    expect(await world.passkeys.verifyRegistration(forEntering.request()), "another ceremony").toMatchObject(
      refused,
    )
    const elsewhere = world.openBrowser().request("/", { json: await forEntering.request().json() })
    expect(await world.passkeys.verifyAuthentication(elsewhere), "another browser").toMatchObject(refused)
    world.clock.travel(5 * MINUTE)
    expect(
      await world.passkeys.verifyAuthentication(forEntering.request()),
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

  it(
    "SEC-E5, CVE-2026-110862: a challenge is no mailed link, whatever the store keeps it in",
    [],
    async () => {
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
      expect(await world.rows("verificationToken"), "nothing is used up").toEqual(kept)
      expect(await world.rows("user")).toEqual([])
    },
  )

  it(
    "SEC-F4: an answer that does not hold uses its challenge up, and nothing is told of why",
    [],
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
      expect(await world.rows("authenticator"), "SEC-F3: the counter is written last").toMatchObject([
        { counter: 3 },
      ])
      expect(world.events.at(-2)).toEqual({ type: "refused", flow: "passkey", reason: "not_verified" })
    },
  )

  it("SEC-F5: an id means the same however it is spelled, and an unknown one nobody", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "k\u00fb\u00ff?>")
    const spelled = Buffer.from("k\u00fb\u00ff?>").toString("base64")
    expect(await world.authenticate(world.openBrowser(), "", 0, { id: spelled })).toMatchObject({ ok: true })
    for (const id of ["", "?", 7, null, Buffer.from("other").toString("base64url")])
      expect(await world.authenticate(world.openBrowser(), "", 0, { id })).toMatchObject({
        ok: false,
        reason: "unknown_passkey",
      })
  })

  it("SEC-F6: for one user's passkeys, another's does not do", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "ada")
    await world.register(world.openBrowser(), "eve")
    const [ada] = await world.rows("authenticator")
    const { request, options } = await world.authentication(
      world.openBrowser(),
      "eve",
      0,
      {},
      String(ada?.["userId"]),
    )
    expect(options).toMatchObject({ allowCredentials: [{ id: Buffer.from("ada").toString("base64url") }] })
    expect(await world.passkeys.verifyAuthentication(request())).toMatchObject({ reason: "unknown_passkey" })
  })

  it("SEC-F7: a passkey of a deleted user lets nobody in", [], async () => {
    const world = await openPasskeys()
    const answer = await world.register(world.openBrowser(), "key")
    await world.auth.deleteUser(answer.ok ? answer.user.id : "")
    expect(await world.authenticate(world.openBrowser(), "key")).toMatchObject({ reason: "unknown_passkey" })
  })

  it("SEC-F8: a passkey that became another kind of device is refused", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "key")
    expect(
      await world.authenticate(world.openBrowser(), "key", 0, { deviceType: "multiDevice" }),
    ).toMatchObject({
      reason: "not_verified",
    })
  })

  it("a registration that did not get to the account is made whole at the next sign-in", [], async () => {
    const world = await openPasskeys()
    world.disturb((name, run) => {
      if (name === "linkAccount") throw outage()
      return run()
    })
    await expect(world.register(world.openBrowser(), "key")).rejects.toMatchObject({ code: "indeterminate" })
    expect(await world.authenticate(world.openBrowser(), "key"), "without its account too").toMatchObject({
      ok: true,
    })
    expect(world.events).toContainEqual({
      type: "operation_failed",
      operation: "linkAccount",
      code: "indeterminate",
    })
    world.disturb()
    expect(await world.rows("account")).toEqual([])
    expect(await world.authenticate(world.openBrowser(), "key")).toMatchObject({ ok: true })
    expect(await world.rows("account")).toMatchObject([
      { type: "webauthn", providerAccountId: storedId("key") },
    ])
  })
}
