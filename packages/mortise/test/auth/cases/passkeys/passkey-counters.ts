import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { openPasskeyWorld } from "../../support/passkey-world.ts"
import { outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

/** The counter rules of WebAuthn Level 3. */
export function passkeyCounterCases(it: Case, { open }: Backing): void {
  for (const [stored, received, allowed] of [
    [0, 0, true],
    [0, 1, true],
    [5, 6, true],
    [5, 4294967295, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
  ] as const)
    for (const policy of ["refuse", "allow"] as const)
      it(`SEC-F1, SEC-F2, SEC-F3: counter ${stored}, then ${received}, policy ${policy}`, [], async () => {
        const world = await openPasskeyWorld(open, { counterRegression: policy })
        await world.register(world.openBrowser(), "key", stored)
        const answer = await world.authenticate(world.openBrowser(), "key", received)
        if (allowed || policy === "allow") expect(answer).toMatchObject({ ok: true })
        else expect(answer).toMatchObject({ ok: false, reason: "counter_regression" })
        expect(await world.rows("authenticator"), "SEC-F1: the counter never decreases").toMatchObject([
          { counter: Math.max(stored, received) },
        ])
        const events = world.events.filter(({ type }) => type === "passkey_counter_regressed")
        expect(events).toMatchObject(allowed ? [] : [{ refused: policy === "refuse" }])
      })

  it("SEC-F1: a counter below that of a concurrent sign-in is a regression", ["extendOnce"], async () => {
    const world = await openPasskeyWorld(open)
    await world.register(world.openBrowser(), "key", 1)
    const [first, second] = [
      await world.authentication(world.openBrowser(), "key", 5),
      await world.authentication(world.openBrowser(), "key", 4),
    ]
    world.disturb(async (name, run) => {
      if (name !== "updateAuthenticatorCounter") return run()
      world.disturb()
      expect(await world.passkeys.verifyAuthentication(first.request())).toMatchObject({ ok: true })
      return run()
    })
    expect(await world.passkeys.verifyAuthentication(second.request())).toMatchObject({
      reason: "counter_regression",
    })
    expect(await world.rows("authenticator")).toMatchObject([{ counter: 5 }])
  })

  for (const policy of ["refuse", "allow"] as const)
    it(`SEC-F3: a counter that cannot be stored is an error under either policy: ${policy}`, [], async () => {
      const world = await openPasskeyWorld(open, { counterRegression: policy })
      await world.register(world.openBrowser(), "key", 1)
      world.disturb((name, run) => {
        if (name === "updateAuthenticatorCounter") throw outage()
        return run()
      })
      await expect(world.authenticate(world.openBrowser(), "key", 2)).rejects.toMatchObject({
        code: "indeterminate",
      })
      expect(world.events.some(({ type }) => type === "passkey_counter_regressed")).toBe(false)
    })
}
