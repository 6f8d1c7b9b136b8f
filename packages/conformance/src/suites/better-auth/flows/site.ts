// A site that uses Better Auth: two servers that share one database, as an application behind a load balancer. What
// Better Auth locks inside one process does not protect such a site.

import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth"
import { memoryAdapter } from "better-auth/adapters/memory"
import { emailOTP, magicLink } from "better-auth/plugins"
import type { BetterAuthContext } from "../case.ts"
import { suiteOptions } from "../suite-options.ts"

/** What a visitor sends. */
export type Visit = {
  /** Sent as JSON with POST. Without it the request is a GET. */
  readonly body?: object
  /** The `cookie` of an earlier answer. */
  readonly cookie?: string | undefined
  /** The visitor's IP address. */
  readonly address?: string
}

/** What a visitor gets. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly location: string | null
  /** The session cookie, if the answer signs the visitor in. */
  readonly cookie?: string
  /** The error behind a status of 500. */
  readonly error?: unknown
}

/** A mail that the site has sent. */
export type Mail = { readonly to: string; readonly link?: string; readonly code?: string }

/** A running site. */
export type Site = {
  /** Requests alternate between the two servers. */
  visit(path: string, visit?: Visit): Promise<Answer>
  readonly mails: readonly Mail[]
  /** What the servers have logged as errors, and the errors of answers with status 500. */
  readonly errors: readonly unknown[]
  /** Better Auth's own functions, of one server. */
  readonly context: AuthContext
  /** The functions of the endpoints, of one server. */
  readonly api: object
}

export type AuthContext = Awaited<ReturnType<typeof betterAuth>["$context"]>

const origin = "http://localhost:3000"

/** Starts a site on the database under test, with these options added. */
export async function openSite(t: BetterAuthContext, options: BetterAuthOptions = {}): Promise<Site> {
  const mails: Mail[] = []
  const errors: unknown[] = []
  const settings = {
    ...siteOptions({ send: (mail) => mails.push(mail), logError: (error) => errors.push(error) }),
    ...options,
    plugins: sitePlugins(t, options, (mail) => mails.push(mail)),
    database: t.setup.database ?? databaseInMemory(t, options),
  }
  const servers = [betterAuth(settings), betterAuth(settings)]
  const [context] = await Promise.all(servers.map(({ $context }) => $context))
  let requests = 0
  return {
    mails,
    errors,
    context: context as AuthContext,
    api: servers[0]?.api ?? {},
    visit(path, visit = {}) {
      const server = servers[requests++ % servers.length]
      const request = toRequest(path, visit)
      return t.watch(`${request.method} ${path.split("?", 1)[0]}`, async () => {
        try {
          return readAnswer(await (server as (typeof servers)[number]).handler(request))
        } catch (error) {
          errors.push(error)
          return { status: 500, body: null, location: null, error }
        }
      })
    },
  }
}

type Before = (
  row: Record<string, unknown>,
  request: { readonly context: AuthContext } | null,
) => Promise<{ data: object } | undefined>

export const failingHook: Before = () => Promise.reject(new Error("The hook fails."))

/** Starts a site with a hook that is called before a row of this model is created. */
export const openSiteWithHook = (
  t: BetterAuthContext,
  model: "account" | "session" | "user" | "verification",
  before: Before,
): Promise<Site> =>
  openSite(t, { databaseHooks: { [model]: { create: { before } } } as BetterAuthOptions["databaseHooks"] })

/** The users of a site whose storage alone is tested. */
function databaseInMemory(t: BetterAuthContext, { secondaryStorage }: BetterAuthOptions) {
  if (!secondaryStorage) return t.skip("the run has no database")
  return memoryAdapter({ user: [], session: [], account: [], verification: [] })
}

type Reports = { send(mail: Mail): void; logError(error: unknown): void }

/** Every way to sign in that the flows use. */
const siteOptions = ({ send, logError }: Reports): BetterAuthOptions => ({
  baseURL: origin,
  secret: "6c1f0b9e4d7a25830f9ce14b7d62a5c8",
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  onAPIError: { throw: true },
  logger: {
    level: "error",
    log: (level, message, ...details) => {
      if (level === "error") logError([message, ...details])
    },
  },
  emailAndPassword: {
    enabled: true,
    password: plainPasswords,
    sendResetPassword: async ({ user, token }) => send({ to: user.email, code: token }),
  },
  user: { deleteUser: { enabled: true } },
  socialProviders: { google: { clientId: "flows", clientSecret: "flows", verifyIdToken: async () => true } },
})

/**
 * The plugins of a site. Every site has those of the suite's tables, because Better Auth's adapters use the options of
 * the site that was opened last inside transactions.
 */
function sitePlugins(
  { setup }: BetterAuthContext,
  { plugins = [] }: BetterAuthOptions,
  send: (mail: Mail) => void,
): BetterAuthPlugin[] {
  const usual = [
    ...(suiteOptions.plugins ?? []),
    ...(setup.plugins ?? []),
    magicLink({ sendMagicLink: ({ email, url }) => send({ to: email, link: url.slice(apiPath.length) }) }),
    emailOTP({ sendVerificationOTP: async ({ email, otp }) => send({ to: email, code: otp }) }),
  ]
  return [...usual.filter(({ id }) => !plugins.some((plugin) => plugin.id === id)), ...plugins]
}

const apiPath = `${origin}/api/auth`

// Hashing is not what the flows test, and takes most of their time.
const plainPasswords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async ({ hash, password }: { hash: string; password: string }) => hash === `hash of ${password}`,
}

function toRequest(path: string, { body, cookie, address }: Visit): Request {
  const headers = new Headers({ origin, "content-type": "application/json" })
  if (cookie !== undefined) headers.set("cookie", cookie)
  if (address !== undefined) headers.set("x-forwarded-for", address)
  return new Request(`${apiPath}${path}`, {
    method: body ? "POST" : "GET",
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "")
  const cookie = cookies.find((pair) => /session_token=[^;]/.test(pair))
  return {
    status: response.status,
    body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : null,
    location: response.headers.get("location"),
    ...(cookie && { cookie }),
  }
}
