import { expect, test } from "vitest"
import { copyToBetterAuth, exchangeSession } from "../../../src/transfer/index.ts"
import { openMovingApp } from "./support/moving-app.ts"

const noSession = { ok: false, reason: "no_session" }
const unproven = { ok: false, reason: "unproven" }

test("a person who signed in with a provider at Auth.js is the same user at Better Auth", async () => {
  const { adapter, auth, rows, client, openClient, moveOver, signInWith, whoIs } = await openMovingApp()
  await client.signInWith("acme", "ada")
  const ada = await adapter.getUserByEmail("ada@example.com")
  expect((await copyToBetterAuth(adapter, auth)).problems).toEqual([])
  moveOver()
  const browser = openClient()
  expect((await signInWith(browser, "ada")).path).toBe("/")
  expect(await whoIs(browser)).toMatchObject({ id: ada?.id, name: "Ada Lovelace", image: ada?.image })
  expect(await rows("user")).toHaveLength(1)
  expect(await rows("account")).toMatchObject([{ userId: ada?.id, providerId: "acme", accountId: "ada" }])
})

test("a person who signed in by mail at Auth.js is the same user at Better Auth; the old link is dead", async () => {
  const { adapter, auth, rows, client, mail, openClient, moveOver, signInByMail, whoIs } =
    await openMovingApp()
  await client.requestLink("ada@example.com")
  await client.visit(mail.linkFor("ada@example.com"))
  const ada = await adapter.getUserByEmail("ada@example.com")
  await client.requestLink("ada@example.com")
  const { rows: counts } = await copyToBetterAuth(adapter, auth)
  expect(counts).toMatchObject({ user: { copied: 1 }, verificationToken: { skipped: 1 } })
  moveOver()
  const browser = openClient()
  expect((await signInByMail(browser, "ada@example.com")).path).toBe("/")
  expect(await whoIs(browser)).toMatchObject({ id: ada?.id, name: "", emailVerified: true })
  expect(await rows("user")).toHaveLength(1)
  const late = openClient()
  await late.visit(mail.linkFor("ada@example.com"))
  expect(await whoIs(late)).toBeNull()
})

test("a mailed link removes the accounts of a user whose email is not verified, unless the copy says it is", async () => {
  for (const isVerified of [false, true]) {
    const { adapter, auth, rows, client, openClient, moveOver, signInByMail, whoIs } = await openMovingApp()
    await client.signInWith("acme", "grace")
    await copyToBetterAuth(adapter, auth, { isEmailVerified: async () => isVerified })
    moveOver()
    const browser = openClient()
    await signInByMail(browser, "grace@example.com")
    expect(await whoIs(browser)).toMatchObject({ email: "grace@example.com", emailVerified: true })
    expect(await rows("account")).toHaveLength(isVerified ? 1 : 0)
  }
})

test("a session of Auth.js is exchanged once for one of Better Auth, and its sign-out is final", async () => {
  const { adapter, auth, rows, client, moveOver, whoIs } = await openMovingApp()
  await client.signInWith("acme", "ada")
  const ada = await adapter.getUserByEmail("ada@example.com")
  const old = client.token() ?? ""
  const request = { headers: new Headers({ cookie: `a=b; __Secure-authjs.session-token=${old}; c=d` }) }
  expect(await exchangeSession(adapter, auth, request), "before the copy").toEqual(unproven)
  await copyToBetterAuth(adapter, auth)
  moveOver()
  expect(await whoIs(client)).toBeNull()
  const answers = await Promise.all([1, 2, 3, 4].map(() => exchangeSession(adapter, auth, request)))
  const [cookies, ...more] = answers.flatMap((answer) => (answer.ok ? [answer.cookies] : []))
  expect(more).toEqual([])
  client.store(cookies ?? [])
  expect(client.token(), "the old cookie is removed").toBeUndefined()
  expect(await whoIs(client)).toMatchObject({ id: ada?.id })
  expect(cookies?.[0]).toMatch(
    /^__Secure-better-auth\.session_token=\S+; Secure; SameSite=lax; Path=\/; HttpOnly; Max-Age=604800$/,
  )
  // Browsers ignore a removal without Secure.
  expect(cookies?.[1]).toBe("__Secure-authjs.session-token=; Path=/; Max-Age=0; Secure")
  await client.postJson("/auth/sign-out", {})
  expect([await rows("session"), await whoIs(client)]).toEqual([[], null])
  expect(await exchangeSession(adapter, auth, request)).toEqual(noSession)
})

test("an expired, unknown or missing session is not exchanged", async () => {
  const { adapter, auth, client } = await openMovingApp()
  await client.signInWith("acme", "ada")
  await copyToBetterAuth(adapter, auth)
  const token = client.token() ?? ""
  const exchange = (cookie: string, options?: Parameters<typeof exchangeSession>[3]) =>
    exchangeSession(adapter, auth, { headers: new Headers(cookie ? { cookie } : {}) }, options)
  expect(await exchange("")).toEqual(noSession)
  expect(await exchange("authjs.session-token=unknown")).toEqual(noSession)
  expect(await exchange("authjs.session-token=%")).toEqual(noSession)
  expect(await exchange(`x-authjs.session-token=${token}`)).toEqual(noSession)
  expect(await exchange(`own=${token}`)).toEqual(noSession)
  expect(await exchange(`authjs.session-token=${token}`, { idOf: () => undefined })).toEqual(unproven)
  await adapter.updateSession({ sessionToken: token, expires: new Date(Date.now() - 1) })
  expect(await exchange(`authjs.session-token=${token}`)).toEqual(noSession)
  const user = await adapter.getUserByEmail("ada@example.com")
  const expires = new Date(Date.now() + 60_000)
  await adapter.createSession({ sessionToken: "fresh", userId: user?.id ?? "", expires })
  expect(await exchange("own=fresh", { cookieName: "own" })).toEqual({
    ok: true,
    cookies: [expect.stringContaining("better-auth.session_token="), "own=; Path=/; Max-Age=0"],
  })
})
