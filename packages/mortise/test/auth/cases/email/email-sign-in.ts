import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { openWorld, outage } from "../../support/world.ts"
import type { Case } from "../case.ts"
import { email, followLink, requestLink } from "./link-steps.ts"

/** Sign-in by a mailed link: which user it resolves to. */
export function emailSignInCases(it: Case, { open }: Backing): void {
  it(
    "the first sign-in by email creates the user; later ones find it, whatever the case of the address",
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

  it("SEC-E4: several links at once each work, and using one leaves the others", [], async () => {
    const world = await openWorld(open)
    const forms = []
    for (const _ of [1, 2, 3]) {
      await requestLink(world)
      forms.push(world.lastLink().fields)
    }
    for (const form of forms) expect(await followLink(world, form)).toMatchObject({ ok: true })
    expect(await world.rows("session")).toHaveLength(3)
    expect(await world.rows("user")).toHaveLength(1)
  })

  it("SEC-B2: two concurrent first sign-ins by email resolve to one user", [], async () => {
    const world = await openWorld(open)
    await requestLink(world)
    const first = world.lastLink().fields
    await requestLink(world)
    const second = world.lastLink().fields
    // Compared below: the sign-in handles an error that is thrown here as a failure of the store.
    let other: unknown
    world.disturb(async (name, run) => {
      if (name !== "createUser") return run()
      world.disturb()
      other = await followLink(world, second)
      return run()
    })
    expect(await followLink(world, first)).toMatchObject({ ok: true, isNewUser: false })
    expect(other).toMatchObject({ ok: true, isNewUser: true })
    expect(await world.rows("user")).toHaveLength(1)
  })

  it("SEC-N4: a user whose token was used by a lost response can request another", [], async () => {
    const world = await openWorld(open)
    await requestLink(world)
    world.disturb(async (name, run) => {
      const result = await run()
      if (name === "useVerificationToken") throw outage()
      return result
    })
    await expect(followLink(world, world.lastLink().fields)).rejects.toMatchObject({
      code: "indeterminate",
    })
    world.disturb()
    expect(await followLink(world, world.lastLink().fields)).toMatchObject({
      ok: false,
      reason: "invalid_link",
    })
    expect((await world.signIn(email)).answer.ok).toBe(true)
  })
}
