import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { MINUTE } from "../../support/clock.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"
import { email } from "./link-steps.ts"
import { openProxied, refused, requestFrom } from "./mail-steps.ts"

/** Strangers cannot keep the new browser of an owner from getting a mail. */
export function mailReserveCases(it: Case, { open }: Backing): void {
  it(
    "SEC-S8: an address still gets one mail in ten minutes when strangers have used up its limit",
    ["limitMails"],
    async () => {
      const world = await openProxied(open)
      const useUp = async () => {
        for (let nth = 0; nth < 20; nth++) await requestFrom(world, `198.51.100.${nth % 4}`)
      }
      await useUp()
      expect(world.mails).toHaveLength(20)
      expect(await requestFrom(world, "203.0.113.7"), "a new browser").toMatchObject({ ok: true })
      expect(await requestFrom(world, "203.0.113.8"), "whoever asks next").toMatchObject(refused)
      world.clock.advance(10 * MINUTE)
      await useUp()
      expect(await requestFrom(world, "203.0.113.7")).toMatchObject({ ok: true })
      expect(await requestFrom(world, "203.0.113.7")).toMatchObject(refused)
    },
  )

  it("SEC-S8: the same holds if the browsers' networks are unknown", ["limitMails"], async () => {
    const world = await openWorld(open)
    const ask = async (browser = world.openBrowser()) =>
      browser.keep(await world.auth.email.request(browser.post(), { email }))
    for (let nth = 0; nth < 5; nth++) expect(await ask()).toMatchObject({ ok: true })
    for (let stranger = 0; stranger < 3; stranger++) {
      const browser = world.openBrowser()
      expect(await ask(browser), "from now on, it has a limit of its own").toMatchObject(refused)
      for (let nth = 0; nth < 5; nth++) expect(await ask(browser)).toMatchObject({ ok: true })
    }
    expect(world.mails).toHaveLength(20)
    expect(await ask(), "a new browser").toMatchObject({ ok: true })
    expect(await ask(), "another one").toMatchObject(refused)
  })
}
