import { expect, onTestFinished, test } from "vitest"
import { createClient } from "../authjs/harness/client.ts"
import { startIdentityProvider } from "../authjs/harness/oidc-provider.ts"
import { startExample } from "./support/example-server.ts"

test("examples/auth-node-http: a mailed link, confirmed and used once", async () => {
  const { visit, shows } = await startExample("auth-node-http")
  expect((await visit("/")).text).toContain("Send me a link")
  expect((await visit("/sign-in", { form: { email: "ada@example.com" } })).text).toContain("mailbox")
  const link = await shows(/Mail to ada@example\.com: (\S+)/)
  const page = await visit(link)
  expect(page.text).toContain("Sign in as ada@example.com")
  const fields = Object.fromEntries(
    [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const form = fields as Record<string, string>
  expect((await visit("/auth/confirm", { form, origin: "https://evil.example" })).status).toBe(400)
  expect(await visit("/auth/confirm", { form })).toMatchObject({ status: 303, location: "/" })
  expect((await visit("/")).text).toContain("Hello ada@example.com")
  expect(await visit("/sign-out", { form: {} })).toMatchObject({ status: 303, location: "/" })
  expect((await visit("/")).text).toContain("Send me a link")
  expect((await visit("/auth/confirm", { form })).status, "once").toBe(400)
  expect((await visit("/auth/confirm?token=half")).status).toBe(400)
  expect((await visit("/nowhere")).status).toBe(404)
})

test("examples/auth-hono: a typed code", async () => {
  const { visit, shows, jar } = await startExample("auth-hono")
  expect((await visit("/me")).text).toBe("null")
  expect(await visit("/sign-in", { json: { email: "not an address" } })).toMatchObject({ status: 400 })
  expect(await visit("/sign-in", { json: { email: "ada@example.com" } })).toMatchObject({
    text: '{"sent":true}',
  })
  const code = await shows(/Mail to ada@example\.com: (\d{6})/)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0")
  expect(await visit("/code", { json: { code: wrong } })).toMatchObject({
    status: 400,
    text: '{"error":"wrong_code"}',
  })
  expect(await visit("/code", { json: { code } })).toMatchObject({ text: '{"email":"ada@example.com"}' })
  expect(JSON.parse((await visit("/me")).text)).toMatchObject({ email: "ada@example.com" })
  expect(JSON.parse((await visit("/sessions")).text)).toHaveLength(1)
  expect((await visit("/sign-out", { json: {} })).text).toBe('{"ended":true}')
  expect((await visit("/me")).text).toBe("null")
  expect(jar.header()).not.toMatch(/session|sign-out|code/)
})

test("examples/auth-express: an OpenID provider", async () => {
  const example = await startExample("auth-express", async (origin: string) => {
    const people = { ada: { name: "Ada Lovelace" } }
    const identity = await startIdentityProvider({ people, redirectUris: [`${origin}/auth/callback/openid`] })
    onTestFinished(() => identity.close())
    return { ISSUER: identity.issuer, CLIENT_ID: identity.clientId, CLIENT_SECRET: identity.clientSecret }
  })
  const { visit, origin } = example
  expect((await visit("/")).text).toBe("null")
  const { location } = await visit("/sign-in?returnTo=/?welcome")
  let back = ""
  const traveller = createClient(origin, async ({ url }) => {
    back = url
    return new Response("Back")
  })
  await traveller.visit((await traveller.visit(location ?? "")).url, { login: "ada" })
  expect(await visit(back)).toMatchObject({ status: 303, location: "/?welcome" })
  expect(JSON.parse((await visit("/")).text)).toEqual({ name: "Ada Lovelace" })
  expect((await visit(back)).status, "once").toBe(400)
  await visit("/sign-out", { form: {} })
  expect((await visit("/")).text).toBe("null")
})
