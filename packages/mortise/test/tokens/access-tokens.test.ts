import { describe, expect, test, vi } from "vitest"
import { type Adapter, MortiseError } from "../../src/index.ts"
import { adapterOver } from "../unit/support/store-spy.ts"
import { sharedProvider } from "./support/shared-provider.ts"
import { describeStorages } from "./support/storages.ts"
import { unusedUrl } from "./support/token-provider.ts"

const provider = await sharedProvider()

const lost = { ok: false, reason: "refresh_answer_lost" }
const refused = { ok: false, reason: "refresh_token_refused" }

describeStorages(provider, (openWorld) => {
  describe("get", () => {
    test("returns a token that is fresh, without a request", async () => {
      const world = await openWorld()
      world.travel(-3600)
      expect(await world.open().get(world.which)).toEqual({
        ...{ ok: true, accessToken: "old", scope: "openid", tokenType: "bearer" },
        expiresAt: expect.any(Date),
      })
      expect(provider.sent).toEqual([])
    })

    test("SEC-G1: sixteen callers in four processes refresh once, and all get the new token", async () => {
      const world = await openWorld()
      const processes = Array.from({ length: 4 }, () => world.open())
      const results = await Promise.all(
        Array.from({ length: 16 }, (_, nth) => processes[nth % 4]?.get(world.which)),
      )
      const stored = await world.account()
      expect(stored?.access_token).not.toBe("old")
      expect(results).toEqual(
        Array(16).fill(expect.objectContaining({ ok: true, accessToken: stored?.access_token })),
      )
      expect(provider.sent).toEqual([world.refresh])
      expect(provider.alarms).toEqual([])
      expect(stored?.refresh_token).not.toBe(world.refresh)
      expect(world.events).toEqual([{ type: "token_refreshed", userId: world.user.id, provider: "acme" }])
    })

    test("refreshes again when the next token expires", async () => {
      const world = await openWorld()
      const tokens = world.open()
      await tokens.get(world.which)
      const second = await world.account()
      world.travel(3600 - 30)
      expect(await tokens.get(world.which)).toMatchObject({ ok: true })
      expect(provider.sent).toEqual([world.refresh, second?.refresh_token])
      expect(provider.alarms).toEqual([])
    })

    test("SEC-G2: a token whose answer was lost is not sent again, and is reported once", async () => {
      const world = await openWorld()
      provider.breakNext("answer lost")
      const before = await world.account()
      expect(await world.open().get(world.which)).toEqual(lost)
      for (let nth = 0; nth < 3; nth++) expect(await world.open().get(world.which)).toEqual(lost)
      world.travel(24 * 3600)
      expect(await world.open().get(world.which)).toEqual(lost)
      expect(provider.sent).toEqual([world.refresh])
      expect(await world.account()).toEqual(before)
      expect(world.events).toEqual([
        { type: "sign_in_needed", userId: world.user.id, provider: "acme", reason: "refresh_answer_lost" },
      ])
    })

    test("an attempt whose process died counts as lost after its lease", async () => {
      const world = await openWorld()
      let release = () => {}
      provider.breakNext({ hold: new Promise<void>((resolve) => (release = resolve)) })
      const dead = world.open({ timeoutSeconds: 600 }).get(world.which)
      await expect.poll(() => provider.sent.length, { timeout: 20_000 }).toBe(1)
      const busy = world.open({ waitSeconds: 0.1 }).get(world.which)
      await expect(busy).rejects.toMatchObject({ code: "unavailable", operation: "get" })
      world.travel(36)
      expect([await world.open().get(world.which), await world.open().get(world.which)]).toEqual([lost, lost])
      expect(world.events).toHaveLength(1)
      expect(provider.sent).toEqual([world.refresh])
      // It was only slow: its answer is stored, because nothing has replaced the tokens.
      release()
      expect(await dead).toMatchObject({ ok: true })
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    })

    test("SEC-G4: invalid_grant asks for a sign-in, once, and the token is not sent again", async () => {
      const world = await openWorld({ refreshToken: "unknown" })
      expect(await world.open().get(world.which)).toEqual(refused)
      expect(await world.open().get(world.which)).toEqual(refused)
      expect(provider.sent).toEqual(["unknown"])
      expect(world.events).toEqual([
        { type: "sign_in_needed", userId: world.user.id, provider: "acme", reason: "refresh_token_refused" },
      ])
      expect(await world.account()).toMatchObject({ refresh_token: "unknown", access_token: "old" })
    })

    test.each([500, 503, 429, 403, 404])(
      "SEC-G4: status %d keeps the tokens and backs off",
      async (status) => {
        const world = await openWorld()
        provider.breakNext({ status })
        const before = await world.account()
        await expect(world.open().get(world.which)).rejects.toMatchObject({ code: "unavailable" })
        await expect(world.open().get(world.which)).rejects.toMatchObject({ code: "unavailable" })
        expect(provider.sent).toHaveLength(1)
        expect(await world.account()).toEqual(before)
        world.travel(2)
        expect(await world.open().get(world.which)).toMatchObject({ ok: true })
        expect(provider.sent).toEqual([world.refresh, world.refresh])
        expect(provider.alarms).toEqual([])
      },
    )

    test("SEC-G7: a redirect is not followed, and keeps the tokens", async () => {
      const world = await openWorld()
      provider.breakNext({ status: 307, headers: { location: `${provider.issuer}/token` } })
      await expect(world.open().get(world.which)).rejects.toMatchObject({ code: "unavailable" })
      expect(provider.sent).toEqual([world.refresh])
      world.travel(2)
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    })

    test.each([
      ["no token endpoint", {}],
      ["one without https, as behind a proxy that hides it", { token_endpoint: "http://id.example/token" }],
    ])("the token is not sent, and is kept, if the provider announces %s", async (_, announced) => {
      const world = await openWorld()
      const issuer = "https://id.example"
      const providers = [{ ...world.acme, issuer }]
      const discovery = vi
        .spyOn(globalThis, "fetch")
        .mockResolvedValueOnce(Response.json({ issuer, ...announced }))
      await expect(world.open({ providers }).get(world.which)).rejects.toMatchObject({ code: "unavailable" })
      expect(discovery).toHaveBeenCalledTimes(1)
      discovery.mockRestore()
      world.travel(2)
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    })

    test("waits longer after each failure, and as long as the provider asks for", async () => {
      const world = await openWorld()
      const fails = () => expect(world.open().get(world.which)).rejects.toMatchObject({ code: "unavailable" })
      for (const [wait, fault] of [
        [1, { status: 503 }],
        [2, { status: 503 }],
        [60, { status: 429, headers: { "retry-after": "60" } }],
      ] as const) {
        provider.breakNext(fault)
        const count = provider.sent.length
        await fails()
        expect(provider.sent).toHaveLength(count + 1)
        world.travel(wait - 0.5)
        await fails()
        expect(provider.sent, "not yet").toHaveLength(count + 1)
        world.travel(0.5)
      }
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    })

    test("waits an hour at most, whatever the provider asks for", async () => {
      const world = await openWorld()
      for (const fault of [{ status: 429, headers: { "retry-after": "999999999" } }, { status: 503 }]) {
        provider.breakNext(fault)
        await expect(world.open().get(world.which)).rejects.toMatchObject({ code: "unavailable" })
        world.travel(3600)
      }
      expect(provider.sent).toHaveLength(2)
    })

    test("a server that is down got no request", async () => {
      const world = await openWorld()
      const providers = [{ ...world.acme, type: "oauth", token: await unusedUrl() } as const]
      await expect(world.open({ providers }).get(world.which)).rejects.toMatchObject({ code: "unavailable" })
      world.travel(2)
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
    })

    test("while a token is valid, a failure returns it", async () => {
      const world = await openWorld()
      world.travel(-40)
      for (const fault of [{ status: 503 }, "answer lost"] as const) {
        provider.breakNext(fault)
        expect(await world.open().get(world.which)).toMatchObject({ ok: true, accessToken: "old" })
        world.travel(2)
      }
      expect(provider.sent).toHaveLength(2)
      world.travel(60)
      expect(await world.open().get(world.which)).toEqual(lost)
    })

    test("says why there is no token", async () => {
      const world = await openWorld({ refreshToken: null })
      const missing = { ok: false, reason: "refresh_token_missing" }
      expect(await world.open().get(world.which)).toEqual(missing)
      const nobody = { userId: "nobody", provider: "acme" }
      expect(await world.open().get(nobody)).toEqual({ ok: false, reason: "account_missing" })
      await expect(world.open().get({ ...world.which, provider: "other" })).rejects.toMatchObject({
        code: "invalid",
      })
    })

    test("of several accounts of a provider, one must be named", async () => {
      const world = await openWorld()
      const second = { provider: "acme", providerAccountId: "second", access_token: "second" }
      await world.adapter.linkAccount({ ...second, type: "oidc", userId: world.user.id })
      await expect(world.open().get(world.which)).rejects.toMatchObject({ fields: ["providerAccountId"] })
      expect(await world.open().get({ ...world.which, providerAccountId: "second" })).toEqual({
        ok: true,
        accessToken: "second",
      })
    })
  })

  describe("SEC-G3: what an answer leaves out or exaggerates", () => {
    const hours = (count: number) => Math.floor(Date.now() / 1000) + count * 3600

    test.each([
      ["a lifetime", { expires_in: 7200 }, hours(2)],
      ["a lifetime as text", { expires_in: "7200" }, hours(2)],
      ["no lifetime", {}, undefined],
      ["a negative lifetime", { expires_in: -5 }, undefined],
      ["a lifetime of zero", { expires_in: 0 }, undefined],
      ["a lifetime of 300 years", { expires_in: 1e10 }, hours(400 * 24)],
    ])("%s", async (_, given, expected) => {
      const world = await openWorld()
      provider.breakNext({ answer: { access_token: "new", token_type: "Bearer", ...given } })
      expect(await world.open().get(world.which)).toMatchObject({ ok: true, accessToken: "new" })
      const stored = await world.account()
      expect(stored).toMatchObject({ refresh_token: world.refresh, scope: "openid", token_type: "bearer" })
      if (expected === undefined) expect(stored).not.toHaveProperty("expires_at")
      else expect(Math.abs((stored?.expires_at ?? 0) - expected)).toBeLessThan(60)
    })

    test("lifetimeSeconds replaces a lifetime that is missing", async () => {
      const world = await openWorld()
      provider.breakNext({ answer: { access_token: "new", token_type: "bearer" } })
      const providers = [{ ...world.acme, lifetimeSeconds: 7200 }]
      await world.open({ providers }).get(world.which)
      expect(Math.abs(((await world.account())?.expires_at ?? 0) - hours(2))).toBeLessThan(60)
    })

    test("an answer that is not a token response counts as lost", async () => {
      const world = await openWorld()
      provider.breakNext({ answer: { hello: "world" } })
      expect(await world.open().get(world.which)).toEqual(lost)
    })
  })

  test("a token that expires within the leeway is refreshed once for each call", async () => {
    const world = await openWorld()
    const answer = { access_token: "short", token_type: "bearer", expires_in: 30 }
    provider.breakNext({ answer })
    expect(await world.open().get(world.which)).toMatchObject({ ok: true, accessToken: "short" })
    const started = Date.now()
    expect(await world.open().get(world.which)).toMatchObject({ ok: true, accessToken: "short" })
    expect(Date.now() - started, "nothing to wait for").toBeLessThan(10_000)
    expect(provider.sent).toHaveLength(1)
    world.travel(40)
    provider.breakNext({ answer: { ...answer, access_token: "gone", expires_in: 0.001 } })
    await expect(world.open().get(world.which)).rejects.toMatchObject({ code: "unavailable" })
    expect(provider.sent).toHaveLength(2)
  })

  test("an answer that keeps the refresh token: it is used again, even after the store failed to keep the rest", async () => {
    const kept = (access_token: string) => ({
      answer: { access_token, token_type: "bearer", expires_in: 120 },
    })
    let isDown = false
    const adapter = adapterOver(({ update }) => ({
      async update(model, ...rest) {
        if (isDown && model === "account") throw new MortiseError("corrupt", "The store is down.")
        return update(model, ...rest)
      },
    })) as Adapter
    const world = await openWorld({ adapter })
    for (const name of ["first", "second", "third"]) {
      isDown = name === "second"
      provider.breakNext(kept(name))
      const result = world.open().get(world.which)
      if (isDown) await expect(result).rejects.toMatchObject({ code: "corrupt" })
      else expect(await result).toMatchObject({ ok: true, accessToken: name })
      world.travel(100)
    }
    expect(provider.sent).toEqual(Array(3).fill(world.refresh))
  })

  test("rotates: false sends a token again after a pause when its answer was lost", async () => {
    const world = await openWorld({ refreshToken: "steady" })
    const providers = [{ ...world.acme, rotates: false }]
    provider.breakNext("answer lost")
    await expect(world.open({ providers }).get(world.which)).rejects.toMatchObject({ code: "unavailable" })
    world.travel(2)
    provider.breakNext({ answer: { access_token: "new", token_type: "bearer", expires_in: 60 } })
    expect(await world.open({ providers }).get(world.which)).toMatchObject({ ok: true, accessToken: "new" })
    expect(provider.sent).toEqual(["steady", "steady"])
  })
})
