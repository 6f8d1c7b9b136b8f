import { expect } from "vitest"
import type { IdentityProvider } from "../../../authjs/harness/oidc-provider.ts"
import type { Backing, Factory } from "../../support/backends.ts"
import type { Browser } from "../../support/browser.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import { outage, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const post = { method: "POST" }
const acme = { provider: "acme", providerAccountId: "ada" }

async function openApp(open: Factory, identity: IdentityProvider, options: WorldOptions) {
  const app = await openOAuthApp(open, identity, options)
  const isIn = async (browser: Browser) => (await app.auth.sessions.read(browser.request())).user !== null
  const unlink = async (owner: Browser) =>
    owner.keep(await app.auth.accounts.unlink(owner.request("/", post), acme))
  /** Does something once, just before or after the nth call of this name. */
  const meanwhile = (when: "before" | "after", name: string, act: () => Promise<unknown>, nth = 1) => {
    let calls = 0
    app.disturb(async (called, run) => {
      if (called !== name || ++calls !== nth) return run()
      if (when === "before") await act()
      const answer = await run()
      if (when === "after") await act()
      return answer
    })
  }
  return { ...app, isIn, unlink, meanwhile }
}

/** A person with two accounts, and a thief who has left for the provider of one of them. */
async function openWithThief(open: Factory, identity: IdentityProvider, options: WorldOptions) {
  const app = await openApp(open, identity, options)
  const { browser: owner } = await app.signInWith("acme", "ada")
  await app.signInWith("other", "grace", owner, true)
  const { browser: thief, callback } = await app.travel("acme", "ada")
  const comeIn = async () => thief.keep(await app.auth.oauth.callback(callback))
  const areIn = async () => [await app.isIn(thief), await app.isIn(owner)]
  return { ...app, owner, thief, comeIn, areIn }
}

/** What happens while an account is taken away. */
export function unlinkingRaceCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  for (const strategy of ["database", "jwt"] as const) {
    const options: WorldOptions = { session: { strategy } }

    it(`SEC-C7: a sign-in under way with it comes to nothing (${strategy})`, ["listAccounts"], async () => {
      const app = await openWithThief(open, identity(), options)
      const told = app.events.length
      app.meanwhile("after", "getUserByAccount", () => app.unlink(app.owner))
      expect(await app.comeIn()).toMatchObject({ reason: "unlinked" })
      expect(await app.areIn()).toEqual([false, true])
      expect(await app.rows("session")).toHaveLength(strategy === "database" ? 1 : 0)
      expect(app.events.slice(told).map(({ type }) => type)).not.toContain("signed_in")
    })

    it(`SEC-C7: nor does the first one of all (${strategy})`, ["listAccounts"], async () => {
      const app = await openApp(open, identity(), options)
      const { callback } = await app.travel("acme", "ada")
      app.meanwhile("after", "signUp", async () => {
        const { browser: twin } = await app.signInWith("acme", "ada")
        await app.signInWith("other", "grace", twin, true)
        expect(await app.unlink(twin)).toMatchObject({ ok: true })
      })
      expect(await app.auth.oauth.callback(callback)).toMatchObject({ reason: "unlinked" })
    })

    for (const then of ["revokeOthers", "signOut"] as const)
      it(
        `SEC-C7: whoever came in by it goes, even if the person's own session does meanwhile (${strategy}, ${then})`,
        ["listAccounts", "revokeSessions"],
        async () => {
          const app = await openWithThief(open, identity(), options)
          const before = app.owner.request("/", post)
          app.meanwhile("before", "unlinkAccount", async () => {
            expect(await app.comeIn()).toMatchObject({ ok: true })
            const leaving = then === "signOut" ? before : app.thief.request("/", post)
            app.thief.keep(await app.auth.sessions[then](leaving))
          })
          expect(await app.unlink(app.owner)).toMatchObject({ ok: true })
          expect(await app.areIn()).toEqual([false, false])
          expect(app.events).toContainEqual(expect.objectContaining({ type: "account_unlinked" }))
        },
      )

    it(
      `SEC-C7: a second attempt ends the sessions that the first did not get to (${strategy})`,
      ["listAccounts", "revokeSessions"],
      async () => {
        const app = await openWithThief(open, identity(), options)
        app.meanwhile("before", "unlinkAccount", async () => {
          await app.comeIn()
          app.disturb((name, run) => (name === "unlinkAccount" ? run() : Promise.reject(outage())))
        })
        await expect(app.unlink(app.owner)).rejects.toThrow()
        app.disturb()
        app.clock.travel(30_000)
        expect(await app.unlink(app.owner)).toMatchObject({ reason: "not_linked" })
        expect(await app.areIn()).toEqual([false, true])
      },
    )

    it(
      `SEC-C7: nobody stays in who is deleted while signing in (${strategy})`,
      ["listAccounts"],
      async () => {
        for (const [when, name] of [
          ["after", "getUserByAccount"],
          ["before", "deleteUser"],
        ] as const) {
          const app = await openWithThief(open, identity(), options)
          const [user] = await app.rows("user")
          const deleteUser = () => app.auth.deleteUser(String(user?.["id"]))
          app.meanwhile(when, name, name === "deleteUser" ? app.comeIn : deleteUser)
          if (name === "deleteUser") await deleteUser()
          else expect(await app.comeIn()).toMatchObject({ reason: "unlinked" })
          expect(await app.areIn(), name).toEqual([false, false])
        }
      },
    )
  }

  it("a sign-in that fails, or is refused, ends no session and leaves none", ["revokeSessions"], async () => {
    const app = await openWithThief(open, identity(), { session: { strategy: "database", limit: 1 } })
    app.clock.travel(1000)
    app.meanwhile("after", "getUserByAccount", async () => {
      app.meanwhile("before", "getUserByAccount", () => Promise.reject(outage()))
    })
    await expect(app.comeIn()).rejects.toThrow()
    expect(await app.areIn()).toEqual([false, true])
    expect(await app.rows("session")).toHaveLength(1)

    const late = await app.travel("acme", "ada")
    app.meanwhile("after", "getUserByAccount", () => app.unlink(app.owner))
    expect(await app.auth.oauth.callback(late.callback)).toMatchObject({ reason: "unlinked" })
    expect(await app.areIn()).toEqual([false, true])
  })
}
