import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { rowsOf } from "../../../../workshop/src/adapters/rows-of.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { copyToBetterAuth } from "../../../src/transfer/index.ts"
import { openApp } from "../../authjs/harness/app.ts"
import { launchChromium, stayLocal } from "../../authjs/harness/chromium.ts"
import { passkeyPort } from "../../authjs/harness/passkey-device.ts"
import { openTab } from "../../authjs/harness/tab.ts"
import { serveOnLocalhost } from "../../authjs/harness/web-server.ts"
import { installBetterAuth } from "../../better-auth/install.ts"
import { passkeyPlugin } from "../../better-auth/plugins.ts"
import { newSqlite, testOptions } from "./support/better-auth-on-sqlite.ts"
import { passkeyTable } from "./support/passkey-table.ts"

let browser: Browser
beforeAll(async () => {
  await installBetterAuth()
  browser = await launchChromium()
}, 300_000)
afterAll(() => browser?.close())

/** Runs in the page: signs in with a passkey of the device, as Better Auth's client does. */
async function signIn(): Promise<unknown> {
  const asked = await fetch("/api/auth/passkey/generate-authenticate-options")
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await asked.json())
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const answer = await fetch("/api/auth/passkey/verify-authentication", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ response: credential.toJSON() }),
  })
  return answer.json()
}

test("a passkey that was registered with Auth.js signs in with Better Auth", async () => {
  const adapter = memoryAdapter()
  const app = await openApp(async () => ({ adapter, rows: rowsOf(adapter), close: async () => {} }))
  onTestFinished(app.close)
  const tab = await openTab(browser, app)
  await tab.submitEmail("ada@example.com")
  const device = await tab.copyDevice()
  const ada = await adapter.getUserByEmail("ada@example.com")

  let handle = async (_: Request): Promise<Response> => new Response("Home")
  const server = await serveOnLocalhost((request) =>
    new URL(request.url).pathname.startsWith("/api/auth/")
      ? handle(request)
      : Promise.resolve(new Response("Home")),
  )
  const auth = betterAuth({
    ...testOptions,
    baseURL: server.origin,
    database: newSqlite(),
    plugins: [await passkeyPlugin()],
  })
  handle = (request) => auth.handler(request)
  await (await getMigrations(auth.options)).runMigrations()
  const { rows, problems } = await copyToBetterAuth(adapter, auth)
  expect([rows.authenticator.copied, rows.account.skipped, problems]).toEqual([1, 1, []])

  const context = await browser.newContext({ baseURL: server.origin })
  onTestFinished(async () => {
    await context.close()
    await server.close()
  })
  await stayLocal(context, (url) => url.startsWith(server.origin))
  const page = await context.newPage()
  const port = await passkeyPort(context, page)
  await port.swapDevice(device)
  await page.goto("/")
  expect(await page.evaluate(signIn)).toMatchObject({ user: { id: ada?.id, email: "ada@example.com" } })
  const stored = await (await auth.$context).adapter.findMany<{ counter: number }>({ model: "passkey" })
  const [before] = await rowsOf(adapter)("authenticator")
  expect(stored.map(({ counter }) => counter)).toEqual([Number(before?.["counter"]) + 1])
})

test("the table of passkeys in these tests is that of the plugin", async () => {
  const { schema } = await passkeyPlugin()
  const names = (fields: object = {}) => Object.keys(fields).sort()
  expect(names(schema?.["passkey"]?.fields)).toEqual(names(passkeyTable.schema.passkey.fields))
})
