import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY, MINUTE } from "../../support/clock.ts"
import { openPasskeyWorld, storedId } from "../../support/passkey-world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const post = { method: "POST" }

/** Passkeys from before the first proof of the mailbox. */
export function passkeyConfirmationCases(it: Case, { open }: Backing): void {
  for (const strategy of ["database", "jwt"] as const)
    it(
      `SEC-R4: a passkey from before the first proof is refused until it is confirmed (${strategy})`,
      ["confirmSignInMethods"],
      async () => {
        const world = await openPasskeyWorld(open, {}, { session: { strategy } })
        await world.store.createUser?.({ email, emailVerified: null } as never)
        const [user] = await world.rows("user")
        const attacker = world.openBrowser()
        attacker.keep(await world.auth.sessions.create(attacker.request(), String(user?.["id"])))
        await world.register(attacker, "key")
        expect(await world.authenticate(world.openBrowser(), "key"), "before").toMatchObject({ ok: true })
        world.clock.advance(MINUTE)
        const { browser } = await world.signIn(email)
        expect(await world.authenticate(world.openBrowser(), "key")).toMatchObject({
          ok: false,
          reason: "confirm_sign_in_method",
        })
        const confirm = (id: string) =>
          world.passkeys.confirm(browser.request("/", post), { credentialID: storedId(id) })
        expect(await confirm("other")).toMatchObject({ ok: false, reason: "unknown_passkey" })
        expect(await confirm("key")).toMatchObject({ ok: true })
        expect(await world.authenticate(world.openBrowser(), "key")).toMatchObject({ ok: true })
        await world.register(browser, "new")
        expect(await world.authenticate(world.openBrowser(), "new"), "added later").toMatchObject({
          ok: true,
        })
      },
    )

  for (const strategy of ["database", "jwt"] as const)
    it(
      `SEC-R4: a proof between the lookup of an older passkey and its session ends the sign-in (${strategy})`,
      ["confirmSignInMethods", "removePasskeys"],
      async () => {
        const world = await openPasskeyWorld(open, {}, { session: { strategy } })
        await world.store.createUser?.({ email, emailVerified: null } as never)
        const [user] = await world.rows("user")
        const attacker = world.openBrowser()
        attacker.keep(await world.auth.sessions.create(attacker.request(), String(user?.["id"])))
        await world.register(attacker, "key", 1)
        world.clock.advance(MINUTE)
        world.disturb(async (name, run) => {
          if (name !== "updateAuthenticatorCounter") return run()
          world.disturb()
          await world.signIn(email)
          return run()
        })
        expect(await world.authenticate(world.openBrowser(), "key", 2)).toMatchObject({ ok: false })
      },
    )

  it(
    "SEC-R4: a lost record of a confirmation is safe, and one in use does not expire",
    ["confirmSignInMethods"],
    async () => {
      const world = await openPasskeyWorld(open)
      const { browser } = await world.signIn(email)
      await world.register(browser, "key")
      for (const _ of [1, 2, 3]) {
        world.clock.advance(400 * DAY)
        expect(await world.authenticate(world.openBrowser(), "key")).toMatchObject({ ok: true })
      }
      world.clock.advance(730 * DAY)
      expect(await world.authenticate(world.openBrowser(), "key")).toMatchObject({
        ok: false,
        reason: "confirm_sign_in_method",
      })
    },
  )

  for (const strategy of ["database", "jwt"] as const)
    it(
      `SEC-C11, SEC-R4: a change of address neither adds nor removes passkey confirmations (${strategy})`,
      ["confirmSignInMethods"],
      async () => {
        const world = await openPasskeyWorld(open, {}, { session: { strategy } })
        await world.store.createUser?.({ email, emailVerified: null } as never)
        const [user] = await world.rows("user")
        const attacker = world.openBrowser()
        attacker.keep(await world.auth.sessions.create(attacker.request(), String(user?.["id"])))
        await world.register(attacker, "planted")
        world.clock.advance(MINUTE)
        const { browser } = await world.signIn(email)
        await world.register(browser, "own")
        world.clock.advance(MINUTE)
        await world.auth.email.requestChange(browser.post(), { email: "lovelace@example.com" })
        const form = world.lastLink().fields
        expect(
          browser.keep(await world.auth.email.followChange(browser.request("/", { form }))),
        ).toMatchObject({ ok: true })
        expect(await world.authenticate(world.openBrowser(), "own")).toMatchObject({ ok: true })
        expect(await world.authenticate(world.openBrowser(), "planted")).toMatchObject({
          ok: false,
          reason: "confirm_sign_in_method",
        })
      },
    )
}
