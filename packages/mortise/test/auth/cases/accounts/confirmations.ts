import { expect } from "vitest"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import type { Browser } from "../../support/browser.ts"
import { DAY, HOUR, MINUTE } from "../../support/clock.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import type { WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"
const account = { provider: "sloppy", providerAccountId: "grace" }
const refused = { ok: false, reason: "confirm_sign_in_method" }

/** Accounts from before the first proof of the mailbox. */
export function confirmationCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  /** A user with two accounts: `acme` vouches for the address, `sloppy` does not. */
  async function openApp(options: WorldOptions = {}) {
    const app = await openOAuthApp(open, identity(), options)
    const { browser } = await app.signInWith("acme", "ada")
    await app.signInWith("sloppy", "grace", browser, true)
    app.clock.advance(MINUTE)
    const signInWithOther = async () => (await app.signInWith("sloppy", "grace")).answer
    const confirm = (from: Browser, init: object = { method: "POST" }) =>
      app.auth.accounts.confirm(from.request("/", init), account)
    return { ...app, browser, signInWithOther, confirm }
  }

  for (const strategy of ["database", "jwt"] as const)
    it(
      `SEC-R4: an account from before the first proof is refused until it is confirmed (${strategy})`,
      ["confirmSignInMethods"],
      async () => {
        const app = await openApp({ session: { strategy } })
        expect(await app.signInWithOther(), "before the proof").toMatchObject({ ok: true })
        const owner = await app.signIn(email)
        expect(await app.signInWithOther()).toMatchObject(refused)
        expect(app.events).toContainEqual({
          type: "sign_in_method_unconfirmed",
          userId: owner.user.id,
          provider: "sloppy",
        })
        expect((await app.signInWith("acme", "ada")).answer, "it vouches").toMatchObject({ ok: true })
        expect(await app.confirm(owner.browser)).toMatchObject({ ok: true })
        expect(await app.signInWithOther()).toMatchObject({ ok: true, user: { id: owner.user.id } })
        expect(app.events).toContainEqual({
          type: "sign_in_method_confirmed",
          userId: owner.user.id,
          provider: "sloppy",
        })
      },
    )

  it(
    "SEC-R4: a proof while signed in confirms all accounts; an account linked later is confirmed",
    ["confirmSignInMethods"],
    async () => {
      const app = await openApp()
      await app.signIn(email, app.browser)
      expect(await app.signInWithOther()).toMatchObject({ ok: true })
      app.clock.advance(MINUTE)
      await app.signInWith("sloppy", "nemo", app.browser, true)
      expect((await app.signInWith("sloppy", "nemo")).answer).toMatchObject({ ok: true })
    },
  )

  it("SEC-R4: linking an account again while signed in confirms it", ["confirmSignInMethods"], async () => {
    const app = await openApp()
    const owner = await app.signIn(email)
    await app.signInWith("sloppy", "grace", owner.browser, true)
    expect(await app.signInWithOther()).toMatchObject({ ok: true })
  })

  it(
    "SEC-R4: confirming needs a POST from our own page, a recent sign-in after the proof, and the user's own account",
    ["confirmSignInMethods"],
    async () => {
      const app = await openApp()
      // This session stays, because the proof is made in another session of the same user.
      const older = await app.signInWith("acme", "ada")
      app.clock.advance(MINUTE)
      await app.signIn(email, app.browser)
      expect(await app.confirm(older.browser), "a session from before the proof").toMatchObject({
        reason: "sign_in_again",
      })
      await app.auth.email.request(older.browser.request("/", { method: "POST" }), { email })
      const form = app.lastLink().fields
      older.browser.keep(await app.auth.email.stepUp(older.browser.request("/", { form })))
      expect(await app.confirm(older.browser), "after a step-up").toMatchObject({ ok: true })
      expect(await app.confirm(app.browser, {})).toMatchObject({ reason: "not_post" })
      const elsewhere = { method: "POST", headers: { "sec-fetch-site": "cross-site" } }
      expect(await app.confirm(app.browser, elsewhere)).toMatchObject({ reason: "cross_site" })
      expect(await app.confirm(app.openBrowser())).toMatchObject({ reason: "signed_out" })
      const eve = await app.signIn("eve@example.com")
      expect(await app.confirm(eve.browser)).toMatchObject({ reason: "not_linked" })
      app.clock.advance(HOUR)
      expect(await app.confirm(app.browser)).toMatchObject({ reason: "sign_in_again" })
    },
  )

  for (const [what, options, outcome] of [
    ["is refused", {}, refused],
    [
      "works if trustUsersVerifiedBefore is later",
      { trustUsersVerifiedBefore: new Date(Date.now() + DAY) },
      { ok: true },
    ],
  ] as const)
    it(
      `SEC-R4: an imported account of an imported user with a proved address ${what}`,
      ["confirmSignInMethods"],
      async () => {
        const app = await openOAuthApp(open, identity(), options)
        await app.store.createUser?.({ email, emailVerified: app.clock.in(0) } as never)
        const [user] = await app.rows("user")
        await app.store.linkAccount?.({ ...account, type: "oidc", userId: user?.["id"] } as never)
        expect((await app.signInWith("sloppy", "grace")).answer).toMatchObject(outcome)
      },
    )
}
