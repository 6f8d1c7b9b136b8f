import { describe, expect, test } from "vitest"
import { seededRandom } from "../../../workshop/src/tests/seed.ts"
import { type AuthAdapter, createAuth } from "../../src/auth/index.ts"
import { MortiseError, operationNames } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { thirdPartyAdapter } from "./support/third-party-adapter.ts"
import { secret } from "./support/world.ts"

const good = { adapter: memoryAdapter(), secret, origin: "https://app.example" }
const refusal = (config: object) => {
  try {
    createAuth({ ...good, ...config } as typeof good)
    return null
  } catch (error) {
    if (!(error instanceof MortiseError)) throw error
    return { code: error.code, message: error.message }
  }
}

describe("SEC-I10, CVE-2026-33505: a secret", () => {
  test.each([
    ["missing", undefined],
    ["empty", ""],
    ["short", "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga"],
    ["of one character", "a".repeat(64)],
    ["of a few characters", "ab12".repeat(16)],
    ["an empty list", []],
    ["a list with a short one", [secret, "short"]],
    ["a number", 1234],
    ["a placeholder", "please-change-me-before-going-live"],
    ["of a tutorial", "a-string-secret-at-least-256-bits-long"],
    ["of a library", "better-auth-secret-98765432109876543210"],
    ["of a template", "your-secret-key-goes-in-this-place-x"],
    ["of consecutive digits", "0123456789abcdef0123456789abcdef"],
  ])("%s is refused at startup, and the error does not repeat it", (_, value) => {
    const refused = refusal({ secret: value })
    expect(refused?.code).toBe("invalid")
    expect(refused?.message).toContain("npx mortise secret")
    if (typeof value === "string" && value.length > 4) expect(refused?.message).not.toContain(value)
  })

  test("of 32 random bytes is accepted, alone or in a list", () => {
    const random = seededRandom("secrets")
    for (let nth = 0; nth < 200; nth++) {
      const bytes = new Uint8Array(32).map(() => Math.floor(random() * 256))
      for (const encoding of ["hex", "base64", "base64url"] as const)
        expect(refusal({ secret: [Buffer.from(bytes).toString(encoding), secret] })).toBeNull()
    }
  })
})

describe("options", () => {
  const provider = { id: "acme", type: "oidc", issuer: "https://acme.example", clientId: "app" }
  test.each([
    ["no origin", { origin: undefined }],
    ["plain http", { origin: "http://app.example" }],
    ["another strategy", { session: { strategy: "cookie" } }],
    ["a negative age", { session: { maxAgeSeconds: -1 } }],
    ["an age that is not a number", { session: { updateAgeSeconds: Number.NaN } }],
    ["a limit on tokens", { session: { maxSessions: 3 } }],
    ["email without sendLink or sendCode", { email: {} }],
    ["codes that are valid for too long", { email: { sendCode() {}, maxAgeSeconds: 601 } }],
    ["a mail limit of zero", { email: { sendLink() {}, limit: { max: 0, perSeconds: 1 } } }],
    ["a limit per source of zero", { email: { sendLink() {}, clientLimit: { max: 1, perSeconds: 0 } } }],
    ["a sweep of no rows", { sweep: { limit: 0 } }],
    ["a sweep without a pause", { sweep: { everySeconds: 0 } }],
    ["many attempts", { email: { sendCode() {}, maxAttempts: 100 } }],
    ["two providers of one id", { providers: [provider, provider] }],
    ["an id with a slash", { providers: [{ ...provider, id: "a/b" }] }],
    ["an issuer over plain http", { providers: [{ ...provider, issuer: "http://acme.example" }] }],
    ["a provider without a client", { providers: [{ ...provider, clientId: "" }] }],
    ["a path to another host", { paths: { callback: "//evil.example" } }],
    ["an unknown kind of logout", { providers: [{ ...provider, logout: ["front-channel"] }] }],
    ["a kind of logout that is not in a list", { providers: [{ ...provider, logout: "back_channel" }] }],
    [
      "logout without OpenID Connect",
      {
        providers: [
          {
            ...{ id: "plain", type: "oauth", clientId: "app", logout: ["rp_initiated"], profile() {} },
            ...{
              authorization: "https://a.example",
              token: "https://a.example",
              userinfo: "https://a.example",
            },
          },
        ],
      },
    ],
    [
      "back-channel logout of all tenants",
      { providers: [{ ...provider, issuer: "https://a.example/{tenantid}", logout: ["back_channel"] }] },
    ],
    ["no adapter", { adapter: undefined }],
    ["an adapter that is null", { adapter: () => null }],
  ])("with %s are refused at startup", (_, options) => {
    expect(refusal(options)).toMatchObject({ code: "invalid" })
  })

  test("SEC-S6: a session may last at most 400 days", () => {
    const lasting = (days: number) => refusal({ session: { absoluteMaxAgeSeconds: days * 86_400 } })
    expect(lasting(400)).toBeNull()
    expect(lasting(400.1)?.message).toBe(
      "createAuth: session.absoluteMaxAgeSeconds must be a number of seconds from 1 to 34560000.",
    )
  })

  test("a limit on sessions is refused at startup if the adapter cannot list them", () => {
    const { adapter } = thirdPartyAdapter()
    const session = { strategy: "database", maxSessions: 3 }
    expect(refusal({ adapter, session })).toMatchObject({ code: "missing_operation" })
    expect(refusal({ session })).toBeNull()
  })

  test.each([
    ["slots", { adapter: thirdPartyAdapter().adapter }, "slots store which session"],
    [
      "a list of sessions",
      { adapter: { ...memoryAdapter(), deleteSession() {} }, session: { strategy: "database" } },
      "lists sessions",
    ],
    ["tokens that can be revoked", { session: { revocable: false } }, "remove session.revocable"],
  ])("back-channel logout is refused at startup without %s", (_, config, why) => {
    const acme = { id: "acme", type: "oidc", issuer: "https://acme.example", clientId: "app" }
    const providers = [{ ...acme, logout: ["back_channel"] }]
    const refused = refusal({ ...config, providers })
    expect(refused).toMatchObject({ code: "missing_operation", message: expect.stringContaining(why) })
    expect(refusal({ ...config, providers: [{ ...acme, logout: ["rp_initiated"] }] })).toBeNull()
  })

  test("§1.2: the adapter may be a function of the configuration", async () => {
    const adapter = memoryAdapter()
    const user = await adapter.createUser({ email: "ada@example.com" })
    const auth = createAuth({
      ...good,
      adapter: (options) => (options.origin === good.origin ? adapter : {}),
    })
    const request = new Request("https://app.example/")
    expect(await auth.sessions.create(request, user.id)).toMatchObject({ ok: true, user: { id: user.id } })
  })

  test("§1.1: the strategy is jwt by default", async () => {
    const adapter = memoryAdapter()
    const user = await adapter.createUser({ email: "ada@example.com" })
    const signedIn = await createAuth({ ...good, adapter }).sessions.create(
      new Request("https://app.example/"),
      user.id,
    )
    expect(signedIn.cookies[0]).toMatch(/^__Host-mortise\.session=ey/)
  })

  test("localhost may use http, and its cookies have no __Host- prefix", async () => {
    const adapter = memoryAdapter()
    const user = await adapter.createUser({ email: "ada@example.com" })
    const auth = createAuth({ ...good, adapter, origin: "http://localhost:3000" })
    const { cookies } = await auth.sessions.create(new Request("http://localhost:3000/"), user.id)
    expect(cookies).toEqual([
      expect.stringMatching(/^mortise\.session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })
})

describe("SEC-A3, §1.3, §7.1: an operation that the adapter lacks", () => {
  const everything = {
    session: { strategy: "database" },
    email: { sendLink() {} },
    providers: [{ id: "acme", type: "oidc", issuer: "https://acme.example", clientId: "app" }],
    passkeys: { name: "App", webauthn: {} },
  }
  // Not called on the main path of a feature, so they are not checked at startup.
  const lazily = ["deleteUser", "unlinkAccount"]
  const { adapter } = thirdPartyAdapter()

  test.each(operationNames.filter((name) => !lazily.includes(name)))(
    "%s: is found at startup, and named",
    (name) => {
      const refused = refusal({ ...everything, adapter: { ...adapter, [name]: undefined } })
      expect(refused).toMatchObject({ code: "missing_operation", message: expect.stringContaining(name) })
    },
  )

  test("all missing operations are named in one error", () => {
    const { createUser: _, linkAccount: __, ...rest } = adapter
    expect(refusal({ ...everything, adapter: rest })?.message).toMatch(
      /createUser.*linkAccount|linkAccount.*createUser/,
    )
  })

  test("is not required by features that are not configured", () => {
    const { getUser } = adapter
    expect(refusal({ adapter: { getUser } })).toBeNull()
  })

  test("throws an error with its name if it is called", async () => {
    const without = { ...memoryAdapter(), deleteUser: undefined } as AuthAdapter
    const auth = createAuth({ ...good, adapter: without, session: { strategy: "database" } })
    await expect(auth.users.delete("u1")).rejects.toMatchObject({
      code: "missing_operation",
      operation: "deleteUser",
    })
  })

  test.each([
    [
      "email",
      (auth: ReturnType<typeof createAuth>) =>
        auth.email.request(new Request(good.origin), { email: "a@b.example" }),
    ],
    [
      "passkeys",
      (auth: ReturnType<typeof createAuth>) => auth.passkeys.authenticationOptions(new Request(good.origin)),
    ],
  ])("%s that is not configured throws when it is called", async (_, call) => {
    await expect(call(createAuth(good))).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("createAuth"),
    })
  })

  test("an adapter that is an instance of a class keeps its `this`", async () => {
    const users = new Map([["u1", { id: "u1", email: "ada@example.com" }]])
    const instance = Object.create({
      getUser(this: { users: typeof users }, id: string) {
        return this.users.get(id) ?? null
      },
    })
    const auth = createAuth({ ...good, adapter: Object.assign(instance, { users }) as AuthAdapter })
    expect(await auth.sessions.create(new Request(good.origin), "u1")).toMatchObject({ ok: true })
  })

  test("the public functions of sessions do not include the internal sign-in", () => {
    expect(Object.keys(createAuth(good).sessions).sort()).toEqual([
      "create",
      "list",
      "read",
      "revoke",
      "revokeAll",
      "revokeOthers",
      "signOut",
    ])
  })
})
