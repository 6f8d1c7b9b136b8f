import type { Factory } from "../../../../workshop/src/adapters/backend.ts"
import { createClient } from "../../../../workshop/src/sign-in/client.ts"
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../../workshop/src/sign-in/oidc-provider.ts"
import type { OidcProvider, Provider } from "../../../src/auth/index.ts"
import { type Browser, origin } from "./browser.ts"
import { openWorld, type WorldOptions } from "./world.ts"

/** The users of the identity provider. */
const people = {
  ada: { name: "Ada Lovelace", email: "Ada@Example.com", picture: "https://img.example/ada.png" },
  twin: { name: "Ada's twin", email: "ada@example.com" },
  grace: { name: "Grace Hopper", email: "grace@example.com" },
  nemo: { name: "Nemo" },
  seven: { name: "Seven", email: "seven@example.com", account_number: 7 },
}
const ids = ["acme", "other", "sloppy", "trusting", "gullible", "numbers", "broken"]
const redirectUris = ids.map((id) => `${origin}/auth/callback/${id}`)

export const startProvider = (): Promise<IdentityProvider> => startIdentityProvider({ people, redirectUris })

/** One identity provider under several names, each with another configuration. */
function providersAt({ issuer, clientId, clientSecret }: IdentityProvider): Provider[] {
  const client = { clientId, clientSecret }
  const oidc = { type: "oidc", issuer, ...client } as const
  const profile: NonNullable<OidcProvider["profile"]> = ({ sub, name, email, picture }) => ({
    id: sub as string,
    name: name as string,
    email: email as string,
    emailVerified: true,
    image: picture as string,
  })
  const plain = {
    type: "oauth",
    issuer,
    authorization: `${issuer}/auth`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/me`,
    scope: "openid profile email",
    ...client,
  } as const
  return [
    { id: "acme", ...oidc, profile },
    { id: "other", ...oidc, profile },
    // Its claims do not include email_verified.
    { id: "sloppy", ...oidc },
    { id: "trusting", ...oidc, profile, linkByEmail: true },
    { id: "gullible", ...oidc, linkByEmail: true },
    {
      id: "numbers",
      ...plain,
      profile: (claims) => ({ id: claims["account_number"] as number, name: "Seven" }),
    },
    {
      id: "broken",
      ...plain,
      userinfo: `${issuer}/no-such-page`,
      profile: (claims) => ({ id: claims["sub"] as string }),
    },
  ]
}

/** Signs in at the provider, and returns the URL that it redirects to. */
async function signInAtProvider(url: string, login: string): Promise<string> {
  let back: string | undefined
  const traveller = createClient(origin, async (request) => {
    back = request.url
    return new Response("Back")
  })
  const page = await traveller.visit(url)
  await traveller.visit(page.url, { login })
  if (!back) throw new Error("The provider did not redirect back")
  return back
}

/** An application with sign-in through the identity provider. */
export async function openOAuthApp(open: Factory, identity: IdentityProvider, options: WorldOptions = {}) {
  const world = await openWorld(open, { providers: providersAt(identity), ...options })
  const { auth } = world

  /** Starts a flow and signs in at the provider. The callback is returned, not yet handled. */
  async function visitProvider(
    provider: string,
    login: string,
    browser = world.openBrowser(),
    link = false,
    tamper: (asked: URLSearchParams) => void = () => {},
  ) {
    const begin = browser.request(`/start/${provider}`, { method: link ? "POST" : "GET" })
    const started = browser.keep(await auth.oauth.start(begin, provider, { link, returnTo: "/in" }))
    if (!started.ok) throw new Error(`Could not start: ${started.reason}`)
    const url = new URL(started.url)
    tamper(url.searchParams)
    return { browser, callback: browser.request(await signInAtProvider(url.href, login)) }
  }

  return {
    ...world,
    visitProvider,
    /** Signs in with an account at a provider. Default: in a new browser. */
    async signInWith(provider: string, login: string, browser?: Browser, link?: boolean) {
      const back = await visitProvider(provider, login, browser, link)
      const answer = back.browser.keep(await auth.oauth.callback(back.callback))
      return { ...back, answer }
    },
  }
}
