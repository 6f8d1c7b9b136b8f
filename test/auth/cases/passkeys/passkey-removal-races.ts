import { expect } from "vitest"
import type { Backing, Factory } from "../../support/backends.ts"
import { openPasskeyWorld } from "../../support/passkey-world.ts"
import type { WorldOptions } from "../../support/world.ts"
import type { Case } from "../case.ts"

async function openWith(open: Factory, options: WorldOptions) {
  const world = await openPasskeyWorld(open, {}, options)
  const [owner, thief] = [world.openBrowser(), world.openBrowser()]
  for (const id of ["lost", "kept"]) await world.register(owner, id)
  const remove = (id = "lost") => world.remove(owner, id)
  const isIn = async (browser: typeof owner) =>
    (await world.auth.sessions.read(browser.request())).user !== null
  const left = async () => [(await world.rows("authenticator")).length, (await world.rows("account")).length]
  /** Does something once, just before this call to the store. */
  const before = (name: string, act: () => Promise<unknown>) => {
    let isDone = false
    world.disturb(async (called, run) => {
      if (called !== name || isDone) return run()
      isDone = true
      await act()
      return run()
    })
  }
  return { ...world, owner, thief, remove, isIn, left, before }
}

/** What happens while a passkey is taken away. */
export function passkeyRemovalRaceCases(it: Case, { open }: Backing): void {
  for (const strategy of ["database", "jwt"] as const) {
    const options: WorldOptions = { session: { strategy } }

    it(
      `SEC-C7: whoever comes in by a passkey just before it goes is put out again (${strategy})`,
      ["removePasskeys"],
      async () => {
        const world = await openWith(open, options)
        world.before("removeAuthenticator", () => world.authenticate(world.thief, "lost", 1))
        expect(await world.remove()).toMatchObject({ ok: true })
        expect([await world.isIn(world.thief), await world.isIn(world.owner)]).toEqual([false, true])
        expect(await world.left()).toEqual([1, 1])
      },
    )

    for (const counter of [0, 1])
      it(
        `SEC-C7: a sign-in under way with it comes to nothing (${strategy}, counter ${counter})`,
        ["removePasskeys"],
        async () => {
          const world = await openWith(open, options)
          world.before("getUser", world.remove)
          expect(await world.authenticate(world.thief, "lost", counter)).toMatchObject({
            reason: "unknown_passkey",
          })
          expect([await world.isIn(world.thief), await world.isIn(world.owner)]).toEqual([false, true])
          expect(await world.left()).toEqual([1, 1])
        },
      )

    it(
      `SEC-C7: nor does it when somebody else takes its name meanwhile (${strategy})`,
      ["removePasskeys"],
      async () => {
        const world = await openWith(open, options)
        world.before("updateAuthenticatorCounter", async () => {
          await world.remove()
          await world.register(world.openBrowser(), "lost")
        })
        expect(await world.authenticate(world.thief, "lost", 1)).toMatchObject({ ok: false })
        expect([await world.isIn(world.thief), await world.isIn(world.owner)]).toEqual([false, true])
      },
    )

    it(
      `a store that fails in the middle leaves the person signed in, and able to finish (${strategy})`,
      ["removePasskeys"],
      async () => {
        for (const failing of ["removeAuthenticator", "unlinkAccount"]) {
          const world = await openWith(open, options)
          world.before(failing, () => Promise.reject(new Error("down")))
          await expect(world.remove()).rejects.toThrow()
          expect(await world.isIn(world.owner), failing).toBe(true)
          expect(await world.remove()).toMatchObject({ ok: true })
          expect(await world.left()).toEqual([1, 1])
        }
      },
    )
  }

  it("SEC-C7: one that took too long takes nothing", ["removePasskeys"], async () => {
    const world = await openWith(open, {})
    world.disturb(async (called, run) => {
      const answer = await run()
      if (called === "listAccounts") world.clock.travel(30_000)
      return answer
    })
    expect(await world.remove()).toMatchObject({ reason: "busy" })
    expect(await world.left()).toEqual([2, 2])
  })

  it("SEC-C7: what nobody can sign in with is no way in", ["removePasskeys"], async () => {
    const provider = { id: "passkey", type: "oidc", issuer: "https://acme.example", clientId: "app" } as const
    const world = await openWith(open, { providers: [provider] })
    expect(await world.remove("kept")).toMatchObject({ ok: true })
    expect(await world.remove("lost"), "its account is of a provider of that name").toMatchObject({
      reason: "last_sign_in_method",
    })
    const [stored = {}] = await world.rows("authenticator")
    const odd = { ...stored, credentialID: "bG9zdDI", providerAccountId: "odd" }
    await world.store.createAuthenticator?.(odd as never)
    expect(await world.remove("lost"), "another is spelled so that it is never found").toMatchObject({
      reason: "last_sign_in_method",
    })
    expect(await world.remove("lost2"), "but it can be taken away").toMatchObject({ ok: true })
    expect((await world.left())[0]).toBe(1)
  })
}
