import { onTestFinished } from "vitest"
import { authRoutes, type SessionStrategy } from "../../../src/auth/index.ts"
import { memory } from "../support/backends.ts"
import type { Browser } from "../support/browser.ts"
import { startToyOpenId, type ToyLogin, type ToyOpenId } from "../support/toy-openid.ts"
import { openWorld, type WorldOptions } from "../support/world.ts"

// Both stay until the process ends.
let time = () => Date.now()
const acme = await startToyOpenId(() => time())
const other = await startToyOpenId(() => time(), { id: "other" })

export const strategies: readonly SessionStrategy[] = ["database", "jwt"]

/** An application with two OpenID providers, and browsers that are signed in. */
export async function openLogoutWorld(
  strategy: SessionStrategy,
  options: WorldOptions = {},
  open = memory.open,
) {
  const { metadata, answers } = acme
  const before = [{ ...metadata }, { ...answers }] as const
  onTestFinished(() => {
    Object.assign(metadata, before[0])
    Object.assign(answers, before[1])
  })
  const world = await openWorld(open, {
    providers: [acme.provider, other.provider],
    ...options,
    session: { strategy, ...options.session },
  })
  time = world.clock.now
  const routes = authRoutes(world.auth, { onError: () => {} })

  /** The request that comes back from a provider. */
  const callbackOf = async ({ provider }: ToyOpenId, login: ToyLogin, browser: Browser) => {
    const started = browser.keep(await world.auth.oauth.start(browser.request(), provider.id))
    if (!started.ok) throw new Error(`Could not start: ${started.reason}`)
    const asked = new URL(started.url).searchParams
    const code = JSON.stringify({ ...login, nonce: asked.get("nonce") })
    const state = asked.get("state") ?? ""
    return browser.request(`/auth/callback/${provider.id}?${new URLSearchParams({ code, state })}`)
  }

  return {
    ...world,
    acme,
    other,
    routes,
    callbackOf,
    async signInAt(provider: ToyOpenId, login: ToyLogin, browser = world.openBrowser()) {
      const answer = await world.auth.oauth.callback(await callbackOf(provider, login, browser))
      if (!answer.ok) throw new Error(`Refused: ${answer.reason}`)
      browser.keep(answer)
      return browser
    },
    /** Whether each browser is signed in. */
    areIn: (...browsers: Browser[]) =>
      Promise.all(
        browsers.map(async (browser) => (await world.auth.sessions.read(browser.request())).user !== null),
      ),
    /** What the provider gets when it posts a token. */
    async post(token: string | undefined, id = "acme") {
      const response = await routes(
        new Request(`https://app.example/auth/backchannel-logout/${id}`, {
          method: "POST",
          body: new URLSearchParams(token === undefined ? {} : { logout_token: token }),
        }),
      )
      return { status: response.status, headers: response.headers, body: await response.text() }
    },
  }
}

export type LogoutWorld = Awaited<ReturnType<typeof openLogoutWorld>>
