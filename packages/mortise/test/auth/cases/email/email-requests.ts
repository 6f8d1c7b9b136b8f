import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { MINUTE } from "../../support/clock.ts"
import { openWorld, outage } from "../../support/world.ts"
import type { Case } from "../case.ts"
import { email, requestLink } from "./link-steps.ts"

/** Requesting a mail. */
export function emailRequestCases(it: Case, { open }: Backing): void {
  it("SEC-E8: a token that cannot be stored is not mailed", [], async () => {
    const world = await openWorld(open)
    world.disturb((name, run) => {
      if (name === "createVerificationToken") throw outage()
      return run()
    })
    await expect(requestLink(world)).rejects.toMatchObject({ code: "indeterminate" })
    expect(world.mails).toEqual([])
  })

  it(
    "SEC-E8, SEC-M1: a token that cannot be mailed is deleted, and the error does not contain the link",
    [],
    async () => {
      let mailed = ""
      const sendLink = ({ link }: { link: string }) => {
        mailed = link
        throw new Error(`could not send ${link}`)
      }
      const world = await openWorld(open, { email: { sendLink } })
      const failed = await requestLink(world).catch((error: unknown) => error)
      expect(failed).toMatchObject({ name: "MortiseError", code: "unavailable" })
      expect((failed as Error).cause).toBeUndefined()
      expect(String(failed)).not.toContain(new URL(mailed).searchParams.get("token"))
      expect(await world.rows("verificationToken")).toEqual([])
    },
  )

  it("SEC-E11: a known and an unknown address get the same result from the same calls", [], async () => {
    const world = await openWorld(open)
    await world.signIn(email)
    world.takeCalls()
    const known = await requestLink(world)
    const callsForKnown = world.takeCalls()
    expect(await requestLink(world, "nobody@example.com")).toEqual(known)
    expect(world.takeCalls()).toEqual(callsForKnown)
    expect(callsForKnown).not.toContain("getUserByEmail")
  })

  it(
    "SEC-R11: only a POST from our own pages requests a mail, and other requests do not reach the store",
    [],
    async () => {
      const world = await openWorld(open)
      const browser = world.openBrowser()
      for (const method of ["GET", "HEAD", "PUT"])
        expect(
          await world.auth.email.request(browser.request("/", { method }), { email }),
          method,
        ).toMatchObject({ ok: false, reason: "not_post", cookies: [] })
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { origin: "null" },
      ])
        expect(await world.auth.email.request(browser.post(headers), { email })).toMatchObject({
          ok: false,
          reason: "cross_site",
          cookies: [],
        })
      expect(world.takeCalls()).toEqual([])
      expect(world.mails).toEqual([])
      const own = { origin: "https://app.example", "sec-fetch-site": "same-origin" }
      expect(await world.auth.email.request(browser.post(own), { email })).toMatchObject({ ok: true })
    },
  )

  it("mails to one address are rate limited across all browsers", ["limitMails"], async () => {
    const world = await openWorld(open)
    for (let nth = 0; nth < 5; nth++) expect(await requestLink(world)).toMatchObject({ ok: true })
    expect(await requestLink(world, " ADA@example.com")).toMatchObject({
      ok: false,
      reason: "too_many_requests",
    })
    expect(await requestLink(world, "eve@example.com")).toMatchObject({ ok: true })
    expect(world.mails).toHaveLength(6)
    world.clock.advance(10 * MINUTE)
    expect(await requestLink(world)).toMatchObject({ ok: true })
  })

  it(
    "SEC-C9, CVE-2022-35924: text that is not a single address gets no mail and does not reach the store",
    [],
    async () => {
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
        expect(await world.auth.email.request(world.openBrowser().post(), { email: typed })).toMatchObject({
          ok: false,
          reason: "invalid_address",
        })
      expect(world.takeCalls()).toEqual([])
      expect(world.mails).toEqual([])
    },
  )

  it(
    "SEC-C9: the stored address is the address that was mailed to, even for a domain outside ASCII",
    [],
    async () => {
      const world = await openWorld(open)
      await world.signIn("Ada@BÜCHER.example")
      expect(world.mails.at(-1)?.to).toBe("ada@xn--bcher-kva.example")
      expect(await world.rows("user")).toMatchObject([{ email: "ada@xn--bcher-kva.example" }])
      await world.signIn("ada@xn--bcher-kva.example")
      expect(await world.rows("user")).toHaveLength(1)
      expect(world.events[0]).toMatchObject({ type: "email_requested", by: "link", plain: false })
    },
  )
}
