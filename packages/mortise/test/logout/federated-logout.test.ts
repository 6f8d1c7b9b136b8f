import type { Adapter as AuthJsAdapter } from "@auth/core/adapters"
import { describe, expect, test } from "vitest"
import { wrapAdapter } from "../../../workshop/src/adapters/wrap-adapter.ts"
import { extras } from "../../src/index.ts"
import { federatedLogout } from "../../src/logout/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { acme, openAuthJs, type Strategy } from "./support/authjs-world.ts"

const desk = { sub: "ada", sid: "desk" }
const phone = { sub: "ada", sid: "phone" }
const lab = { sub: "grace", sid: "lab" }
const strategies: Strategy[] = ["jwt", "database"]

describe("SEC-H3: with Auth.js and jwt, a provider logout", () => {
  test("ends the sessions of one login by its sid", async () => {
    const app = openAuthJs("jwt")
    const clients = [await app.signInAs(desk), await app.signInAs(phone), await app.signInAs(lab)]
    expect(await app.areIn(...clients)).toEqual([true, true, true])
    const { status, headers } = await app.post(await acme.logoutToken({ sid: "desk" }))
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"])
    expect(await app.areIn(...clients)).toEqual([false, true, true])
    expect(clients[0]?.token(), "the cookie is cleared").toBeUndefined()
  })

  test("ends all of a user's sessions by the sub", async () => {
    const app = openAuthJs("jwt")
    const clients = [await app.signInAs(desk), await app.signInAs(phone), await app.signInAs(lab)]
    expect((await app.post(await acme.logoutToken({ sub: "ada" }))).status).toBe(200)
    expect(await app.areIn(...clients)).toEqual([false, false, true])
    const later = await app.signInAs({ ...desk, iat: Math.floor(Date.now() / 1000) + 1 })
    expect(await app.areIn(later), "a newer sign-in").toEqual([true])
  })
})

test.each([
  ["a name", acme.clientId],
  ["a list", ["another-app", acme.clientId]],
])("a logout token is for the client that it names, if several have the same issuer: %s", async (_, aud) => {
  const { issuer, clientId } = acme
  const providers = [
    { id: "another", issuer, clientId: "third-app" },
    { id: "acme", issuer, clientId },
  ]
  const app = openAuthJs("jwt", { options: { providers } })
  const client = await app.signInAs(desk)
  expect((await app.post(await acme.logoutToken({ sid: "desk", aud }))).status).toBe(200)
  expect(await app.areIn(client)).toEqual([false])
})

describe("SEC-H3: with Auth.js and database, a provider logout", () => {
  test.each([
    ["by the sid", { sid: "desk" }, true],
    ["by the sub", { sub: "ada" }, true],
    ["by the sub, without events.signIn", { sub: "ada" }, false],
  ])("ends all sessions of the user, %s", async (_, named, hasEvents) => {
    const app = openAuthJs("database", { hasEvents })
    const clients = [await app.signInAs(desk), await app.signInAs(phone), await app.signInAs(lab)]
    expect(await app.areIn(...clients)).toEqual([true, true, true])
    expect((await app.post(await acme.logoutToken(named))).status).toBe(200)
    expect(await app.areIn(...clients)).toEqual([false, false, true])
    expect(app.events).toEqual([{ type: "provider_logout", provider: "acme", sessions: 2 }])
    expect((await app.post(await acme.logoutToken({ sid: "nobody" }))).status).toBe(200)
    expect(await app.areIn(...clients)).toEqual([false, false, true])
  })
})

test("SEC-T4: without events.signIn, a login is found at each provider of the issuer and the client", async () => {
  const { issuer, clientId } = acme
  const providers = ["admin", "acme"].map((id) => ({ id, issuer, clientId }))
  const app = openAuthJs("database", { hasEvents: false, options: { providers } })
  const client = await app.signInAs(desk)
  expect((await app.post(await acme.logoutToken({ sub: "ada" }))).status).toBe(200)
  expect(await app.areIn(client)).toEqual([false])
})

describe.each(strategies)("with Auth.js and %s,", (strategy) => {
  test("SEC-T4: a logout token ends what its sid and its sub name, even if these are two users", async () => {
    const app = openAuthJs(strategy)
    const clients = [await app.signInAs({ sub: "ada" }), await app.signInAs(lab)]
    expect((await app.post(await acme.logoutToken({ sub: "ada", sid: "lab" }))).status).toBe(200)
    expect(await app.areIn(...clients)).toEqual([false, false])
  })

  test("SEC-T4: a logout token with a sid ends a login whose ID token had none, by the sub", async () => {
    const app = openAuthJs(strategy)
    const clients = [await app.signInAs({ sub: "ada" }), await app.signInAs(lab)]
    expect((await app.post(await acme.logoutToken(desk))).status).toBe(200)
    expect(await app.areIn(...clients)).toEqual([false, true])
  })

  test("SEC-H2: forged and replayed tokens are refused, and no session ends", async () => {
    const app = openAuthJs(strategy)
    const client = await app.signInAs(lab)
    const used = await acme.logoutToken({ sub: "nobody" })
    expect((await app.post(used)).status).toBe(200)
    const valid = await acme.logoutToken({ sub: "grace" })
    const forged = [
      "",
      "logout",
      acme.unsigned({ sub: "grace" }),
      valid.replace(/.{8}$/, "AAAAAAAA"),
      await acme.logoutToken({ sub: "grace", iss: "https://evil.example" }),
      await acme.logoutToken({ sub: "grace", iss: "no URL" }),
      await acme.logoutToken({ sub: "grace", aud: "another-app" }),
      await acme.logoutToken({ sub: "grace", nonce: "n" }),
      await acme.logoutToken({ sub: "grace", events: undefined }),
      used,
    ]
    for (const token of forged) {
      const { status, text } = await app.post(token)
      expect([status, JSON.parse(text).error]).toEqual([400, "invalid_request"])
    }
    expect(await app.areIn(client)).toEqual([true])
    const reasons = app.events.flatMap((event) => ("reason" in event ? [event.reason] : []))
    expect(reasons).toEqual([...Array(9).fill("invalid_logout_token"), "used_logout_token"])
    const got = await app.logout.backChannel(new Request(`https://app.example/?logout_token=${valid}`))
    expect(got.status).toBe(400)
  })

  test("SEC-H6: a logout during the sign-in wins, at each call to the store", async () => {
    for (let at = 1; ; at++) {
      let made = 0
      let interrupt: (() => Promise<unknown>) | undefined
      const store = memoryAdapter()
      const wrapped = wrapAdapter(store, async (_name, run) => {
        if (interrupt && ++made === at) await interrupt()
        return run()
      })
      // Auth.js on the wrapped one: it calls the hooks, which call the store.
      const adapter = wrapped as AuthJsAdapter
      const app = openAuthJs(strategy, { adapter })
      const { client, finish } = await app.visitProvider(desk)
      const token = await acme.logoutToken({ sid: "desk" })
      interrupt = async () => {
        interrupt = undefined
        await app.post(token)
      }
      await finish()
      interrupt = undefined
      if (made < at) {
        expect(await app.areIn(client)).toEqual([true])
        expect(at).toBeGreaterThan(3)
        return
      }
      expect(await app.areIn(client), `at call ${at}`).toEqual([false])
    }
  })

  test("a store failure is a 400 and is reported, and the same token works afterwards", async () => {
    const errors: unknown[] = []
    let isDown = false
    const store = wrapAdapter(memoryAdapter(), (_name, run) => {
      if (isDown) throw new Error("the store is down")
      return run()
    })
    const adapter = store as AuthJsAdapter
    const app = openAuthJs(strategy, { adapter, options: { onError: (error) => errors.push(error) } })
    const client = await app.signInAs(desk)
    const token = await acme.logoutToken({ sid: "desk" })
    isDown = true
    expect((await app.post(token)).status).toBe(400)
    isDown = false
    expect(errors).toHaveLength(1)
    expect((await app.post(token)).status).toBe(200)
    expect(await app.areIn(client)).toEqual([false])
  })
})

describe("endSessionUrl", () => {
  test("SEC-H1: has the id token of the last sign-in, the client and the given URL and state", async () => {
    const app = openAuthJs("database")
    await app.signInAs(desk)
    await app.signInAs(phone)
    const user = await app.adapter.getUserByAccount?.({ provider: "acme", providerAccountId: "ada" })
    const [account] = (await extras(app.adapter)?.listAccounts?.(user?.id ?? "")) ?? []
    const which = { provider: "acme", userId: user?.id, state: "s" }
    const url = await app.logout.endSessionUrl({ ...which, postLogoutRedirectUri: "https://app.example/bye" })
    expect(Object.fromEntries(new URL(url ?? "").searchParams)).toEqual({
      realm: "main",
      id_token_hint: account?.id_token,
      client_id: "app",
      post_logout_redirect_uri: "https://app.example/bye",
      state: "s",
    })
    const [, claims = ""] = String(account?.id_token).split(".")
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ sid: "phone" })
    expect(await app.logout.endSessionUrl({ provider: "acme", idToken: "own" })).toContain(
      "id_token_hint=own",
    )
    expect(await app.logout.endSessionUrl({ provider: "acme", userId: "nobody" })).not.toContain("hint")
    const long = { provider: "acme", idToken: "x".repeat(5000) }
    expect(await app.logout.endSessionUrl(long)).not.toContain("hint")
  })

  test("SEC-H1: has no id token if the user has several accounts of the provider", async () => {
    const app = openAuthJs("database")
    await app.signInAs(desk)
    const user = await app.adapter.getUserByAccount?.({ provider: "acme", providerAccountId: "ada" })
    const userId = user?.id ?? ""
    const more = { userId, type: "oidc", id_token: "x.y.z" } as const
    await app.adapter.linkAccount?.({ ...more, provider: "another", providerAccountId: "ada" })
    expect(await app.logout.endSessionUrl({ provider: "acme", userId })).toContain("id_token_hint=")
    await app.adapter.linkAccount?.({ ...more, provider: "acme", providerAccountId: "second" })
    expect(await app.logout.endSessionUrl({ provider: "acme", userId })).not.toContain("hint")
  })

  test("throws for an unknown provider, for a path to return to, and for a provider that cannot be reached", async () => {
    const { logout } = openAuthJs("jwt")
    await expect(
      logout.endSessionUrl({ provider: "acme", postLogoutRedirectUri: "/bye" }),
    ).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("must be a whole URL") })
    await expect(logout.endSessionUrl({ provider: "other" })).rejects.toMatchObject({ code: "invalid" })
    const providers = [{ id: "gone", issuer: "http://127.0.0.1:1", clientId: "app" }]
    const gone = federatedLogout({ adapter: memoryAdapter(), providers })
    await expect(gone.endSessionUrl({ provider: "gone" })).rejects.toMatchObject({ code: "unavailable" })
  })
})

describe("federatedLogout refuses", () => {
  const provider = { id: "acme", issuer: "https://id.example", clientId: "app" }
  const good = { adapter: memoryAdapter(), providers: [provider] }
  test.each([
    ["an unknown option", { provider: "acme" }, "provider"],
    ["no providers", { providers: [] }, "at least one provider"],
    ["a provider without a clientId", { providers: [{ ...provider, clientId: "" }] }, "clientId"],
    ["plain http", { providers: [{ ...provider, issuer: "http://id.example" }] }, "https://"],
    ["two providers of one id", { providers: [provider, provider] }, "same id"],
    ["an adapter without slots", { adapter: { getUser() {} } }, "needs slots"],
    [
      "overridden operations on sessions",
      { adapter: { ...memoryAdapter(), deleteSession() {} } },
      "needs listSessions",
    ],
  ])("%s", (_, change, why) => {
    expect(() => federatedLogout({ ...good, ...change })).toThrow(why)
    expect(() => federatedLogout(good)).not.toThrow()
  })
})
