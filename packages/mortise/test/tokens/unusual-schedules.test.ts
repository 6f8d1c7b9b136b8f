import { describe, expect, test, vi } from "vitest"
import { type Adapter, extras, MortiseError } from "../../src/index.ts"
import { adapterOver } from "../unit/support/store-spy.ts"
import { sharedProvider } from "./support/shared-provider.ts"
import { describeStorages } from "./support/storages.ts"
import type { TokenWorld } from "./support/token-world.ts"

const provider = await sharedProvider()

describeStorages(provider, (openWorld) => {
  describe("errors with status 200, as GitHub sends them", () => {
    test("a wrong client secret does not ask for a sign-in", async () => {
      const world = await openWorld()
      provider.breakNext({ answer: { error: "incorrect_client_credentials" } })
      await expect(world.open().get(world.which)).rejects.toMatchObject({ code: "unavailable" })
      world.travel(2)
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    })

    test("a refresh token that has expired is refused", async () => {
      const world = await openWorld()
      provider.breakNext({ answer: { error: "bad_refresh_token" } })
      const refused = { ok: false, reason: "refresh_token_refused" }
      expect(await world.open().get(world.which)).toEqual(refused)
    })
  })

  test("a provider that returns the same tokens is asked again when they expire", async () => {
    const world = await openWorld()
    provider.breakNext({ answer: { access_token: "old", token_type: "bearer", expires_in: 50 } })
    const started = Date.now()
    expect(await world.open().get(world.which)).toMatchObject({ ok: true, accessToken: "old" })
    expect(Date.now() - started, "nothing to wait for").toBeLessThan(10_000)
    world.travel(60)
    const next = await world.open({ waitSeconds: 0 }).get(world.which)
    expect(next).toMatchObject({ ok: true })
    expect(next).not.toMatchObject({ accessToken: "old" })
  })

  test("a later call sends the token if the store fails before it is sent", async () => {
    let failsAt = 0
    const adapter = adapterOver(({ list }) => ({
      async list(...args) {
        failsAt--
        if (failsAt === 0) throw new MortiseError("unavailable", "The store is down.")
        return list(...args)
      },
    })) as Adapter
    const world = await openWorld({ adapter })
    failsAt = 2
    await expect(world.open().get(world.which)).rejects.toMatchObject({ code: "unavailable" })
    expect(provider.sent).toEqual([])
    world.travel(60)
    expect(await world.open().get(world.which)).toMatchObject({ ok: true })
  })

  describe("a sign-in of mortise/auth that returns no refresh token, during a refresh", () => {
    const signInDuringRefresh = async (world: TokenWorld) => {
      let release = () => {}
      provider.breakNext({ hold: new Promise<void>((resolve) => (release = resolve)) })
      const slow = world.open().get(world.which)
      await expect.poll(() => provider.sent.length, { timeout: 20_000 }).toBe(1)
      const newer = { access_token: "newer", expires_at: Math.floor(Date.now() / 1000) + 600 }
      await extras(world.adapter)?.updateAccount?.({ ...world.key, ...newer })
      release()
      expect(await slow).toMatchObject({ ok: true, accessToken: "newer" })
      world.travel(600)
    }

    test("the refresh token's successor is stored", async () => {
      const world = await openWorld()
      await signInDuringRefresh(world)
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
      expect(provider.sent.filter((token) => token === world.refresh)).toHaveLength(1)
      expect(provider.alarms).toEqual([])
    })

    test("a refresh token that was refused is not sent again", async () => {
      const world = await openWorld({ refreshToken: "dead" })
      await signInDuringRefresh(world)
      const refused = { ok: false, reason: "refresh_token_refused" }
      expect(await world.open().get(world.which)).toEqual(refused)
      expect(provider.sent).toEqual(["dead"])
    })
  })

  test("a late call to saveTokens does not bring back a used refresh token", async () => {
    const world = await openWorld()
    expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    const before = await world.account()
    const late = { access_token: "old", refresh_token: world.refresh as string, expires_at: 1 }
    await world.open().saveTokens({ ...world.key, ...late, userId: world.user.id })
    expect(await world.account()).toEqual(before)
  })

  test("a listener that throws or rejects does not affect the result", async () => {
    const listeners = [
      () => {
        throw new Error("the log is full")
      },
      () => Promise.reject(new Error("the log is full")) as never,
    ]
    for (const onEvent of listeners) {
      const world = await openWorld()
      expect(await world.open({ onEvent }).get(world.which)).toMatchObject({ ok: true })
    }
  })

  describe("a provider that cannot be reached", () => {
    test("a server whose certificate is not accepted got no request", async () => {
      const world = await openWorld()
      const cause = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" })
      vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed", { cause })))
      const token = `${provider.issuer}/token`
      const providers = [{ ...world.acme, type: "oauth", token } as const]
      const failed = world.open({ providers }).get(world.which)
      await expect(failed.finally(() => vi.unstubAllGlobals())).rejects.toMatchObject({ code: "unavailable" })
      world.travel(2)
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    })

    test("the connection times out before the request does", async () => {
      const world = await openWorld()
      const timeout = vi.spyOn(AbortSignal, "timeout")
      await world.open().get(world.which)
      // Node waits 10 seconds for a connection.
      for (const [ms] of timeout.mock.calls) expect(ms).toBeGreaterThan(12_000)
      expect(timeout).toHaveBeenCalled()
      timeout.mockRestore()
    })
  })
})
