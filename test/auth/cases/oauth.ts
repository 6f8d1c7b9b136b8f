import { expect } from "vitest"
import type { IdentityProvider } from "../../authjs/harness/oidc-provider.ts"
import type { Backing } from "../support/backends.ts"
import { openOAuthApp } from "../support/oauth-app.ts"
import { outage } from "../support/world.ts"
import type { Case } from "./case.ts"

/** Some stores leave out what is empty. */
const said = (verified: boolean | undefined): string =>
  verified === undefined ? "never verified" : verified ? "verified" : "not verified"

/** Whose account it is that a real OpenID provider vouches for. */
export function oauthCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
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
      expect(browser.jar.header(), "nothing is left of the journey").toBe(
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
    "a later sign-in refreshes the stored tokens, and leaves what the provider did not send again",
    ["refreshAccounts"],
    async () => {
      const app = await openOAuthApp(open, identity())
      await app.signInWith("acme", "ada")
      const [before] = await app.rows("account")
      await app.store.unlinkAccount?.({ provider: "acme", providerAccountId: "ada" } as never)
      await app.store.linkAccount?.({ ...before, refresh_token: "kept" } as never)
      app.clock.travel(60_000)
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

  it("an id that is a number is kept as text, and found again", [], async () => {
    const app = await openOAuthApp(open, identity())
    await app.signInWith("numbers", "seven")
    await app.signInWith("numbers", "seven")
    expect(await app.rows("account")).toMatchObject([
      { type: "oauth", provider: "numbers", providerAccountId: "7" },
    ])
  })

  it("SEC-C2, GHSA-5hvv-9cqv-894r: a profile without an id, or none at all, is nobody", [], async () => {
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

  it("an address that the provider has not verified is not kept: it may be somebody else's", [], async () => {
    const app = await openOAuthApp(open, identity())
    await app.signInWith("sloppy", "ada")
    expect(await app.rows("user")).toMatchObject([{ name: "Ada Lovelace", email: null }])
    const { user } = await app.signIn("ada@example.com")
    expect(await app.rows("user")).toHaveLength(2)
    expect(user).toMatchObject({ email: "ada@example.com", name: null })
  })

  for (const [provider, verified, linked] of [
    ["acme", true, false],
    ["acme", false, false],
    ["sloppy", true, false],
    ["trusting", false, false],
    ["trusting", undefined, false],
    ["gullible", true, false],
    ["trusting", true, true],
  ] as const)
    it(
      `SEC-C4, GHSA-g38m-r43w-p2q7, CVE-2026-15611: ${provider}, ${said(verified)} here: an address links ${linked ? "the account" : "nothing"}`,
      [],
      async () => {
        const app = await openOAuthApp(open, identity())
        const emailVerified = verified ? app.clock.in(0) : null
        const proof = verified === undefined ? {} : { emailVerified }
        await app.store.createUser?.({ email: "ada@example.com", ...proof } as never)
        const [holder] = await app.rows("user")
        const { answer } = await app.signInWith(provider, "ada")
        const expected =
          provider === "sloppy" || provider === "gullible"
            ? { ok: true, isNewUser: true }
            : { ok: false, reason: "email_taken" }
        expect(answer).toMatchObject(linked ? { ok: true, isNewUser: false } : expected)
        const owners = (await app.rows("account")).map((row) => row["userId"])
        expect(owners.includes(holder?.["id"])).toBe(linked)
      },
    )

  for (const [what, operation] of [
    ["two first sign-ins that meet at the store are one user", /createUser|signUp/],
    ["a first sign-in that another one overtakes as it looks for the address gets in", /getUserByEmail/],
  ] as const)
    it(`SEC-C8, SEC-B2: ${what}`, [], async () => {
      const app = await openOAuthApp(open, identity())
      const [first, second] = [await app.travel("acme", "ada"), await app.travel("acme", "ada")]
      const answers: { readonly ok: boolean }[] = []
      app.disturb(async (name, run) => {
        if (!operation.test(name)) return run()
        app.disturb()
        answers.push(await app.auth.oauth.callback(second.callback))
        return run()
      })
      answers.push(await app.auth.oauth.callback(first.callback))
      expect(answers.map(({ ok }) => ok)).toEqual([true, true])
      expect(await app.rows("user")).toHaveLength(1)
      expect(await app.rows("account")).toHaveLength(1)
    })

  for (const failing of ["signUp", "createUser", "linkAccount", "createSession"])
    for (const applied of [false, true])
      it(
        `SEC-C8: a crash at ${failing}, ${applied ? "after" : "before"} its effect, locks nobody out`,
        [],
        async () => {
          const app = await openOAuthApp(open, identity())
          app.disturb(async (name, run) => {
            if (name !== failing) return run()
            if (applied) await run()
            throw outage()
          })
          await app.signInWith("acme", "ada").catch(() => {})
          app.disturb()
          expect((await app.signInWith("acme", "ada")).answer).toMatchObject({ ok: true })
          expect(await app.rows("user")).toHaveLength(1)
          expect(await app.rows("account")).toHaveLength(1)
        },
      )

  it("SEC-C8, SEC-B2: of two first sign-ins at once, both get in", ["atomicSignUp"], async () => {
    const app = await openOAuthApp(open, identity())
    const journeys = [await app.travel("acme", "ada"), await app.travel("acme", "ada")]
    const answers = await Promise.all(journeys.map(({ callback }) => app.auth.oauth.callback(callback)))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true])
    expect(await app.rows("user")).toHaveLength(1)
  })

  it("SEC-C8: a first sign-in whose answer got lost is found to be done", [], async () => {
    const app = await openOAuthApp(open, identity())
    app.disturb(async (name, run) => {
      const result = await run()
      if (name === "signUp" || name === "linkAccount") throw outage()
      return result
    })
    expect((await app.signInWith("acme", "ada")).answer).toMatchObject({ ok: true, action: "signed_in" })
    expect(await app.rows("user")).toHaveLength(1)
  })

  it(
    "SEC-C4, SEC-C8: a user left half made whose mailbox was proved meanwhile is linked to nothing",
    [],
    async () => {
      const app = await openOAuthApp(open, identity())
      app.disturb((name, run) => {
        if (/linkAccount|signUp/.test(name)) throw outage()
        return run()
      })
      await app.signInWith("acme", "ada").catch(() => {})
      app.disturb()
      await app.signIn("ada@example.com")
      expect((await app.signInWith("acme", "ada")).answer).toMatchObject({ ok: false, reason: "email_taken" })
      expect(await app.rows("account")).toEqual([])
    },
  )

  it("SEC-C8: nor does a second crash while the first one heals", [], async () => {
    const app = await openOAuthApp(open, identity())
    for (const _ of [1, 2]) {
      app.disturb((name, run) => {
        if (/linkAccount|signUp/.test(name)) throw outage()
        return run()
      })
      await expect(app.signInWith("acme", "ada")).rejects.toThrow()
    }
    app.disturb()
    expect((await app.signInWith("acme", "ada")).answer).toMatchObject({ ok: true })
    expect(await app.rows("user")).toHaveLength(1)
  })

  it("SEC-C8: a user whom one account's sign-up left half made is not another account's", [], async () => {
    const app = await openOAuthApp(open, identity())
    app.disturb((name, run) => {
      if (/linkAccount|signUp/.test(name)) throw outage()
      return run()
    })
    await app.signInWith("acme", "ada").catch(() => {})
    app.disturb()
    const orphans = await app.rows("user")
    const { answer } = await app.signInWith("other", "twin")
    expect(answer).toMatchObject(orphans.length === 1 ? { ok: false, reason: "email_taken" } : { ok: true })
  })
}
