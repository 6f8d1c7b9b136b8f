import { inspect } from "node:util"
import { afterEach, describe, expect, test, vi } from "vitest"
import type { AuthEvent } from "../../src/auth/index.ts"
import { memory, thirdParty } from "./support/backends.ts"
import { DAY } from "./support/clock.ts"
import { openPasskeyWorld } from "./support/passkey-world.ts"
import { callbackRequest, startToyProvider } from "./support/toy-provider.ts"
import { openWorld, secret } from "./support/world.ts"

const post = { method: "POST" }
const types = (events: readonly AuthEvent[]) => events.map(({ type }) => type)

afterEach(() => vi.restoreAllMocks())

describe("SEC-M3: every event of", () => {
  test("sessions and email", async () => {
    const world = await openWorld(memory.open)
    const { browser, user } = await world.signIn("ada@example.com")
    const other = await world.signIn("ada@example.com")
    world.clock.advance(DAY)
    await world.auth.sessions.read(browser.request())
    await world.auth.sessions.revoke(user.id, other.session.handle)
    await world.auth.sessions.signOut(browser.request("/", post))
    await world.auth.email.follow(
      browser.request("/", { form: { email: "ada@example.com", token: "wrong" } }),
    )
    await world.auth.users.delete(user.id)
    expect(types(world.events)).toEqual([
      ...["email_requested", "user_created", "email_verified", "signed_in"],
      ...["email_requested", "signed_in"],
      ...["session_extended", "session_revoked", "signed_out", "refused", "user_deleted"],
    ])
    expect(world.events[3]).toMatchObject({ userId: user.id, method: "email", isNewUser: true })
    expect(world.events[7]).toEqual({
      type: "session_revoked",
      userId: user.id,
      session: other.session.handle,
    })
  })

  test("a sign-in by email has the id of its request", async () => {
    const world = await openWorld(memory.open, { requestId: () => "request-1" })
    await world.signIn("ada@example.com")
    expect(types(world.events)).toContain("user_created")
    for (const event of world.events) expect(event).toMatchObject({ requestId: "request-1" })
  })

  test("accounts", async () => {
    const toy = await startToyProvider()
    const world = await openWorld(memory.open, { providers: [toy.provider] })
    const browser = world.openBrowser()
    browser.keep(await world.auth.oauth.callback(await callbackRequest(world, browser, "ada")))
    browser.keep(await world.auth.oauth.callback(await callbackRequest(world, browser, "ada")))
    await world.auth.oauth.callback(await callbackRequest(world, browser, "grace", true))
    await world.auth.accounts.unlink(browser.request("/", post), {
      provider: "toy",
      providerAccountId: "grace",
    })
    await toy.close()
    expect(types(world.events)).toEqual([
      ...["user_created", "account_linked", "signed_in"],
      ...["account_refreshed", "signed_in"],
      "account_linked",
      ...["session_revoked", "account_unlinked"],
    ])
    expect(world.events[2]).toMatchObject({ method: "oauth", provider: "toy", isNewUser: true })
  })

  test("passkeys", async () => {
    const world = await openPasskeyWorld(memory.open)
    const browser = world.openBrowser()
    await world.register(browser, "key", 1)
    await world.authenticate(world.openBrowser(), "key", 2)
    await world.authenticate(world.openBrowser(), "key", 2)
    const remove = (credentialID: string) =>
      world.passkeys.remove(browser.request("/", post), { credentialID })
    await remove("a2V5")
    await world.register(browser, "other")
    await remove("a2V5")
    expect(types(world.events)).toEqual([
      ...["user_created", "passkey_added", "signed_in", "signed_in"],
      ...["passkey_counter_regressed", "refused"],
      ...["refused", "passkey_added", "session_revoked", "passkey_removed"],
    ])
  })
})

describe("SEC-M3: one revocation is one event", () => {
  const revocations = (events: readonly AuthEvent[]) =>
    events.filter(({ type }) => type === "session_revoked")

  test.each(["database", "jwt"] as const)("when an account is unlinked (%s)", async (strategy) => {
    const toy = await startToyProvider()
    const world = await openWorld(memory.open, { providers: [toy.provider], session: { strategy } })
    const { browser, user } = await world.signIn("ada@example.com")
    await world.auth.oauth.callback(await callbackRequest(world, browser, "grace", true))
    const other = await world.signIn("ada@example.com")
    await world.auth.accounts.unlink(browser.post(), { provider: "toy", providerAccountId: "grace" })
    await toy.close()
    expect((await world.auth.sessions.read(other.browser.request())).user).toBeNull()
    expect(revocations(world.events)).toEqual([{ type: "session_revoked", userId: user.id }])
  })

  test("when a user with tokens is deleted", async () => {
    const world = await openWorld(memory.open, { session: { strategy: "jwt" } })
    const { user } = await world.signIn("ada@example.com")
    await world.auth.users.delete(user.id)
    expect(revocations(world.events)).toEqual([{ type: "session_revoked", userId: user.id }])
  })
})

describe("a listener", () => {
  test.each([
    [
      "throws",
      () => {
        throw new Error("listener")
      },
    ],
    ["rejects", () => Promise.reject(new Error("listener"))],
    ["never ends", () => new Promise(() => {})],
    ["changes the event", (event: AuthEvent) => Object.assign(event, { userId: "another user" })],
  ] as const)("that %s does not affect the flow", async (_, listener) => {
    const world = await openWorld(memory.open, { onEvent: listener as (event: AuthEvent) => unknown })
    const { browser, user } = await world.signIn("ada@example.com")
    expect((await world.auth.sessions.read(browser.request())).user?.id).toBe(user.id)
  })
})

describe("SEC-M1, CVE-2022-31186: secrets", () => {
  /** Everything that the process writes from now on. */
  function captureOutput() {
    const written: string[] = []
    for (const name of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, name).mockImplementation((...args) => void written.push(inspect(args, { depth: 9 })))
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0)
    return written
  }

  test("are in no event, error or log, even if the store quotes its arguments", async () => {
    const toy = await startToyProvider()
    const world = await openWorld(thirdParty.open, { providers: [toy.provider] })
    const { browser } = await world.signIn("ada@example.com")
    await world.auth.oauth.callback(await callbackRequest(world, browser, "canary-access-token", true))
    const { fields } = world.lastLink()
    const callback = await callbackRequest(world, world.openBrowser(), "canary-access-token")

    const written = captureOutput()
    // Like the errors of drivers: the arguments are in the message, in the stack and in a field.
    world.disturb((_name, _run, args) => {
      throw Object.assign(new Error(`duplicate key: ${JSON.stringify(args)}`), {
        detail: args,
        code: "E23505",
      })
    })
    const errors: unknown[] = []
    for (const attempt of [
      () => world.auth.sessions.read(browser.request()),
      () => world.auth.email.follow(browser.request("/", { form: fields })),
      () => world.auth.email.request(browser.post(), { email: "ada@example.com" }),
      () => world.auth.oauth.callback(callback),
    ])
      await attempt().catch((error: unknown) => errors.push(error))
    await toy.close()
    vi.restoreAllMocks()

    expect(errors).toHaveLength(4)
    expect(errors[0]).toMatchObject({
      cause: { code: "E23505", message: expect.stringContaining("duplicate key") },
    })
    const shown = errors.map(
      (error) => inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error),
    )
    const everything = [...shown, ...written, JSON.stringify(world.events)].join()
    const stored = (await world.rows("session")).map((session) => String(session["sessionToken"]))
    for (const canary of [
      secret,
      browser.token(),
      fields.token,
      "canary-access-token",
      "ada@example.com",
      ...stored,
    ])
      expect(everything).not.toContain(canary)
  })

  test("SEC-M2: an event contains no client input, so a client cannot forge a log line", async () => {
    const world = await openWorld(memory.open)
    const browser = world.openBrowser()
    const forged = "x\r\n[31mALERT"
    await world.auth.email.request(browser.post(), { email: `${forged}@example.com`, returnTo: forged })
    await world.auth.email.follow(
      browser.request("/", { form: { email: forged, token: forged, returnTo: forged } }),
    )
    await world.auth.oauth.callback(
      new Request(
        `https://app.example/auth/callback/${encodeURIComponent(forged)}?state=${encodeURIComponent(forged)}`,
      ),
    )
    expect(JSON.stringify(world.events)).not.toMatch(/ALERT|\\r|\\n/)
    expect(world.events.length).toBeGreaterThan(0)
  })
})
