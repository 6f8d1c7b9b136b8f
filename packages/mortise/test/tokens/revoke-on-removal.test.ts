import { describe, expect, onTestFinished, test } from "vitest"
import { createAuth } from "../../src/auth/index.ts"
import { type Adapter, extras, MortiseError, manifest } from "../../src/index.ts"
import { encryptedTokens, hashedSessions } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { accessTokens } from "../../src/tokens/index.ts"
import { openBrowser, origin } from "../auth/support/browser.ts"
import { callbackRequest, startToyProvider } from "../auth/support/toy-provider.ts"
import { adapterOver } from "../unit/support/store-spy.ts"
import { encrypted } from "./support/encrypted.ts"
import { sharedProvider } from "./support/shared-provider.ts"
import { unusedUrl } from "./support/token-provider.ts"
import { openTokenWorld } from "./support/token-world.ts"

const provider = await sharedProvider()

/** An account whose tokens work, and the adapter that revokes them. */
async function openRemovalWorld(adapter = memoryAdapter() as Adapter) {
  const world = await openTokenWorld(provider, { adapter })
  const tokens = world.open()
  await tokens.get(world.which)
  const { access_token = "", refresh_token = "" } = (await world.account()) ?? {}
  world.events.length = 0
  return {
    ...world,
    tokens,
    held: { access_token, refresh_token },
    revoking: tokens.revokeOnRemoval(adapter),
  }
}

const none = { access_token: false, refresh_token: false }
const isRevoked = { type: "token_revoked", provider: "acme" }
const isNotRevoked = { type: "revocation_failed", provider: "acme" }

type World = Awaited<ReturnType<typeof openRemovalWorld>>
const removals: [string, (world: Pick<World, "key" | "user">, adapter: Adapter) => Promise<unknown>][] = [
  ["unlinkAccount", ({ key }, adapter) => adapter.unlinkAccount(key)],
  ["deleteUser", ({ user }, adapter) => adapter.deleteUser(user.id)],
]

test("tokens that are not revoked work", async () => {
  const { held, adapter, user } = await openRemovalWorld()
  await adapter.deleteUser(user.id)
  expect(await provider.accepts(held)).toEqual({ access_token: true, refresh_token: true })
})

describe.each(removals)("%s", async (_, remove) => {
  test("revokes the tokens at the provider, and removes the row", async () => {
    const world = await openRemovalWorld()
    await remove(world, world.revoking)
    expect(await world.account()).toBeUndefined()
    expect(await provider.accepts(world.held)).toEqual(none)
    expect(world.events).toEqual([{ ...isRevoked, userId: world.user.id }])
  })

  test.each([
    ["cannot be reached", { revocation: await unusedUrl() }],
    ["takes too long", { revocation: `${provider.issuer}/token/revocation` }],
    ["has no endpoint for it", {}],
  ])("removes the row and reports it if the provider %s", async (_, endpoint) => {
    const world = await openRemovalWorld()
    const token = `${provider.issuer}/token`
    const acme = { ...world.acme, type: "oauth", token, ...endpoint } as const
    const beSlow = async () => {
      provider.beforeRevocation(beSlow)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    provider.beforeRevocation(beSlow)
    onTestFinished(() => provider.beforeRevocation(async () => {}))
    // Each of the two requests takes less time, and both take more.
    const tokens = world.open({ providers: [acme], timeoutSeconds: 0.5 })
    await remove(world, tokens.revokeOnRemoval(world.adapter))
    expect(await world.account()).toBeUndefined()
    expect(world.events).toEqual([{ ...isNotRevoked, userId: world.user.id }])
  })

  test("revokes the tokens that a refresh stores meanwhile", async () => {
    const world = await openRemovalWorld()
    world.travel(3600)
    let newer: string | null | undefined
    provider.beforeRevocation(async () => {
      expect(await world.open().get(world.which)).toMatchObject({ ok: true })
      newer = (await world.account())?.refresh_token
    })
    await remove(world, world.revoking)
    expect(provider.revoked).toContain(newer)
    expect(await world.account()).toBeUndefined()
  })

  test("revokes the tokens of a refresh that ends afterwards", async () => {
    const world = await openRemovalWorld()
    world.travel(3600)
    const late = await provider.issue()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const answer = { access_token: "late", refresh_token: late, token_type: "bearer", expires_in: 3600 }
    provider.breakNext({ answer, hold: held })
    const refreshing = world.open().get(world.which)
    await expect.poll(() => provider.sent.length, { timeout: 20_000 }).toBe(2)
    await remove(world, world.revoking)
    release()
    expect(await refreshing).toEqual({ ok: false, reason: "account_missing" })
    expect(await provider.accepts({ refresh_token: late })).toEqual(none)
  })

  test("the row stays, and the caller can try again, if the store fails before the removal", async () => {
    let isDown = false
    const adapter = adapterOver(({ update }) => ({
      async update(...args) {
        if (isDown) throw new MortiseError("unavailable", "The store is down.")
        return update(...args)
      },
    })) as Adapter
    const world = await openRemovalWorld(adapter)
    isDown = true
    await expect(remove(world, world.revoking)).rejects.toMatchObject({ message: "The store is down." })
    expect(await world.account()).toBeDefined()
    isDown = false
    await remove(world, world.revoking)
    expect(await world.account()).toBeUndefined()
    expect(await provider.accepts(world.held)).toEqual(none)
  })
})

test.each(removals)(
  "%s removes a row whose tokens cannot be decrypted, and reports it",
  async (_, remove) => {
    const adapter = memoryAdapter() as Adapter
    const world = await openTokenWorld(provider, { adapter, layer: encrypted })
    const keys = [{ id: "another", secret: crypto.getRandomValues(new Uint8Array(32)) }]
    const withoutKey = encryptedTokens(adapter, { keys })
    await remove(world, world.open({ adapter: withoutKey }).revokeOnRemoval(withoutKey))
    expect(world.events).toMatchObject([{ type: "revocation_failed", userId: world.user.id }])
    expect(await world.account()).toBeUndefined()
  },
)

test("unlinkAccount revokes tokens that a sign-in stores just before the row is removed", async () => {
  const world = await openRemovalWorld()
  const refresh_token = await provider.issue()
  const signedIn: Adapter = {
    ...world.adapter,
    async unlinkAccount(key) {
      await extras(world.adapter)?.updateAccount?.({ ...world.key, refresh_token })
      return world.adapter.unlinkAccount(key)
    },
  }
  await world.tokens.revokeOnRemoval(signedIn).unlinkAccount(world.key)
  expect(await provider.accepts({ refresh_token })).toEqual(none)
})

test("an account at another provider is removed as before", async () => {
  const { revoking, user, events } = await openRemovalWorld()
  const other = { provider: "other", providerAccountId: "1", access_token: "x" }
  await revoking.linkAccount({ ...other, type: "oauth", userId: user.id })
  expect(await revoking.unlinkAccount(other)).toMatchObject(other)
  expect(events).toEqual([])
})

test("mortise/auth: auth.accounts.unlink and auth.users.delete revoke the tokens", async () => {
  const toy = await startToyProvider()
  onTestFinished(() => toy.close())
  const secret = "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0"
  for (const removal of ["unlink", "deleteUser"] as const) {
    const world = await openRemovalWorld()
    const { revoking: adapter, user, key } = world
    const providers = [toy.provider, { ...toy.provider, id: "acme" }]
    const auth = createAuth({ adapter, secret, origin, providers, sweep: false })
    if (removal === "deleteUser") await auth.users.delete(user.id)
    else {
      await adapter.linkAccount({ userId: user.id, type: "oauth", provider: "toy", providerAccountId: "ada" })
      const browser = openBrowser()
      browser.keep(await auth.oauth.callback(await callbackRequest({ auth } as never, browser, "ada")))
      expect(await auth.accounts.unlink(browser.post({ origin }), key)).toMatchObject({ ok: true })
    }
    expect(await provider.accepts(world.held)).toEqual(none)
    expect(world.events).toEqual([{ ...isRevoked, userId: user.id }])
  }
})

test("the adapter keeps what it had, and is the outermost layer", () => {
  const base = memoryAdapter()
  const acme = { id: "acme", type: "oidc", issuer: "https://id.example", clientId: "app" } as const
  const { revokeOnRemoval } = accessTokens({ adapter: base, providers: [acme] })
  const adapter = revokeOnRemoval(base)
  expect(Object.keys(extras(adapter)).sort()).toEqual(Object.keys(extras(base)).sort())
  expect(manifest(adapter)).toMatchObject({ overridden: [] })
  expect(() => hashedSessions(adapter)).toThrow("Add hashedSessions before revokeOnRemoval")
  expect(revokeOnRemoval(hashedSessions(base))).toBeDefined()
})
