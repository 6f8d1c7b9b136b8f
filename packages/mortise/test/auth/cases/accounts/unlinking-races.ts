import { expect } from "vitest"
import type { Factory } from "../../../../../workshop/src/adapters/backend.ts"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import type { Browser } from "../../support/browser.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import { outage, type WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

const post = { method: "POST" }
const acme = { provider: "acme", providerAccountId: "ada" }

async function openApp(open: Factory, identity: IdentityProvider, options: WorldOptions) {
  const app = await openOAuthApp(open, identity, options)
  const isSignedIn = async (browser: Browser) =>
    (await app.auth.sessions.read(browser.request())).user !== null
  const unlink = async (owner: Browser) =>
    owner.keep(await app.auth.accounts.unlink(owner.request("/", post), acme))
  /** Runs `act` once, just before or after the nth call of this operation. */
  const interleave = (when: "before" | "after", name: string, act: () => Promise<unknown>, nth = 1) => {
    let calls = 0
    app.disturb(async (called, run) => {
      if (called !== name || ++calls !== nth) return run()
      if (when === "before") await act()
      const answer = await run()
      if (when === "after") await act()
      return answer
    })
  }
  return { ...app, isSignedIn, unlink, interleave }
}

/** A user with two accounts, and a thief who has signed in to one of them at its provider. */
async function openWithThief(open: Factory, identity: IdentityProvider, options: WorldOptions) {
  const app = await openApp(open, identity, options)
  const { browser: owner } = await app.signInWith("acme", "ada")
  await app.signInWith("other", "grace", owner, true)
  const { browser: thief, callback } = await app.visitProvider("acme", "ada")
  const signInAsThief = async () => thief.keep(await app.auth.oauth.callback(callback))
  const areSignedIn = async () => [await app.isSignedIn(thief), await app.isSignedIn(owner)]
  return { ...app, owner, thief, signInAsThief, areSignedIn }
}

/** Requests that run concurrently with the unlinking of an account. */
export function unlinkingRaceCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  for (const strategy of ["database", "jwt"] as const) {
    const options: WorldOptions = { session: { strategy } }

    it(
      `SEC-C7: a concurrent sign-in with the unlinked account is refused (${strategy})`,
      ["listAccounts"],
      async () => {
        const app = await openWithThief(open, identity(), options)
        const earlierEvents = app.events.length
        app.interleave("after", "getUserByAccount", () => app.unlink(app.owner))
        expect(await app.signInAsThief()).toMatchObject({ reason: "unlinked" })
        expect(await app.areSignedIn()).toEqual([false, true])
        expect(await app.rows("session")).toHaveLength(strategy === "database" ? 1 : 0)
        expect(app.events.slice(earlierEvents).map(({ type }) => type)).not.toContain("signed_in")
      },
    )

    it(
      `SEC-C7: a first sign-in whose account is unlinked concurrently is refused (${strategy})`,
      ["listAccounts"],
      async () => {
        const app = await openApp(open, identity(), options)
        const { callback } = await app.visitProvider("acme", "ada")
        app.interleave("after", "signUp", async () => {
          const { browser: twin } = await app.signInWith("acme", "ada")
          await app.signInWith("other", "grace", twin, true)
          expect(await app.unlink(twin)).toMatchObject({ ok: true })
        })
        expect(await app.auth.oauth.callback(callback)).toMatchObject({ reason: "unlinked" })
      },
    )

    for (const then of ["revokeOthers", "signOut"] as const)
      it(
        `SEC-C7: a session that the account started is revoked, even if the user's own session ends concurrently (${strategy}, ${then})`,
        ["listAccounts", "revokeSessions"],
        async () => {
          const app = await openWithThief(open, identity(), options)
          const before = app.owner.request("/", post)
          app.interleave("before", "unlinkAccount", async () => {
            expect(await app.signInAsThief()).toMatchObject({ ok: true })
            const leaving = then === "signOut" ? before : app.thief.request("/", post)
            app.thief.keep(await app.auth.sessions[then](leaving))
          })
          expect(await app.unlink(app.owner)).toMatchObject({ ok: true })
          expect(await app.areSignedIn()).toEqual([false, false])
          expect(app.events).toContainEqual(expect.objectContaining({ type: "account_unlinked" }))
        },
      )

    it(
      `SEC-C7: a second attempt revokes the sessions that the first one missed (${strategy})`,
      ["listAccounts", "revokeSessions"],
      async () => {
        const app = await openWithThief(open, identity(), options)
        app.interleave("before", "unlinkAccount", async () => {
          await app.signInAsThief()
          app.disturb((name, run) => (name === "unlinkAccount" ? run() : Promise.reject(outage())))
        })
        await expect(app.unlink(app.owner)).rejects.toThrow()
        app.disturb()
        app.clock.advance(30_000)
        expect(await app.unlink(app.owner)).toMatchObject({ reason: "not_linked" })
        expect(await app.areSignedIn()).toEqual([false, true])
      },
    )

    it(
      `SEC-C7: a user who is deleted during the sign-in is not signed in (${strategy})`,
      ["listAccounts"],
      async () => {
        for (const [when, name] of [
          ["after", "getUserByAccount"],
          ["before", "deleteUser"],
        ] as const) {
          const app = await openWithThief(open, identity(), options)
          const [user] = await app.rows("user")
          const deleteUser = () => app.auth.users.delete(String(user?.["id"]))
          app.interleave(when, name, name === "deleteUser" ? app.signInAsThief : deleteUser)
          if (name === "deleteUser") await deleteUser()
          else expect(await app.signInAsThief()).toMatchObject({ reason: "unlinked" })
          expect(await app.areSignedIn(), name).toEqual([false, false])
        }
      },
    )
  }

  it("a sign-in that fails or is refused neither ends nor leaves a session", ["revokeSessions"], async () => {
    const app = await openWithThief(open, identity(), { session: { strategy: "database", maxSessions: 1 } })
    app.clock.advance(1000)
    app.interleave("after", "getUserByAccount", async () => {
      app.interleave("before", "getUserByAccount", () => Promise.reject(outage()))
    })
    await expect(app.signInAsThief()).rejects.toThrow()
    expect(await app.areSignedIn()).toEqual([false, true])
    expect(await app.rows("session")).toHaveLength(1)

    const late = await app.visitProvider("acme", "ada")
    app.interleave("after", "getUserByAccount", () => app.unlink(app.owner))
    expect(await app.auth.oauth.callback(late.callback)).toMatchObject({ reason: "unlinked" })
    expect(await app.areSignedIn()).toEqual([false, true])
  })
}
