import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import type { Browser } from "../../support/browser.ts"
import { HOUR } from "../../support/clock.ts"
import { openPasskeyWorld, storedId } from "../../support/passkey-world.ts"
import type { Case } from "../case.ts"

const post = { method: "POST" }

/** Removing a passkey. */
export function passkeyRemovalCases(it: Case, { open }: Backing): void {
  async function openWith(...ids: readonly [string, ...string[]]) {
    const world = await openPasskeyWorld(open)
    const browser = world.openBrowser()
    for (const id of ids) await world.register(browser, id)
    const remove = (id: string, by: Browser = browser, init?: object) => world.remove(by, id, init)
    const left = async () => (await world.rows("authenticator")).map((row) => row["credentialID"])
    return { ...world, browser, remove, left }
  }

  it(
    "SEC-C7: a removed passkey no longer signs in, and the user's other sessions are revoked",
    ["removePasskeys"],
    async () => {
      const world = await openWith("lost", "kept")
      const thief = world.openBrowser()
      expect(await world.authenticate(thief, "lost", 1)).toMatchObject({ ok: true })
      expect(await world.remove("lost")).toMatchObject({ ok: true })
      expect(await world.left()).toEqual([storedId("kept")])
      expect(await world.rows("account")).toMatchObject([{ providerAccountId: storedId("kept") }])
      expect((await world.auth.sessions.read(thief.request())).user).toBeNull()
      expect((await world.auth.sessions.read(world.browser.request())).user).not.toBeNull()
      expect(await world.authenticate(thief, "lost", 2)).toMatchObject({ reason: "unknown_passkey" })
      expect(await world.authenticate(world.openBrowser(), "kept", 1)).toMatchObject({ ok: true })
      expect(await world.remove("lost")).toMatchObject({ reason: "unknown_passkey" })
    },
  )

  it(
    "SEC-C7: the last passkey of a user without another sign-in method stays, even if two are removed concurrently",
    ["removePasskeys"],
    async () => {
      const world = await openWith("one", "two")
      const answers = await world.callAtOnce([() => world.remove("one"), () => world.remove("two")])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await world.left()).toHaveLength(1)
      const id = (await world.left())[0] === storedId("one") ? "one" : "two"
      expect(await world.remove(id)).toMatchObject({ reason: "last_sign_in_method" })
      expect(await world.left()).toEqual([storedId(id)])
    },
  )

  it("SEC-C7: a user with an email address may remove the last passkey", ["removePasskeys"], async () => {
    const world = await openPasskeyWorld(open)
    const { browser, user } = await world.signIn("ada@example.com")
    await world.register(browser, "key")
    expect(await world.remove(browser, "key")).toMatchObject({ ok: true })
    expect(await world.rows("authenticator")).toEqual([])
    expect(await world.rows("account")).toEqual([])
    expect(world.events).toContainEqual({ type: "passkey_removed", userId: user.id })
  })

  it("an account of two passkeys is removed with the second", ["removePasskeys"], async () => {
    const world = await openWith("one", "two", "three")
    const [{ userId } = {}] = await world.rows("authenticator")
    const kind = {
      credentialPublicKey: "AQID",
      credentialDeviceType: "multiDevice",
      credentialBackedUp: true,
    }
    const twin = { credentialID: storedId("twin"), providerAccountId: storedId("one"), counter: 0, userId }
    await world.store.createAuthenticator?.({ ...twin, ...kind } as never)
    const accounts = async () => (await world.rows("account")).map((row) => row["providerAccountId"])
    expect(await world.remove("one")).toMatchObject({ ok: true })
    expect(await accounts()).toContain(storedId("one"))
    expect(await world.remove("twin")).toMatchObject({ ok: true })
    expect((await accounts()).sort()).toEqual([storedId("three"), storedId("two")].sort())
  })

  it("an account with the same id at another provider stays", ["removePasskeys"], async () => {
    const world = await openPasskeyWorld(open)
    const { browser, user } = await world.signIn("ada@example.com")
    const other = { userId: user.id, type: "oauth", provider: "other", providerAccountId: storedId("key") }
    await world.store.linkAccount?.(other as never)
    await world.register(browser, "key")
    expect(await world.remove(browser, "key")).toMatchObject({ ok: true })
    expect(await world.rows("account")).toMatchObject([{ provider: "other" }])
  })

  it(
    "SEC-C5, SEC-F6: removing needs the user's own passkey, a recent sign-in and a POST",
    ["removePasskeys"],
    async () => {
      const world = await openWith("one", "two")
      const visitor = world.openBrowser()
      expect(await world.remove("one", visitor)).toMatchObject({ reason: "signed_out" })
      await world.register(visitor, "theirs")
      expect(await world.remove("one", visitor)).toMatchObject({ reason: "unknown_passkey" })
      expect(await world.remove("one", world.browser, {})).toMatchObject({ reason: "not_post" })
      const foreign = { ...post, headers: { origin: "https://evil.example" } }
      expect(await world.remove("one", world.browser, foreign)).toMatchObject({ reason: "cross_site" })
      for (const id of ["", "no such passkey"])
        expect(await world.remove(id)).toMatchObject({ reason: "unknown_passkey" })
      world.clock.advance(HOUR)
      expect(await world.remove("one")).toMatchObject({ reason: "sign_in_again" })
      expect(await world.left()).toHaveLength(3)
    },
  )
}
