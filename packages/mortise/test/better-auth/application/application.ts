import { fileURLToPath } from "node:url"
import { apiKey } from "@better-auth/api-key"
import { passkey } from "@better-auth/passkey"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import { magicLink, organization } from "better-auth/plugins"
import type { Browser } from "playwright-core"
import { rolldown } from "rolldown"
import { onTestFinished } from "vitest"
import { passkeyPort } from "../../authjs/harness/passkey-device.ts"
import { serveOnLocalhost } from "../../authjs/harness/web-server.ts"

const links: string[] = []

/** The plugins that add models of their own. */
export const plugins = [
  magicLink({ sendMagicLink: async ({ url }) => void links.push(url) }),
  passkey({ rpName: "App" }),
  organization({ async sendInvitationEmail() {} }),
  apiKey(),
]

const secret = crypto.randomUUID() + crypto.randomUUID()

const authOf = (database: BetterAuthOptions["database"], baseURL: string) =>
  betterAuth({ database, plugins, secret, baseURL, rateLimit: { enabled: false } })

async function bundlePage(): Promise<string> {
  const bundle = await rolldown({ input: fileURLToPath(new URL("page.ts", import.meta.url)) })
  const { output } = await bundle.generate({ format: "iife" })
  await bundle.close()
  return output[0].code
}

/** An application of Better Auth in Chromium, whose database can be changed while people stay signed in. */
export async function openApplication(chromium: Browser, database: BetterAuthOptions["database"]) {
  const script = await bundlePage()
  let handle: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
  const server = await serveOnLocalhost(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith("/api/auth/")) return handle(request)
    if (pathname === "/page.js")
      return new Response(script, { headers: { "content-type": "text/javascript" } })
    return new Response('<!doctype html><title>App</title><body><script src="/page.js"></script>', {
      headers: { "content-type": "text/html" },
    })
  })
  const use = (next: BetterAuthOptions["database"]): ReturnType<typeof authOf> => {
    const auth = authOf(next, server.origin)
    handle = auth.handler
    return auth
  }
  const auth = { current: use(database) }
  onTestFinished(() => server.close())
  return {
    /** Continues with another adapter on the same tables. */
    switchTo(next: BetterAuthOptions["database"]) {
      auth.current = use(next)
    },
    verifyKey: async (key: string) => (await auth.current.api.verifyApiKey({ body: { key } })).valid,
    openTab: () => openTab(chromium, server.origin),
  }
}

/** A person's browser, with a passkey device. */
async function openTab(chromium: Browser, origin: string) {
  const context = await chromium.newContext({ baseURL: origin })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto("/")
  await passkeyPort(context, page)
  /** Types a text, presses a button, and returns what the client answered. */
  const press = async (label: string, text = ""): Promise<Answer> => {
    await page.locator("#text").fill(text)
    await page.getByRole("button", { name: label, exact: true }).click()
    const output = page.locator("output:not(:empty)")
    return JSON.parse((await output.textContent()) ?? "null")
  }
  return {
    press,
    async signInByLink(email: string) {
      await press("Send link", email)
      await page.goto(links.pop() ?? "")
      await page.goto("/")
    },
    async me() {
      const { data } = await press("Who am I")
      return (data as { user: { email: string } } | null)?.user.email ?? null
    },
    forgetCookies: () => context.clearCookies(),
  }
}

/** What the client returns: `data`, or the error. */
type Answer = { readonly data: unknown; readonly error: unknown }
