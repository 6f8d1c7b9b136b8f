import { expect } from "vitest"
import type { Factory } from "../../../../../workshop/src/adapters/backend.ts"
import type { Backing } from "../../support/backends.ts"
import { openPasskeyWorld } from "../../support/passkey-world.ts"
import type { WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

async function openWith(open: Factory, options: WorldOptions) {
  const world = await openPasskeyWorld(open, {}, options)
  const [owner, thief] = [world.openBrowser(), world.openBrowser()]
  for (const id of ["lost", "kept"]) await world.register(owner, id)
  const remove = (id = "lost") => world.remove(owner, id)
  const isSignedIn = async (browser: typeof owner) =>
    (await world.auth.sessions.read(browser.request())).user !== null
  const left = async () => [(await world.rows("authenticator")).length, (await world.rows("account")).length]
  /** Runs `act` once, just before the next call of this operation. */
  const before = (name: string, act: () => Promise<unknown>) => {
    let isDone = false
    world.disturb(async (called, run) => {
      if (called !== name || isDone) return run()
      isDone = true
      await act()
      return run()
    })
  }
  return { ...world, owner, thief, remove, isSignedIn, left, before }
}

/** Requests that run concurrently with the removal of a passkey. */
export function passkeyRemovalRaceCases(it: Case, { open }: Backing): void {
  for (const strategy of ["database", "jwt"] as const) {
    const options: WorldOptions = { session: { strategy } }

    it(
      `SEC-C7: a session that the passkey started just before its removal is revoked (${strategy})`,
      ["removePasskeys"],
      async () => {
        const world = await openWith(open, options)
        world.before("removeAuthenticator", () => world.authenticate(world.thief, "lost", 1))
        expect(await world.remove()).toMatchObject({ ok: true })
        expect([await world.isSignedIn(world.thief), await world.isSignedIn(world.owner)]).toEqual([
          false,
          true,
        ])
        expect(await world.left()).toEqual([1, 1])
      },
    )

    for (const counter of [0, 1])
      it(
        `SEC-C7: a concurrent sign-in with the removed passkey is refused (${strategy}, counter ${counter})`,
        ["removePasskeys"],
        async () => {
          const world = await openWith(open, options)
          world.before("getUser", world.remove)
          expect(await world.authenticate(world.thief, "lost", counter)).toMatchObject({
            reason: "unknown_passkey",
          })
          expect([await world.isSignedIn(world.thief), await world.isSignedIn(world.owner)]).toEqual([
            false,
            true,
          ])
          expect(await world.left()).toEqual([1, 1])
        },
      )

    it(
      `SEC-C7: a sign-in is refused if another user registers the id of the removed passkey concurrently (${strategy})`,
      ["removePasskeys"],
      async () => {
        const world = await openWith(open, options)
        world.before("updateAuthenticatorCounter", async () => {
          await world.remove()
          await world.register(world.openBrowser(), "lost")
        })
        expect(await world.authenticate(world.thief, "lost", 1)).toMatchObject({ ok: false })
        expect([await world.isSignedIn(world.thief), await world.isSignedIn(world.owner)]).toEqual([
          false,
          true,
        ])
      },
    )

    it(
      `if the store fails halfway, the user stays signed in and can retry (${strategy})`,
      ["removePasskeys"],
      async () => {
        for (const failing of ["removeAuthenticator", "unlinkAccount"]) {
          const world = await openWith(open, options)
          world.before(failing, () => Promise.reject(new Error("down")))
          await expect(world.remove()).rejects.toThrow()
          expect(await world.isSignedIn(world.owner), failing).toBe(true)
          expect(await world.remove()).toMatchObject({ ok: true })
          expect(await world.left()).toEqual([1, 1])
        }
      },
    )
  }

  it("SEC-C7: a removal that outlives its lock removes nothing", ["removePasskeys"], async () => {
    const world = await openWith(open, {})
    world.disturb(async (called, run) => {
      const answer = await run()
      if (called === "listAccounts") world.clock.advance(30_000)
      return answer
    })
    expect(await world.remove()).toMatchObject({ reason: "busy" })
    expect(await world.left()).toEqual([2, 2])
  })

  it(
    "SEC-C7: an account or passkey that cannot sign in is not a sign-in method",
    ["removePasskeys"],
    async () => {
      const provider = {
        id: "passkey",
        type: "oidc",
        issuer: "https://acme.example",
        clientId: "app",
      } as const
      const world = await openWith(open, { providers: [provider] })
      expect(await world.remove("kept")).toMatchObject({ ok: true })
      expect(await world.remove("lost"), "its account has the id of a configured provider").toMatchObject({
        reason: "last_sign_in_method",
      })
      const [stored = {}] = await world.rows("authenticator")
      const odd = { ...stored, credentialID: "bG9zdDI", providerAccountId: "odd" }
      await world.store.createAuthenticator?.(odd as never)
      expect(
        await world.remove("lost"),
        "the second one is stored in a form that a sign-in never finds",
      ).toMatchObject({
        reason: "last_sign_in_method",
      })
      expect(await world.remove("lost2"), "it can still be removed").toMatchObject({ ok: true })
      expect((await world.left())[0]).toBe(1)
    },
  )
}
