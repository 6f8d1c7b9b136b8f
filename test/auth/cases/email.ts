import { expect } from "vitest"
import type { Backing } from "../support/backends.ts"
import { MINUTE } from "../support/clock.ts"
import { openWorld, outage, secret, type World } from "../support/world.ts"
import type { Case } from "./case.ts"

const email = "ada@example.com"

/** Sign-in by a mailed link. */
export function emailCases(it: Case, { open }: Backing): void {
  const ask = (world: World, address: unknown = email) =>
    world.auth.email.request(world.openBrowser().request(), { email: address })
  const follow = (world: World, form: Record<string, string>, browser = world.openBrowser()) =>
    world.auth.email.follow(browser.request("/auth/confirm", { form }))

  it(
    "the first sign-in by email creates the user, later ones find it, however the address is typed",
    [],
    async () => {
      const world = await openWorld(open)
      const first = await world.signIn(email)
      expect(first.answer.isNewUser).toBe(true)
      expect(await world.rows("user")).toMatchObject([
        { id: first.user.id, email, emailVerified: world.clock.in(0) },
      ])
      const second = await world.signIn("  ADA@EXAMPLE.com ")
      expect(second.answer.isNewUser).toBe(false)
      expect(second.user.id).toBe(first.user.id)
      expect(await world.rows("user")).toHaveLength(1)
    },
  )

  it(
    "SEC-E1, CVE-2021-21310, CVE-2022-39263: identifier and token must both match, and nothing is deleted when not",
    [],
    async () => {
      const world = await openWorld(open)
      await ask(world)
      const ada = world.lastLink().fields
      await ask(world, "eve@example.com")
      const eve = world.lastLink().fields
      for (const form of [
        { ...ada, email: eve.email },
        { ...eve, email: ada.email },
        { ...ada, token: "A".repeat(43) },
        { ...ada, token: "" },
        { email, returnTo: "/" },
        { token: ada.token },
      ])
        expect(await follow(world, form as Record<string, string>)).toMatchObject({
          ok: false,
          reason: "invalid_link",
        })
      expect(await world.rows("verificationToken")).toHaveLength(2)
      expect(await world.rows("session")).toEqual([])
      expect(await follow(world, ada)).toMatchObject({ ok: true })
    },
  )

  it("SEC-E4: several devices at once: each link works, and using one leaves the others", [], async () => {
    const world = await openWorld(open)
    const forms = []
    for (const _ of [1, 2, 3]) {
      await ask(world)
      forms.push(world.lastLink().fields)
    }
    for (const form of forms) expect(await follow(world, form)).toMatchObject({ ok: true })
    expect(await world.rows("session")).toHaveLength(3)
    expect(await world.rows("user")).toHaveLength(1)
  })

  it("SEC-B2: two first sign-ins by mail that meet at the store are one user", [], async () => {
    const world = await openWorld(open)
    await ask(world)
    const first = world.lastLink().fields
    await ask(world)
    const second = world.lastLink().fields
    world.disturb(async (name, run) => {
      if (name !== "createUser") return run()
      world.disturb()
      expect(await follow(world, second)).toMatchObject({ ok: true, isNewUser: true })
      return run()
    })
    expect(await follow(world, first)).toMatchObject({ ok: true, isNewUser: false })
    expect(await world.rows("user")).toHaveLength(1)
  })

  it("SEC-E6, §5.4: the store holds a hash made with the secret, never what was mailed", [], async () => {
    const world = await openWorld(open)
    await ask(world)
    const { token } = world.lastLink().fields
    expect(JSON.stringify(await world.rows("verificationToken"))).not.toContain(token)
    const [row] = await world.rows("verificationToken")
    expect(row).toMatchObject({ identifier: email, expires: world.clock.in(10 * MINUTE) })

    const same = async () => ({ adapter: world.store, rows: world.rows, close: async () => {} })
    const other = await openWorld(same, { secret: "Zp3Rt8Lq1Xv6Nc9Hk4Wm7Bs2Yd5Gf0Ja" })
    expect(await follow(other, world.lastLink().fields)).toMatchObject({ ok: false })
    const rotated = await openWorld(same, { secret: ["Zp3Rt8Lq1Xv6Nc9Hk4Wm7Bs2Yd5Gf0Ja", secret] })
    expect(await follow(rotated, world.lastLink().fields), "secrets rotate").toMatchObject({ ok: true })
  })

  it("SEC-E8: what cannot be stored is not mailed", [], async () => {
    const world = await openWorld(open)
    world.disturb((name, run) => {
      if (name === "createVerificationToken") throw outage()
      return run()
    })
    await expect(ask(world)).rejects.toMatchObject({ code: "indeterminate" })
    expect(world.mails).toEqual([])
  })

  it(
    "SEC-E8, SEC-M1: what cannot be mailed is taken back, and the error does not hold the link",
    [],
    async () => {
      let mailed = ""
      const sendLink = ({ link }: { link: string }) => {
        mailed = link
        throw new Error(`could not send ${link}`)
      }
      const world = await openWorld(open, { email: { sendLink } })
      const failed = await ask(world).catch((error: unknown) => error)
      expect(failed).toMatchObject({ name: "MortiseError", code: "unavailable" })
      expect((failed as Error).cause).toBeUndefined()
      expect(String(failed)).not.toContain(new URL(mailed).searchParams.get("token"))
      expect(await world.rows("verificationToken")).toEqual([])
    },
  )

  it(
    "SEC-E10: opening the page behind a link uses nothing up; only a POST of our own page does",
    [],
    async () => {
      const world = await openWorld(open)
      await ask(world)
      const { link, fields } = world.lastLink()
      world.takeCalls()
      for (let scans = 0; scans < 3; scans++)
        expect(world.auth.email.peek(new Request(link))).toMatchObject({ ok: true, email })
      for (const method of ["GET", "HEAD", "PUT"])
        expect(await world.auth.email.follow(new Request(link, { method }))).toMatchObject({
          ok: false,
          reason: "not_post",
        })
      const browser = world.openBrowser()
      const foreign = [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { origin: "null" },
      ]
      for (const headers of foreign)
        expect(await world.auth.email.follow(browser.request("/", { form: fields, headers }))).toMatchObject({
          reason: "cross_site",
        })
      expect(world.takeCalls(), "nobody was asked").toEqual([])
      const own = { origin: "https://app.example", "sec-fetch-site": "same-origin" }
      expect(
        await world.auth.email.follow(browser.request("/", { form: fields, headers: own })),
      ).toMatchObject({ ok: true })
    },
  )

  it("SEC-E11: a known and an unknown address get the same answer by the same steps", [], async () => {
    const world = await openWorld(open)
    await world.signIn(email)
    world.takeCalls()
    const known = await ask(world)
    const callsForKnown = world.takeCalls()
    expect(await ask(world, "nobody@example.com")).toEqual(known)
    expect(world.takeCalls()).toEqual(callsForKnown)
    expect(callsForKnown).not.toContain("getUserByEmail")
  })

  it("mails to one address are limited, whoever asks", ["limitMails"], async () => {
    const world = await openWorld(open)
    for (let nth = 0; nth < 5; nth++) expect(await ask(world)).toMatchObject({ ok: true })
    expect(await ask(world, " ADA@example.com")).toMatchObject({ ok: false, reason: "too_many_requests" })
    expect(await ask(world, "eve@example.com")).toMatchObject({ ok: true })
    expect(world.mails).toHaveLength(6)
    world.clock.travel(10 * MINUTE)
    expect(await ask(world)).toMatchObject({ ok: true })
  })

  it("SEC-C9, CVE-2022-35924: what is no single address gets no mail and touches nothing", [], async () => {
    const world = await openWorld(open)
    for (const typed of [
      "a@x.com,b@y.com",
      "",
      "ada",
      undefined,
      null,
      7,
      ["ada@example.com"],
      { $ne: null },
    ])
      expect(await world.auth.email.request(world.openBrowser().request(), { email: typed })).toMatchObject({
        ok: false,
        reason: "invalid_address",
      })
    expect(world.takeCalls()).toEqual([])
    expect(world.mails).toEqual([])
  })

  it("SEC-C9: what is stored is what was mailed to, also for a domain in other letters", [], async () => {
    const world = await openWorld(open)
    await world.signIn("Ada@BÜCHER.example")
    expect(world.mails.at(-1)?.to).toBe("ada@xn--bcher-kva.example")
    expect(await world.rows("user")).toMatchObject([{ email: "ada@xn--bcher-kva.example" }])
    await world.signIn("ada@xn--bcher-kva.example")
    expect(await world.rows("user")).toHaveLength(1)
    expect(world.events[0]).toEqual({ type: "email_requested", by: "link", plain: false })
  })

  it("CVE-2022-24858, CVE-2025-27143: the way back stays on this origin", [], async () => {
    const world = await openWorld(open)
    const where = async (returnTo: string) => {
      const browser = world.openBrowser()
      await world.auth.email.request(browser.request(), {
        email: `p${world.mails.length}@example.com`,
        returnTo,
      })
      const answer = await follow(world, world.lastLink().fields, browser)
      return answer.ok ? answer.returnTo : answer.reason
    }
    expect(await where("/inbox?unread=1#top")).toBe("/inbox?unread=1#top")
    for (const elsewhere of [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/a/..//evil.example",
      "/\t/evil.example",
      "javascript:alert(1)",
    ])
      expect(await where(elsewhere), elsewhere).toBe("/")
    await ask(world, "last@example.com")
    const tampered = { ...world.lastLink().fields, returnTo: "//evil.example" }
    expect(await follow(world, tampered)).toMatchObject({ ok: true, returnTo: "/" })
  })

  it(
    "SEC-E2: an answer that got lost after the token was used leaves the person free to ask again",
    [],
    async () => {
      const world = await openWorld(open)
      await ask(world)
      world.disturb(async (name, run) => {
        const result = await run()
        if (name === "useVerificationToken") throw outage()
        return result
      })
      await expect(follow(world, world.lastLink().fields)).rejects.toMatchObject({ code: "indeterminate" })
      world.disturb()
      expect(await follow(world, world.lastLink().fields)).toMatchObject({
        ok: false,
        reason: "invalid_link",
      })
      expect((await world.signIn(email)).answer.ok).toBe(true)
    },
  )
}
