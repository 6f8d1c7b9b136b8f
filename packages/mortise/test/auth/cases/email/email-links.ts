import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { MINUTE } from "../../support/clock.ts"
import { openWorld, secret } from "../../support/world.ts"
import type { Case } from "../case.ts"
import { email, followLink, requestLink } from "./link-steps.ts"

/** What a link must match, and what does not use it. */
export function emailLinkCases(it: Case, { open }: Backing): void {
  it(
    "SEC-E1, CVE-2021-21310, CVE-2022-39263: identifier and token must both match; a mismatch deletes nothing",
    [],
    async () => {
      const world = await openWorld(open)
      await requestLink(world)
      const ada = world.lastLink().fields
      await requestLink(world, "eve@example.com")
      const eve = world.lastLink().fields
      for (const form of [
        { ...ada, email: eve.email },
        { ...eve, email: ada.email },
        { ...ada, token: "A".repeat(43) },
        { ...ada, token: "" },
        { email, returnTo: "/" },
        { token: ada.token },
      ])
        expect(await followLink(world, form as Record<string, string>)).toMatchObject({
          ok: false,
          reason: "invalid_link",
        })
      expect(await world.rows("verificationToken")).toHaveLength(2)
      expect(await world.rows("session")).toEqual([])
      expect(await followLink(world, ada)).toMatchObject({ ok: true })
    },
  )

  it("SEC-E6, §5.4: the store holds a keyed hash, never the mailed token", [], async () => {
    const world = await openWorld(open)
    await requestLink(world)
    const { token } = world.lastLink().fields
    expect(JSON.stringify(await world.rows("verificationToken"))).not.toContain(token)
    const [row] = await world.rows("verificationToken")
    expect(row).toMatchObject({ identifier: email, expires: world.clock.in(10 * MINUTE) })

    const same = async () => ({ adapter: world.store, rows: world.rows, close: async () => {} })
    const other = await openWorld(same, { secret: "Zp3Rt8Lq1Xv6Nc9Hk4Wm7Bs2Yd5Gf0Ja" })
    expect(await followLink(other, world.lastLink().fields)).toMatchObject({ ok: false })
    const rotated = await openWorld(same, { secret: ["Zp3Rt8Lq1Xv6Nc9Hk4Wm7Bs2Yd5Gf0Ja", secret] })
    expect(await followLink(rotated, world.lastLink().fields), "secrets rotate").toMatchObject({ ok: true })
  })

  it(
    "SEC-E10: opening the page of a link does not use it; only a POST from our own page does",
    [],
    async () => {
      const world = await openWorld(open)
      await requestLink(world)
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
      expect(world.takeCalls(), "the store was not called").toEqual([])
      const own = { origin: "https://app.example", "sec-fetch-site": "same-origin" }
      expect(
        await world.auth.email.follow(browser.request("/", { form: fields, headers: own })),
      ).toMatchObject({ ok: true })
    },
  )

  it("CVE-2022-24858, CVE-2025-27143: returnTo stays on this origin", [], async () => {
    const world = await openWorld(open)
    const where = async (returnTo: string) => {
      const browser = world.openBrowser()
      await world.auth.email.request(browser.post(), {
        email: `p${world.mails.length}@example.com`,
        returnTo,
      })
      const answer = await followLink(world, world.lastLink().fields, browser)
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
    await requestLink(world, "last@example.com")
    const tampered = { ...world.lastLink().fields, returnTo: "//evil.example" }
    expect(await followLink(world, tampered)).toMatchObject({ ok: true, returnTo: "/" })
  })
}
