import { describe, expect, test } from "vitest"
import { sharedProvider } from "./support/shared-provider.ts"
import { describeStorages } from "./support/storages.ts"
import { unusedUrl } from "./support/token-provider.ts"

const provider = await sharedProvider()

const refused = { ok: false, reason: "refresh_token_refused" }

describeStorages(provider, (openWorld) => {
  describe("saveTokens", () => {
    test("stores the tokens of a sign-in, after which the token is fresh again", async () => {
      const world = await openWorld({ refreshToken: "dead" })
      const tokens = world.open()
      expect(await tokens.get(world.which)).toEqual(refused)
      const refresh_token = await provider.issue()
      const signedIn = { access_token: "second", refresh_token, expires_at: 1, scope: "openid email" }
      await tokens.saveTokens({ ...world.key, ...signedIn, userId: world.user.id })
      expect(await world.account()).toMatchObject(signedIn)
      expect(await tokens.get(world.which)).toMatchObject({ ok: true })
      expect(provider.sent).toEqual(["dead", refresh_token])
    })

    test("changes nothing for the tokens that linkAccount stored, another provider, or no tokens", async () => {
      const world = await openWorld()
      const before = await world.account()
      const tokens = world.open()
      const { userId } = world.which
      await tokens.saveTokens(null)
      await tokens.saveTokens({ ...world.key, userId })
      await tokens.saveTokens({ ...world.key, userId, access_token: "old" })
      await tokens.saveTokens({ ...world.key, userId, provider: "other", access_token: "x" })
      await tokens.saveTokens({ ...world.key, userId, providerAccountId: "unknown", access_token: "x" })
      expect(await world.account()).toEqual(before)
      expect(world.events).toEqual([])
    })

    test("without a refresh token, the successor of the stored one is kept", async () => {
      const world = await openWorld()
      let release = () => {}
      provider.breakNext({ hold: new Promise<void>((resolve) => (release = resolve)) })
      const refreshing = world.open().get(world.which)
      await expect.poll(() => provider.sent.length, { timeout: 20_000 }).toBe(1)
      const signedIn = { ...world.key, userId: world.user.id, access_token: "second", expires_at: 4e9 }
      const saving = world.open().saveTokens(signedIn)
      release()
      await Promise.all([refreshing, saving])
      const stored = await world.account()
      expect(stored?.access_token).toBe("second")
      expect(stored?.refresh_token).not.toBe(world.refresh)
      expect(stored?.refresh_token).toBeTruthy()
    })

    test("a refresh token that the sign-in returns again is tried again, although it was refused", async () => {
      const world = await openWorld({ refreshToken: "same" })
      expect(await world.open().get(world.which)).toEqual(refused)
      const again = { ...world.key, userId: world.user.id, access_token: "second", refresh_token: "same" }
      await world.open().saveTokens({ ...again, expires_at: 1 })
      provider.breakNext({ answer: { access_token: "third", token_type: "bearer", expires_in: 3600 } })
      expect(await world.open().get(world.which)).toMatchObject({ ok: true, accessToken: "third" })
      expect(provider.sent).toEqual(["same", "same"])
    })
  })

  describe("revoke", () => {
    test("revokes at the provider, and removes the tokens from the store", async () => {
      const world = await openWorld()
      const tokens = world.open()
      expect(await tokens.revoke(world.which)).toEqual({ ok: true })
      expect(provider.alarms).toHaveLength(1)
      const stored = await world.account()
      for (const name of ["access_token", "refresh_token", "expires_at"])
        expect(stored).not.toHaveProperty(name)
      expect(await tokens.revoke(world.which)).toEqual({ ok: false, reason: "token_missing" })
      expect(await tokens.revoke({ userId: "nobody", provider: "acme" })).toEqual({
        ok: false,
        reason: "account_missing",
      })
      expect(world.events).toEqual([{ type: "token_revoked", userId: world.user.id, provider: "acme" }])
    })

    test("a provider without the endpoint is refused, and the tokens stay", async () => {
      const world = await openWorld()
      const before = await world.account()
      const acme = { ...world.acme, type: "oauth", token: `${provider.issuer}/token` } as const
      await expect(world.open({ providers: [acme] }).revoke(world.which)).rejects.toMatchObject({
        code: "invalid",
      })
      const unreachable = [{ ...acme, revocation: await unusedUrl() }]
      await expect(world.open({ providers: unreachable }).revoke(world.which)).rejects.toMatchObject({
        code: "unavailable",
      })
      expect(await world.account()).toEqual(before)
    })
  })
})
