import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { HOUR, MINUTE } from "../../support/clock.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const hundred = Array.from({ length: 100 })

/** A link works once and before it expires. */
export function linkStateCases(it: Case, { open }: Backing): void {
  it(
    "§3 useVerificationToken: identifier and token match, SEC-E2: of a hundred concurrent requests, one signs in",
    [],
    async () => {
      const world = await openWorld(open)
      await world.auth.email.request(world.openBrowser().post(), { email })
      const { fields } = world.lastLink()
      const follow = () =>
        world.auth.email.follow(world.openBrowser().request("/auth/confirm", { form: fields }))
      const answers = await world.callAtOnce(hundred.map(() => follow))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.reason === "invalid_link")).toHaveLength(99)
      expect(await world.rows("verificationToken")).toEqual([])
      expect(await world.rows("session")).toHaveLength(1)
      expect(await follow()).toMatchObject({ ok: false, reason: "invalid_link" })
    },
  )

  for (const [when, after, ok] of [
    ["a millisecond before expires", 10 * MINUTE - 1, true],
    ["when time is expires", 10 * MINUTE, false],
    ["past expires", HOUR, false],
  ] as const)
    it(
      `§3 verification token used ${when}, SEC-E3: ${ok ? "signed in" : "refused"}, and used up`,
      [],
      async () => {
        const world = await openWorld(open)
        const browser = world.openBrowser()
        await world.auth.email.request(browser.post(), { email })
        world.clock.advance(after)
        const form = world.lastLink().fields
        const answer = await world.auth.email.follow(browser.request("/auth/confirm", { form }))
        expect(answer).toMatchObject(ok ? { ok } : { ok, reason: "expired" })
        expect(await world.rows("verificationToken")).toEqual([])
        expect(await world.rows("session")).toHaveLength(ok ? 1 : 0)
      },
    )
}
