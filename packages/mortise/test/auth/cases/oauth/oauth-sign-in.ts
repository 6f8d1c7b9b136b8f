import { expect } from "vitest"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import type { Case } from "../case.ts"

/** Sign-in with an account at a real OpenID provider. */
export function oauthSignInCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  it(
    "§2: the first sign-in creates the user from the profile and links the account, with its tokens",
    [],
    async () => {
      const app = await openOAuthApp(open, identity())
      const { answer, browser } = await app.signInWith("acme", "ada")
      expect(answer).toMatchObject({ ok: true, action: "signed_in", isNewUser: true, returnTo: "/in" })
      const [user] = await app.rows("user")
      expect(user).toMatchObject({
        name: "Ada Lovelace",
        email: "ada@example.com",
        emailVerified: null,
        image: "https://img.example/ada.png",
      })
      expect(await app.rows("account")).toEqual([
        expect.objectContaining({
          userId: user?.["id"],
          type: "oidc",
          provider: "acme",
          providerAccountId: "ada",
          access_token: expect.any(String),
          id_token: expect.stringMatching(/^ey/),
          token_type: "bearer",
          scope: "openid profile email",
          expires_at: Math.floor(app.clock.now() / 1000) + 3600,
        }),
      ])
      expect((await app.auth.sessions.read(browser.request())).user?.id).toBe(user?.["id"])
      expect(browser.jar.header(), "the cookie of the flow is deleted").toBe(
        `__Host-mortise.session=${browser.token()}`,
      )
    },
  )

  it("a later sign-in finds the same user", [], async () => {
    const app = await openOAuthApp(open, identity())
    await app.signInWith("acme", "ada")
    expect((await app.signInWith("acme", "ada")).answer).toMatchObject({ ok: true, isNewUser: false })
    expect([await app.rows("user"), await app.rows("account")].map((rows) => rows.length)).toEqual([1, 1])
    expect(await app.rows("session")).toHaveLength(2)
  })

  it(
    "a later sign-in refreshes the stored tokens, and keeps fields that the provider did not send again",
    ["refreshAccounts"],
    async () => {
      const app = await openOAuthApp(open, identity())
      await app.signInWith("acme", "ada")
      const [before] = await app.rows("account")
      await app.store.unlinkAccount?.({ provider: "acme", providerAccountId: "ada" } as never)
      await app.store.linkAccount?.({ ...before, refresh_token: "kept" } as never)
      app.clock.advance(60_000)
      await app.signInWith("acme", "ada")
      const [after] = await app.rows("account")
      expect(after?.["access_token"]).not.toBe(before?.["access_token"])
      expect(after).toMatchObject({ refresh_token: "kept", expires_at: Number(before?.["expires_at"]) + 60 })
      expect(app.events.some(({ type }) => type === "account_refreshed")).toBe(true)
    },
  )

  it("SEC-C1, CVE-2026-110863: the same id at another provider is another account", [], async () => {
    const app = await openOAuthApp(open, identity())
    await app.signInWith("acme", "nemo")
    await app.signInWith("other", "nemo")
    expect(new Set((await app.rows("account")).map((row) => row["userId"])).size).toBe(2)
  })

  it("a numeric id is stored as text, and found again", [], async () => {
    const app = await openOAuthApp(open, identity())
    await app.signInWith("numbers", "seven")
    await app.signInWith("numbers", "seven")
    expect(await app.rows("account")).toMatchObject([
      { type: "oauth", provider: "numbers", providerAccountId: "7" },
    ])
  })

  it("SEC-C2, GHSA-5hvv-9cqv-894r: a profile without an id, or no profile, is refused", [], async () => {
    const app = await openOAuthApp(open, identity())
    expect((await app.signInWith("numbers", "ada")).answer).toMatchObject({
      ok: false,
      reason: "invalid_profile",
    })
    expect((await app.signInWith("broken", "ada")).answer).toMatchObject({
      ok: false,
      reason: "provider_refused",
    })
    expect(await app.rows("user")).toEqual([])
  })
}
