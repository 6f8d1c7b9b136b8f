import { describe, expect, onTestFinished, test, vi } from "vitest"
import { rowsOf } from "../../../workshop/src/adapters/rows-of.ts"
import type { Auth } from "../../src/auth/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { origin } from "./support/browser.ts"
import { hostileHeaders, ordinaryHeaders } from "./support/hostile-headers.ts"
import { toyWebAuthn } from "./support/toy-webauthn.ts"
import { openWorld } from "./support/world.ts"

type Call = (auth: Auth, request: Request) => Promise<{ readonly cookies: readonly string[] }>

const challenge = Buffer.from(JSON.stringify({ challenge: "A".repeat(43) })).toString("base64url")
const email = "eve@example.com"

/** Every function that reads a request, and the body that makes it read as much as it can. */
const calls: Readonly<
  Record<string, { readonly call: Call; readonly body?: object; readonly path?: string }>
> = {
  "sessions.read": { call: (auth, request) => auth.sessions.read(request) },
  "sessions.signOut": { call: (auth, request) => auth.sessions.signOut(request) },
  "sessions.revokeOthers": { call: (auth, request) => auth.sessions.revokeOthers(request) },
  "email.request": { call: (auth, request) => auth.email.request(request, { email }) },
  "email.requestChange": { call: (auth, request) => auth.email.requestChange(request, { email }) },
  "email.follow": { call: (auth, request) => auth.email.follow(request), body: { code: "123456" } },
  "email.followChange": { call: (auth, request) => auth.email.followChange(request), body: { code: "1" } },
  "email.stepUp": { call: (auth, request) => auth.email.stepUp(request), body: { code: "123456" } },
  "oauth.start": { call: (auth, request) => auth.oauth.start(request, "toy") },
  "oauth.callback": {
    call: (auth, request) => auth.oauth.callback(request),
    path: `/auth/callback/toy?code=1&state=${"A".repeat(43)}`,
  },
  "accounts.unlink": {
    call: (auth, request) => auth.accounts.unlink(request, { provider: "toy", providerAccountId: "1" }),
  },
  "passkeys.registrationOptions": { call: (auth, request) => auth.passkeys.registrationOptions(request) },
  "passkeys.authenticationOptions": { call: (auth, request) => auth.passkeys.authenticationOptions(request) },
  "passkeys.verifyRegistration": {
    call: (auth, request) => auth.passkeys.verifyRegistration(request),
    body: { response: { clientDataJSON: challenge } },
  },
  "passkeys.verifyAuthentication": {
    call: (auth, request) => auth.passkeys.verifyAuthentication(request),
    body: { response: { clientDataJSON: challenge } },
  },
  "passkeys.stepUp": { call: (auth, request) => auth.passkeys.stepUp(request) },
  "passkeys.remove": { call: (auth, request) => auth.passkeys.remove(request, { credentialID: "AAAA" }) },
}

async function openApp(strategy: "database" | "jwt") {
  const provider = { id: "toy", type: "oauth", clientId: "app", profile: () => ({ id: "1" }) } as const
  const at = "https://toy.example"
  const urls = { authorization: `${at}/authorize`, token: `${at}/token`, userinfo: `${at}/me` }
  const adapter = memoryAdapter({ onWarning: () => {} })
  const user = await adapter.createUser({ email: "ada@example.com" })
  const open = async () => ({ adapter, rows: rowsOf(adapter), close: async () => {} })
  const world = await openWorld(open, {
    session: { strategy },
    email: { sendCode: () => {}, limit: { max: 1e9, perSeconds: 600 } },
    providers: [{ ...provider, ...urls }],
    passkeys: { name: "App", webauthn: toyWebAuthn },
    requestId: "x-request-id",
    clientAddress: (request) => request.headers.get("x-forwarded-for") ?? undefined,
  })
  /** The headers of a user with a new session. */
  const ordinary = async () => {
    const browser = world.openBrowser()
    browser.keep(await world.auth.sessions.create(browser.request(), user.id))
    return ordinaryHeaders(browser.token() ?? "")
  }
  return { world, auth: world.auth as unknown as Auth, ordinary }
}

const requestOf = (name: string, headers: Readonly<Record<string, string>>): Request => {
  const { body, path = "/" } = calls[name] ?? {}
  const json = body && JSON.stringify(body)
  const type: Record<string, string> = json ? { "content-type": "application/json" } : {}
  return new Request(new URL(path, origin), {
    method: "POST",
    headers: { ...type, ...headers },
    ...(json !== undefined && { body: json }),
  })
}

/** Counts the operations of cryptography from now on. */
function countCryptography(): () => number {
  const spies = (["importKey", "sign", "encrypt", "decrypt", "digest"] as const).map((name) =>
    vi.spyOn(crypto.subtle, name),
  )
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return () => {
    const counted = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    for (const spy of spies) spy.mockClear()
    return counted
  }
}

describe.each(["database", "jwt"] as const)(
  "SEC-S1: with %s sessions, 16 KiB of hostile headers",
  (strategy) => {
    test("cost as many operations as ordinary ones, or a few more", async () => {
      const { world, auth, ordinary } = await openApp(strategy)
      const cryptography = countCryptography()
      for (const [name, { call }] of Object.entries(calls)) {
        const work = async (headers: Readonly<Record<string, string>>) => {
          const request = requestOf(name, headers)
          cryptography()
          world.takeCalls()
          const { cookies } = await call(auth, request)
          return { cryptography: cryptography(), store: world.takeCalls().length, cookies: cookies.length }
        }
        const usual = await work(await ordinary())
        for (const [what, headers] of Object.entries(hostileHeaders)) {
          const hostile = await work(headers)
          expect(hostile.cryptography, `${name}, ${what}`).toBeLessThanOrEqual(2 * usual.cryptography + 12)
          expect(hostile.store, `${name}, ${what}`).toBeLessThanOrEqual(usual.store + 3)
          expect(hostile.cookies, `${name}, ${what}`).toBeLessThanOrEqual(usual.cookies + 9)
        }
      }
    })

    test("take about as long as ordinary ones", { retry: 1, timeout: 60_000 }, async () => {
      const { auth, ordinary } = await openApp(strategy)
      const slow: string[] = []
      for (const [name, { call }] of Object.entries(calls)) {
        const cost = async (headers: () => Promise<Readonly<Record<string, string>>>) => {
          const times: number[] = []
          for (let nth = 0; nth < 5; nth++) {
            const request = requestOf(name, await headers())
            // The time of the processor, because other processes may take the time of the clock.
            const before = process.cpuUsage()
            await call(auth, request)
            const { user, system } = process.cpuUsage(before)
            times.push(user + system)
          }
          // The others were disturbed by garbage collection and by the compiler.
          return Math.min(...times)
        }
        await cost(ordinary)
        const usual = await cost(ordinary)
        for (const [what, headers] of Object.entries(hostileHeaders)) {
          const ratio = (await cost(async () => headers)) / usual
          if (ratio > 8) slow.push(`${name}, ${what}: ${ratio.toFixed(1)} times`)
        }
      }
      expect(slow).toEqual([])
    })
  },
)
