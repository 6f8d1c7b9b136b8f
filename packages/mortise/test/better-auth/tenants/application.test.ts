import { AsyncLocalStorage } from "node:async_hooks"
import { betterAuth } from "better-auth"
import { createAuthMiddleware } from "better-auth/api"
import { emailOTP } from "better-auth/plugins"
import Sqlite from "libsql"
import { expect, onTestFinished, test, vi } from "vitest"
import { mortiseDatabase, mortiseStorage } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { fill, forCaller, openTenants, options, tenants } from "./open-tenants.ts"

const email = "ada@example.com"
const person = { name: "Ada", email, password: "correct horse battery" }

/** A browser at one tenant. */
function visit({ auth }: Awaited<ReturnType<typeof openTenants>>, tenant: string) {
  const cookies = new Map<string, string>()
  const request = async (method: string, path: string, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const request = new Request(`http://localhost:3000/api/auth${path}`, {
      method,
      headers: { "content-type": "application/json", origin: "http://localhost:3000", cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await tenants.run(tenant, () => auth.handler(request))
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : null }
  }
  return {
    cookies,
    get: (path: string) => request("GET", path),
    post: (path: string, body: object) => request("POST", path, body),
  }
}

test("two tenants have a person with the same address, and an organization with the same name", async () => {
  const opened = await openTenants()
  const [acme, globex] = [visit(opened, "acme"), visit(opened, "globex")]
  const ids = []
  for (const visitor of [acme, globex]) {
    const { status, body } = await visitor.post("/sign-up/email", person)
    expect(status).toBe(200)
    ids.push(body.user.id)
    const created = await visitor.post("/organization/create", { name: "Engines", slug: "engines" })
    expect(created.status).toBe(200)
    expect((await visitor.post("/organization/create", { name: "Engines", slug: "engines" })).status).toBe(
      400,
    )
    expect((await visitor.get("/organization/list")).body).toHaveLength(1)
    expect((await visitor.get("/list-sessions")).body).toHaveLength(1)
  }
  expect(new Set(ids).size).toBe(2)
  expect((await acme.post("/sign-up/email", person)).status).toBe(422)

  // The cookie of one tenant is signed with the same secret, and is none of the other.
  const stranger = visit(opened, "globex")
  for (const [name, value] of acme.cookies) stranger.cookies.set(name, value)
  expect((await stranger.get("/get-session")).body).toBeNull()
  expect((await stranger.get("/organization/list")).status).toBe(401)

  const members = await globex.get("/organization/get-full-organization?organizationSlug=engines")
  expect(members.body.members).toMatchObject([{ userId: ids[1], user: { email } }])

  expect(
    (
      await acme.post("/change-password", {
        currentPassword: person.password,
        newPassword: "another password",
        revokeOtherSessions: true,
      })
    ).status,
  ).toBe(200)
  expect((await visit(opened, "acme").post("/sign-in/email", person)).status).toBe(401)
  expect((await visit(opened, "globex").post("/sign-in/email", person)).status).toBe(200)
  expect((await globex.get("/get-session")).body.user.id).toBe(ids[1])
})

test("a mailed code verifies an address at its own tenant only", async () => {
  const codes: string[] = []
  const codesByMail = emailOTP({
    overrideDefaultEmailVerification: true,
    generateOTP: () => String(100_000 + codes.length),
    sendVerificationOTP: async ({ otp }) => void codes.push(otp),
  })
  const opened = await openTenants({ plugins: [codesByMail], emailVerification: { sendOnSignUp: true } })
  const [acme, globex] = [visit(opened, "acme"), visit(opened, "globex")]
  for (const visitor of [acme, globex])
    expect((await visitor.post("/sign-up/email", person)).status).toBe(200)
  expect(codes).toHaveLength(2)
  const verify = (visitor: typeof acme, otp = "") => visitor.post("/email-otp/verify-email", { email, otp })
  expect((await verify(globex, codes[0])).status).toBe(400)
  expect((await verify(acme, codes[0])).status).toBe(200)
})

test("a call without a tenant is refused, and says where to set it", async () => {
  const opened = await openTenants()
  const refusal = { code: "invalid", message: expect.stringContaining("tenants.run(name") }
  await expect(opened.adapter.count({ model: "user" })).rejects.toMatchObject(refusal)
  await expect(
    opened.adapter.transaction((inside) => inside.findMany({ model: "user" })),
  ).rejects.toMatchObject(refusal)
  await expect(opened.auth.api.signUpEmail({ body: person })).rejects.toThrow()
  expect(opened.readAll("SELECT id FROM user")).toEqual([])
})

test("a hook that leaves the caller's context is refused", async () => {
  const elsewhere = new AsyncLocalStorage<string>()
  const errors: unknown[] = []
  const hooks = {
    after: createAuthMiddleware(async ({ context }) => {
      await tenants.exit(() => context.adapter.count({ model: "user" })).catch((error) => errors.push(error))
      elsewhere.run("globex", () => {})
    }),
  }
  const opened = await openTenants({ hooks })
  expect((await visit(opened, "acme").post("/sign-up/email", person)).status).toBe(200)
  expect(errors).toMatchObject([{ code: "invalid" }])
})

test.each(["", "Acme", "../acme", "a".repeat(64), 7, {}, null])(
  "a tenant called %o is refused",
  async (name) => {
    const { adapter } = await openTenants({}, undefined, { tenant: () => name as string })
    await expect(adapter.count({ model: "user" })).rejects.toMatchObject({ code: "invalid" })
  },
)

test("tenants is a function, and no column has its name", async () => {
  const refused = { code: "invalid" }
  await expect(openTenants({}, undefined, { tenant: "acme" as never })).rejects.toMatchObject(refused)
  const user = { additionalFields: { org: { type: "string" as const, fieldName: "Tenant" } } }
  await expect(openTenants({ user })).rejects.toMatchObject(refused)
  const database = mortiseDatabase(new Sqlite(":memory:"), { tenant: () => "acme" })
  const { adapter } = await betterAuth({ ...options, user, database }).$context
  await expect(adapter.count({ model: "user" })).rejects.toMatchObject(refused)
})

const storage = { get: async () => null, set: async () => {}, delete: async () => {} } as never

test.each([
  ["session.cookieCache", { session: { cookieCache: { enabled: true } } }],
  ["account.storeStateStrategy", { account: { storeStateStrategy: "cookie" as const } }],
  ["account.storeAccountCookie", { account: { storeAccountCookie: true } }],
  [
    "emailVerification.sendVerificationEmail",
    { emailVerification: { sendVerificationEmail: async () => {} } },
  ],
  ["secondaryStorage", { secondaryStorage: storage }],
  ["secondaryStorage", { secondaryStorage: mortiseStorage(memoryAdapter()) }],
  ["advanced.database.generateId", { advanced: { database: { generateId: "serial" as const } } }],
  ["advanced.database.generateId", { advanced: { database: { generateId: false as const } } }],
  ["plugins", { plugins: [{ id: "oauth-proxy" }] }],
])("%s, which knows no tenants, is refused by migrate and by every call", async (option, more) => {
  const refusal = { code: "invalid", message: expect.stringContaining(option) }
  const client = new Sqlite(":memory:")
  onTestFinished(() => void client.close())
  const auth = betterAuth({ ...options, ...more, database: mortiseDatabase(client, forCaller) })
  await expect(migrate(auth)).rejects.toMatchObject(refusal)
  const { adapter } = await auth.$context
  for (let nth = 0; nth < 2; nth++)
    await expect(tenants.run("acme", () => adapter.count({ model: "user" }))).rejects.toMatchObject(refusal)
})

test("an option that a plugin adds is refused at the first call", async () => {
  const adding = {
    id: "adding",
    init: () => ({ options: { session: { cookieCache: { enabled: true } } } }),
  }
  const opened = await openTenants({ plugins: [adding] })
  // Better Auth prints what an endpoint throws, even if its logger is disabled.
  const printed = vi.spyOn(console, "error").mockImplementation(() => {})
  onTestFinished(() => printed.mockRestore())
  expect((await visit(opened, "acme").post("/sign-up/email", person)).status).toBe(500)
  expect(opened.readAll("SELECT id FROM user")).toEqual([])
})

test("an error names no column that callers do not know, and no row of another tenant", async () => {
  const { adapter } = await openTenants()
  await tenants.run("globex", () => fill(adapter, "globex"))
  const user = { name: "Ada", email, emailVerified: false, createdAt: new Date(), updatedAt: new Date() }
  const create = (tenant: string) => tenants.run(tenant, () => adapter.create({ model: "user", data: user }))
  await create("acme")
  await expect(create("acme")).rejects.toMatchObject({
    code: "conflict",
    fields: ["email"],
    message: "user.email is already taken: look up the existing row.",
  })
  const session = {
    token: "t",
    userId: "ada",
    expiresAt: new Date(),
    createdAt: new Date(),
    updatedAt: new Date(),
  }
  await expect(
    tenants.run("acme", () => adapter.create({ model: "session", data: session })),
  ).rejects.toMatchObject({ code: "not_found" })
})
