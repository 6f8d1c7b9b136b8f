import type { Browser as Chromium } from "playwright-core"
import * as webauthn from "simplewebauthn-14"
import { onTestFinished } from "vitest"
import type { Factory } from "../../../../workshop/src/adapters/backend.ts"
import type { PasskeyOptions } from "../../../src/auth/index.ts"
import { passkeyPort } from "../../authjs/harness/passkey-device.ts"
import { serveOnLocalhost } from "../../authjs/harness/web-server.ts"
import { openWorld } from "./world.ts"

type Answer = { readonly ok: boolean; readonly reason?: string; readonly action?: string }

/** An application with passkeys in a real browser with a virtual device. */
export async function openPasskeyPage(
  chromium: Chromium,
  open: Factory,
  changes: Partial<PasskeyOptions> = {},
) {
  let answer: (request: Request) => Promise<Response> = async () => new Response("Not yet", { status: 503 })
  const server = await serveOnLocalhost((request) => answer(request))
  const world = await openWorld(open, {
    origin: server.origin,
    passkeys: { name: "App", webauthn, ...changes },
  })
  const { passkeys, sessions } = world.auth
  const bodies: unknown[] = []

  const routes: Record<string, (request: Request) => Promise<{ cookies: readonly string[] }>> = {
    "/register/options": (request) => passkeys.registrationOptions(request, { name: "Ada" }),
    "/register": (request) => passkeys.verifyRegistration(request),
    "/authenticate/options": (request) => passkeys.authenticationOptions(request),
    "/authenticate": (request) => passkeys.verifyAuthentication(request),
    "/me": (request) => sessions.read(request),
    "/sign-out": (request) => sessions.signOut(request),
  }
  answer = async (request) => {
    const route = routes[new URL(request.url).pathname]
    if (!route)
      return new Response("<!doctype html><title>App</title>", { headers: { "content-type": "text/html" } })
    if (request.headers.get("content-type") === "application/json") bodies.push(await request.clone().json())
    const { cookies, ...body } = await route(request)
    const headers = cookies.map((cookie): [string, string] => ["set-cookie", cookie])
    return new Response(JSON.stringify(body), { headers })
  }

  const context = await chromium.newContext({ baseURL: server.origin })
  onTestFinished(async () => {
    await context.close()
    await server.close()
  })
  const page = await context.newPage()
  await page.goto("/")
  const port = await passkeyPort(context, page)
  return {
    ...world,
    ...port,
    bodies,
    register: (): Promise<Answer> => page.evaluate(ceremony, { path: "/register" }),
    /** With `spoil`, one character of the signature is changed. */
    authenticate: (spoil = false): Promise<Answer> =>
      page.evaluate(ceremony, { path: "/authenticate", spoil }),
    post: (path: string, body: unknown): Promise<Answer> =>
      page.evaluate(
        async ([to, json]) =>
          (
            await fetch(to, { method: "POST", body: json, headers: { "content-type": "application/json" } })
          ).json(),
        [path, JSON.stringify(body)] as const,
      ),
    me: () => page.evaluate(async () => (await fetch("/me")).json()),
    forgetCookies: () => context.clearCookies(),
  }
}

/** Runs in the page: requests options, lets the device respond, and posts the response. */
async function ceremony({ path, spoil = false }: { path: string; spoil?: boolean }) {
  type Parse = (options: object) => never
  const parse = PublicKeyCredential as unknown as {
    parseCreationOptionsFromJSON: Parse
    parseRequestOptionsFromJSON: Parse
  }
  const begun = await (await fetch(`${path}/options`)).json()
  if (!begun.ok) return begun
  const credential =
    path === "/register"
      ? await navigator.credentials.create({ publicKey: parse.parseCreationOptionsFromJSON(begun.options) })
      : await navigator.credentials.get({ publicKey: parse.parseRequestOptionsFromJSON(begun.options) })
  const swap = (letter: string) => (letter === "A" ? "B" : "A")
  const whole = JSON.stringify(credential)
  const body = spoil ? whole.replace(/(?<="signature":".{20})./, swap) : whole
  const headers = { "content-type": "application/json" }
  return (await fetch(path, { method: "POST", body, headers })).json()
}
