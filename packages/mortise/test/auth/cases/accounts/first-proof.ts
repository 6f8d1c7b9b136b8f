import { expect } from "vitest"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import type { Browser } from "../../support/browser.ts"
import { MINUTE } from "../../support/clock.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import { outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

/** The first proof of a mailbox ends the sessions of a person who created the user before. */
export function firstProofCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  for (const strategy of ["database", "jwt"] as const) {
    const openApp = () => openOAuthApp(open, identity(), { session: { strategy } })

    it(
      `SEC-R4: the first proof of the mailbox revokes all earlier sessions (${strategy})`,
      strategy === "jwt" ? ["revokeSessions", "confirmSignInMethods"] : ["revokeSessions"],
      async () => {
        const app = await openApp()
        const isSignedIn = async (browser: Browser) =>
          (await app.auth.sessions.read(browser.request())).user !== null
        const attacker = await app.signInWith("acme", "ada")
        app.clock.advance(MINUTE)
        const owner = await app.signIn(email)
        expect(await isSignedIn(attacker.browser)).toBe(false)
        expect(await isSignedIn(owner.browser)).toBe(true)
        expect(app.events.map(({ type }) => type)).toContain("session_revoked")
        app.clock.advance(MINUTE)
        await app.signIn(email)
        expect(await isSignedIn(owner.browser), "a later proof revokes nothing").toBe(true)
      },
    )

    it(`SEC-R4: a proof in the same user's session keeps the other sessions (${strategy})`, [], async () => {
      const app = await openApp()
      const [here, elsewhere] = [await app.signInWith("acme", "ada"), await app.signInWith("acme", "ada")]
      app.clock.advance(MINUTE)
      await app.signIn(email, here.browser)
      expect((await app.auth.sessions.read(elsewhere.browser.request())).user?.email).toBe(email)
    })

    it(
      `SEC-R4: a proof in another user's session revokes the earlier sessions (${strategy})`,
      ["revokeSessions"],
      async () => {
        const app = await openApp()
        const attacker = await app.signInWith("acme", "ada")
        const { browser } = await app.signIn("grace@example.com")
        await app.signIn(email, browser)
        expect((await app.auth.sessions.read(attacker.browser.request())).user).toBeNull()
      },
    )

    it(
      `SEC-R4: a sign-in that runs concurrently with the first proof leaves no session (${strategy})`,
      ["revokeSessions", "confirmSignInMethods"],
      async () => {
        const app = await openApp()
        const before = await app.signInWith("acme", "ada")
        await app.signInWith("sloppy", "grace", before.browser, true)
        app.clock.advance(MINUTE)
        const late = await app.visitProvider("sloppy", "grace")
        app.disturb(async (name, run) => {
          if (name !== "verifyEmail") return run()
          app.disturb()
          late.browser.keep(await app.auth.oauth.callback(late.callback))
          return run()
        })
        await app.signIn(email)
        expect((await app.auth.sessions.read(late.browser.request())).user).toBeNull()
      },
    )

    it(
      `SEC-R4: a proof between the lookup of an older account and its session ends the sign-in (${strategy})`,
      ["revokeSessions", "confirmSignInMethods", "listAccounts"],
      async () => {
        const app = await openApp()
        const before = await app.signInWith("acme", "ada")
        await app.signInWith("sloppy", "grace", before.browser, true)
        app.clock.advance(MINUTE)
        const late = await app.visitProvider("sloppy", "grace")
        app.disturb(async (name, run) => {
          if (name !== "updateAccount") return run()
          app.disturb()
          await app.signIn(email)
          return run()
        })
        expect(await app.auth.oauth.callback(late.callback)).toMatchObject({ ok: false, reason: "unlinked" })
      },
    )
  }

  it("SEC-R4: if the sessions cannot be revoked, the proof is not stored", ["revokeSessions"], async () => {
    const app = await openOAuthApp(open, identity())
    const attacker = await app.signInWith("acme", "ada")
    app.disturb((name, run) => {
      if (name === "listSessions") throw outage()
      return run()
    })
    await expect(app.signIn(email)).rejects.toThrow()
    app.disturb()
    expect(await app.rows("user")).toMatchObject([{ email, emailVerified: null }])
    await app.signIn(email)
    expect((await app.auth.sessions.read(attacker.browser.request())).user).toBeNull()
  })
}
