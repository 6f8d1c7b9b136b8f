import { afterAll, describe, expect, test } from "vitest"
import type { Factory } from "../../../workshop/src/adapters/backend.ts"
import { rowsOf } from "../../../workshop/src/adapters/rows-of.ts"
import { date, defineSchema } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { memory, thirdParty } from "./support/backends.ts"
import { DAY } from "./support/clock.ts"
import { openPasskeyWorld } from "./support/passkey-world.ts"
import { callbackRequest, startToyProvider } from "./support/toy-provider.ts"
import { openWorld } from "./support/world.ts"

const schema = defineSchema({ user: { fields: { suspendedAt: date() } } })
const email = "ada@toy.example"
const suspended = { ok: false, reason: "suspended" }

const memoryWithField: Factory = async ({ now }) => {
  const adapter = memoryAdapter({ now, schema, onWarning: () => {} })
  return { adapter, rows: rowsOf(adapter), close: async () => {} }
}

const toy = await startToyProvider()
afterAll(() => toy.close())

describe.each([
  ["memory", memoryWithField],
  ["a third-party adapter", thirdParty.open],
] as const)("on %s,", (_, open) => {
  describe.each(["database", "jwt"] as const)("with %s,", (strategy) => {
    /** A user with an account and a passkey. */
    async function openWithUser() {
      const world = await openPasskeyWorld(open, {}, { session: { strategy }, providers: [toy.provider] })
      const { browser, user } = await world.signIn(email)
      browser.keep(await world.auth.oauth.callback(await callbackRequest(world, browser, "ada", true)))
      await world.register(browser, "key")
      const follow = async () => {
        const visitor = world.openBrowser()
        await world.auth.email.request(visitor.post(), { email })
        return world.auth.email.follow(visitor.request("/", { form: world.lastLink().fields }))
      }
      const callBack = async () => {
        const visitor = world.openBrowser()
        return world.auth.oauth.callback(await callbackRequest(world, visitor, "ada"))
      }
      return {
        ...world,
        browser,
        user,
        isSignedIn: async () => (await world.auth.sessions.read(browser.request())).user !== null,
        signIns: {
          email: follow,
          oauth: callBack,
          passkey: () => world.authenticate(world.openBrowser(), "key"),
          custom: () => world.auth.sessions.create(world.openBrowser().request(), user.id),
        },
      }
    }

    test("SEC-C12: a suspended user cannot sign in by any method, until the user is resumed", async () => {
      const world = await openWithUser()
      await world.auth.users.suspend(world.user.id)
      for (const [method, signIn] of Object.entries(world.signIns))
        expect(await signIn(), method).toMatchObject(suspended)
      await world.auth.users.resume(world.user.id)
      for (const [method, signIn] of Object.entries(world.signIns))
        expect(await signIn(), method).toMatchObject({ ok: true })
      const types = world.events.map(({ type }) => type)
      expect(types).toContain("user_suspended")
      expect(types).toContain("user_resumed")
    })

    test("SEC-C12: a suspended user's sessions are absent", async () => {
      const world = await openWithUser()
      expect(await world.isSignedIn()).toBe(true)
      await world.auth.users.suspend(world.user.id)
      // A token that cannot be revoked ends at its next renewal.
      if (strategy === "jwt" && !world.auth.capabilities.revokeSessions) world.clock.advance(DAY)
      expect(await world.isSignedIn()).toBe(false)
      if (!world.auth.capabilities.revokeSessions) return
      await world.auth.users.resume(world.user.id)
      expect(await world.isSignedIn(), "it does not come back").toBe(false)
    })

    test("SEC-C12: a user who is suspended during a sign-in gets no session", async () => {
      const world = await openWithUser()
      const visitor = world.openBrowser()
      world.disturb(async (name, run) => {
        if (!/createSession|^read$/.test(name)) return run()
        world.disturb()
        const result = strategy === "jwt" ? await run() : undefined
        await world.auth.users.suspend(world.user.id)
        return strategy === "jwt" ? result : run()
      })
      const signedIn = await world.auth.sessions.create(visitor.request(), world.user.id)
      visitor.keep(signedIn)
      if (!world.auth.capabilities.revokeSessions && strategy === "jwt") return
      expect((await world.auth.sessions.read(visitor.request())).user).toBeNull()
    })
  })
})

test("SEC-C12: a field that other code sets counts", async () => {
  const world = await openWorld(memoryWithField)
  const { browser, user } = await world.signIn(email)
  await world.store.updateUser?.({ id: user.id, suspendedAt: world.clock.in(0) } as never)
  expect((await world.auth.sessions.read(browser.request())).user).toBeNull()
})

test("SEC-C12: without the field, suspending throws an error that names it", async () => {
  const world = await openWorld(memory.open)
  const { user } = await world.signIn(email)
  await expect(world.auth.users.suspend(user.id)).rejects.toMatchObject({
    code: "missing_operation",
    message: expect.stringContaining("suspendedAt: date()"),
  })
})

test("SEC-C12: linkByEmail does not link an account to a suspended user", async () => {
  const provider = { ...toy.provider, linkByEmail: true }
  const world = await openWorld(memoryWithField, { providers: [provider] })
  const { user } = await world.signIn(email)
  await world.auth.users.suspend(user.id)
  const callback = await callbackRequest(world, world.openBrowser(), "ada")
  expect(await world.auth.oauth.callback(callback)).toMatchObject(suspended)
  expect(await world.rows("account")).toEqual([])
})
