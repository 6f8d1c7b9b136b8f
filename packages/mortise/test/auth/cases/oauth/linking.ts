import { expect } from "vitest"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import { HOUR } from "../../support/clock.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import { outage } from "../../support/world.ts"
import type { Case } from "../case.ts"

const post = { method: "POST" }

/** Linking an account to the signed-in user. */
export function linkingCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  for (const strategy of ["database", "jwt"] as const)
    it(`SEC-C5: linking needs a recent sign-in and a POST from our own page (${strategy})`, [], async () => {
      const app = await openOAuthApp(open, identity(), { session: { strategy } })
      const start = (request: Request) => app.auth.oauth.start(request, "other", { link: true })
      expect(await start(app.openBrowser().request("/", post))).toMatchObject({ reason: "signed_out" })
      const { browser } = await app.signInWith("acme", "ada")
      expect(await start(browser.request("/"))).toMatchObject({ reason: "not_post" })
      const elsewhere = { ...post, headers: { "sec-fetch-site": "cross-site" } }
      expect(await start(browser.request("/", elsewhere))).toMatchObject({ reason: "cross_site" })
      app.clock.advance(HOUR)
      expect(await start(browser.request("/", post))).toMatchObject({ reason: "sign_in_again" })
    })

  it("SEC-C5: links another account to the signed-in user, without a new session", [], async () => {
    const app = await openOAuthApp(open, identity())
    const { browser } = await app.signInWith("acme", "ada")
    const before = await app.rows("session")
    const { answer } = await app.signInWith("other", "grace", browser, true)
    expect(answer).toMatchObject({ ok: true, action: "linked", provider: "other", returnTo: "/in" })
    expect(await app.rows("user")).toHaveLength(1)
    expect((await app.rows("account")).map((row) => [row["provider"], row["providerAccountId"]])).toEqual([
      ["acme", "ada"],
      ["other", "grace"],
    ])
    expect(await app.rows("session")).toEqual(before)
    const again = await app.signInWith("other", "grace", browser, true)
    expect(again.answer, "linking it again changes nothing").toMatchObject({ ok: true, action: "linked" })
    expect(await app.rows("account")).toHaveLength(2)
  })

  for (const strategy of ["database", "jwt"] as const)
    it(`SEC-C5, CVE-2026-105207: another user's account is not linked (${strategy})`, [], async () => {
      const app = await openOAuthApp(open, identity(), { session: { strategy } })
      await app.signInWith("other", "grace")
      const { browser } = await app.signInWith("acme", "ada")
      const owners = async () => (await app.rows("account")).map((row) => [row["provider"], row["userId"]])
      const before = await owners()
      const { answer } = await app.signInWith("other", "grace", browser, true)
      expect(answer).toMatchObject({ ok: false, reason: "linked_to_another" })
      expect(await owners()).toEqual(before)
    })

  it("SEC-B3: only one of two users who link an account concurrently gets it", [], async () => {
    const app = await openOAuthApp(open, identity())
    const [ada, seven] = [await app.signInWith("acme", "ada"), await app.signInWith("acme", "seven")]
    const first = await app.visitProvider("other", "grace", ada.browser, true)
    const second = await app.visitProvider("other", "grace", seven.browser, true)
    // Compared below: linking handles an error that is thrown here as a failure of the store.
    let other: unknown
    app.disturb(async (name, run) => {
      if (name !== "linkAccount") return run()
      app.disturb()
      other = await app.auth.oauth.callback(second.callback)
      return run()
    })
    expect(await app.auth.oauth.callback(first.callback)).toMatchObject({
      ok: false,
      reason: "linked_to_another",
    })
    expect(other).toMatchObject({ ok: true })
    expect((await app.rows("account")).filter((row) => row["provider"] === "other")).toHaveLength(1)
  })

  for (const strategy of ["database", "jwt"] as const)
    it(`SEC-C6: a link that one session began is refused in another session (${strategy})`, [], async () => {
      const app = await openOAuthApp(open, identity(), { session: { strategy } })
      const { browser } = await app.signInWith("acme", "ada")
      const { callback } = await app.visitProvider("other", "grace", browser, true)
      await app.signInWith("acme", "nemo", browser)
      const answer = await app.auth.oauth.callback(browser.request(callback.url))
      expect(answer).toMatchObject({ ok: false, reason: "signed_out" })
      expect((await app.rows("account")).map((row) => row["provider"])).toEqual(["acme", "acme"])
    })

  it("SEC-D6: a session that expires while the user is at the provider cannot be linked to", [], async () => {
    const app = await openOAuthApp(open, identity(), {
      session: { strategy: "database", maxAgeSeconds: 300 },
    })
    const { browser } = await app.signInWith("acme", "ada")
    const { callback } = await app.visitProvider("other", "grace", browser, true)
    app.clock.advance(300_000)
    expect(await app.auth.oauth.callback(callback)).toMatchObject({ ok: false, reason: "signed_out" })
    expect(await app.rows("account")).toHaveLength(1)
  })

  it("a link works when the store's response is lost", [], async () => {
    const app = await openOAuthApp(open, identity())
    const { browser } = await app.signInWith("acme", "ada")
    const { callback } = await app.visitProvider("other", "grace", browser, true)
    app.disturb(async (name, run) => {
      const result = await run()
      if (name === "linkAccount") throw outage()
      return result
    })
    expect(await app.auth.oauth.callback(callback)).toMatchObject({ ok: true, action: "linked" })
  })
}
