import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { origin } from "../../support/browser.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"
import { email } from "./link-steps.ts"
import { openProxied, refused, requestFrom } from "./mail-steps.ts"

/** The limit of mails to one address does not lock its owner out. */
export function mailLimitCases(it: Case, { open }: Backing): void {
  it(
    "SEC-R6: a stranger's requests do not use up the owner's limit: another network",
    ["limitMails"],
    async () => {
      const world = await openProxied(open)
      for (let nth = 0; nth < 5; nth++)
        expect(await requestFrom(world, `[2001:db8::${nth}]:${8000 + nth}`)).toMatchObject({ ok: true })
      expect(await requestFrom(world, "2001:db8::ffff"), "the network of the stranger").toMatchObject(refused)
      for (let nth = 0; nth < 50; nth++) await requestFrom(world, "2001:db8::1")
      expect(await requestFrom(world, "203.0.113.7"), "the network of the owner").toMatchObject({ ok: true })
    },
  )

  it("SEC-R6: a stranger with many networks cannot flood a mailbox", ["limitMails"], async () => {
    const world = await openProxied(open)
    for (let nth = 0; nth < 40; nth++) await requestFrom(world, `198.51.100.${nth}`)
    expect(world.mails, "twenty, and one more in ten minutes").toHaveLength(21)
    expect(await requestFrom(world, "198.51.100.1", "eve@example.com")).toMatchObject({ ok: true })
  })

  for (const strategy of ["database", "jwt"] as const)
    it(
      `SEC-R6: a browser in which the owner has signed in before has its own limit (${strategy})`,
      ["limitMails"],
      async () => {
        const world = await openWorld(open, { session: { strategy } })
        const { browser } = await world.signIn(email)
        browser.keep(await world.auth.sessions.signOut(browser.post()))
        const ask = async (from = world.openBrowser()) => world.auth.email.request(from.post(), { email })
        for (let nth = 0; nth < 40; nth++) await ask()
        expect(await ask()).toMatchObject(refused)
        for (let nth = 0; nth < 5; nth++) expect(await ask(browser)).toMatchObject({ ok: true })
        expect(await ask(browser)).toMatchObject(refused)
      },
    )

  it("SEC-R6: a browser of several people remembers the latest five", ["limitMails"], async () => {
    const clientAddress = (request: Request) => request.headers.get("x-client") ?? undefined
    const world = await openWorld(open, { clientAddress })
    const browser = world.openBrowser()
    const addresses = Array.from({ length: 6 }, (_, nth) => `user${nth}@example.com`)
    for (const address of addresses) await world.signIn(address, browser)
    browser.keep(await world.auth.sessions.signOut(browser.post()))
    const isKnown: boolean[] = []
    for (const [user, address] of addresses.entries()) {
      // Strangers use up all mails that the address can get.
      for (let nth = 0; nth < 30; nth++) await requestFrom(world, `198.51.${user}.${nth}`, address)
      const post = browser.post({ "x-client": "203.0.113.7" })
      isKnown.push((await world.auth.email.request(post, { email: address })).ok)
    }
    expect(isKnown).toEqual([false, true, true, true, true, true])
  })

  it("SEC-R6: a refused browser has its own limit from then on", ["limitMails"], async () => {
    const world = await openWorld(open)
    for (let nth = 0; nth < 5; nth++) await world.auth.email.request(world.openBrowser().post(), { email })
    const owner = world.openBrowser()
    const ask = async () => owner.keep(await world.auth.email.request(owner.post(), { email }))
    expect(await ask()).toMatchObject(refused)
    for (let nth = 0; nth < 5; nth++) expect(await ask()).toMatchObject({ ok: true })
    expect(await ask()).toMatchObject(refused)
  })

  it("SEC-R6: a cookie that the application did not seal does not count", ["limitMails"], async () => {
    const world = await openWorld(open)
    const forged = (nth: number) =>
      new Request(origin, { method: "POST", headers: { cookie: `__Host-mortise.browser=s1.x${nth}.y.z` } })
    for (let nth = 0; nth < 10; nth++) await world.auth.email.request(forged(nth), { email })
    expect(world.mails).toHaveLength(5)
  })
}
