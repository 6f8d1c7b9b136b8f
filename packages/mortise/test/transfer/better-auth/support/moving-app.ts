import { Auth, type AuthConfig } from "@auth/core"
import { genericOAuth, magicLink } from "better-auth/plugins"
import { expect, onTestFinished } from "vitest"
import { createClient } from "../../../../../workshop/src/sign-in/client.ts"
import { startMailServer } from "../../../../../workshop/src/sign-in/mail-server.ts"
import { startIdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import { memoryAdapter } from "../../../../src/stores/memory/memory-adapter.ts"
import { allProviders, oauthProviders, people } from "../../../authjs/harness/providers.ts"
import { betterAuthOnSqlite, testOptions } from "./better-auth-on-sqlite.ts"

const origin = testOptions.baseURL
const redirectUris = oauthProviders.map((provider) => `${origin}/auth/callback/${provider}`)

/**
 * An application whose people sign in with the real Auth.js, and after `moveOver` with the real Better Auth, at the same
 * address, with the same identity provider and the same browser.
 */
export async function openMovingApp() {
  const adapter = memoryAdapter()
  const mail = await startMailServer()
  const identity = await startIdentityProvider({ people, redirectUris })
  onTestFinished(async () => void (await Promise.all([mail.close(), identity.close()])))
  const errors: Error[] = []
  const config: AuthConfig = {
    adapter,
    providers: allProviders(mail, identity),
    basePath: "/auth",
    secret: "a secret that only tests know",
    trustHost: true,
    experimental: { enableWebAuthn: true },
    logger: { error: (error) => void errors.push(error), warn() {}, debug() {} },
  }
  const links: string[] = []
  const { issuer, clientId, clientSecret } = identity
  const discoveryUrl = `${issuer}/.well-known/openid-configuration`
  const acme = {
    providerId: "acme",
    discoveryUrl,
    clientId,
    clientSecret,
    scopes: ["openid", "profile", "email"],
  }
  const { auth, rows } = await betterAuthOnSqlite({
    basePath: "/auth",
    rateLimit: { enabled: false },
    plugins: [
      genericOAuth({ config: [acme] }),
      magicLink({ sendMagicLink: ({ url }) => void links.push(url) }),
    ],
  })

  let handle = (request: Request): Promise<Response> => Auth(request, config)
  const open = () =>
    createClient(origin, async (request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? handle(request) : new Response("Home"),
    )
  const client = open()

  return {
    adapter,
    auth,
    rows,
    mail,
    client,
    /** A browser without cookies. */
    openClient: open,
    /** From now on, Better Auth answers. */
    moveOver() {
      expect(errors, "errors of Auth.js").toEqual([])
      handle = (request) => auth.handler(request)
    },
    /** Signs in at Better Auth with the identity provider, and returns the page after it. */
    async signInWith(browser: typeof client, login: string) {
      const asked = await browser.postJson("/auth/sign-in/social", { provider: "acme", callbackURL: "/" })
      const page = await browser.visit((await asked.json()).url)
      return page.url.startsWith(origin) ? page : browser.visit(page.url, { login })
    },
    /** Signs in at Better Auth with a mailed link. */
    async signInByMail(browser: typeof client, email: string) {
      await browser.postJson("/auth/sign-in/magic-link", { email, callbackURL: "/" })
      return browser.visit(links.at(-1) ?? "")
    },
    /** The user that Better Auth has signed in. */
    whoIs: async (browser: typeof client) =>
      JSON.parse((await browser.visit("/auth/get-session")).text)?.user ?? null,
  }
}
