import { describe, expect, test } from "vitest"
import { type Adapter, extras, slots, upkeep } from "../../src/index.ts"
import { adapterOver } from "../unit/support/store-spy.ts"
import { sharedProvider } from "./support/shared-provider.ts"
import { describeStorages } from "./support/storages.ts"

const provider = await sharedProvider()

/** An adapter whose next list of rows is answered late: when `release` is called. */
function openHeldLists() {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let isHeld = false
  const adapter = adapterOver(({ list }) => ({
    async list(...args) {
      const rows = await list(...args)
      if (isHeld) {
        isHeld = false
        await held
      }
      return rows
    },
  })) as Adapter
  const holdNextList = () => {
    isHeld = true
  }
  return { adapter, holdNextList, release: () => release() }
}

describeStorages(provider, (openWorld) => {
  describe("SEC-G5: a slow caller never replaces newer tokens", () => {
    test("those of a sign-in", async () => {
      const world = await openWorld()
      let release = () => {}
      provider.breakNext({ hold: new Promise<void>((resolve) => (release = resolve)) })
      const slow = world.open({ timeoutSeconds: 600 }).get(world.which)
      await expect.poll(() => provider.sent.length, { timeout: 20_000 }).toBe(1)
      const newer = { access_token: "newer", refresh_token: "newer", expires_at: 4e9 }
      await world.open().saveTokens({ ...world.key, ...newer, userId: world.user.id })
      release()
      expect(await slow).toMatchObject({ ok: true, accessToken: "newer" })
      expect(await world.account()).toMatchObject(newer)
    })

    test("those of a sign-in, when the provider refuses the old one", async () => {
      const world = await openWorld({ refreshToken: "dead" })
      let release = () => {}
      provider.breakNext({ hold: new Promise<void>((resolve) => (release = resolve)) })
      const slow = world.open().get(world.which)
      await expect.poll(() => provider.sent.length, { timeout: 20_000 }).toBe(1)
      const newer = { access_token: "newer", refresh_token: "newer", expires_at: 4e9 }
      await world.open().saveTokens({ ...world.key, ...newer, userId: world.user.id })
      release()
      expect(await slow).toMatchObject({ ok: true, accessToken: "newer" })
      expect(world.events).not.toContainEqual(expect.objectContaining({ type: "sign_in_needed" }))
    })

    test("a caller that read old tokens does not send them", async () => {
      const { adapter, holdNextList, release } = openHeldLists()
      const world = await openWorld({ adapter })
      holdNextList()
      const slow = world.open().get(world.which)
      const other = await world.open().get(world.which)
      // The slots of finished attempts do not stay.
      const { rows = [] } = (await upkeep(adapter)?.page("slot")) ?? {}
      for (const { key } of rows) await slots(adapter)?.take(key)
      release()
      expect(await slow).toMatchObject({ ok: true })
      expect(other).toMatchObject({ ok: true })
      expect(provider.sent.filter((token) => token === world.refresh)).toHaveLength(1)
      expect(provider.alarms).toEqual([])
    })

    test("those of a refresh, when a sign-in returned the refresh token that it has used", async () => {
      const { adapter, holdNextList, release } = openHeldLists()
      const world = await openWorld({ adapter })
      holdNextList()
      const signedIn = { access_token: "second", refresh_token: world.refresh ?? "", expires_at: 1 }
      const saving = world.open().saveTokens({ ...world.key, ...signedIn, userId: world.user.id })
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
      const refreshed = await world.account()
      release()
      await saving
      expect(refreshed?.refresh_token).not.toBe(world.refresh)
      expect(await world.account()).toEqual(refreshed)
    })

    test("those of a refresh with the same refresh token", async () => {
      const world = await openWorld()
      const providers = [{ ...world.acme, rotates: false }]
      let release = () => {}
      provider.breakNext({ hold: new Promise<void>((resolve) => (release = resolve)) })
      const slow = world.open({ providers, timeoutSeconds: 600 }).get(world.which)
      await expect.poll(() => provider.sent.length, { timeout: 20_000 }).toBe(1)
      await extras(world.adapter)?.updateAccount?.({ ...world.key, access_token: "newer", expires_at: 4e9 })
      release()
      expect(await slow).toMatchObject({ ok: true, accessToken: "newer" })
    })
  })
})
