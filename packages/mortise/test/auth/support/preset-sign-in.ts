import { afterAll, afterEach, beforeAll, vi } from "vitest"
import type { Provider } from "../../../src/auth/index.ts"
import { memory } from "./backends.ts"
import { origin } from "./browser.ts"
import { type Answers, startDocumentedProviders } from "./documented-providers.ts"
import { openWorld } from "./world.ts"

/** The client that the documented providers know. */
export const client = { clientId: "app", clientSecret: "canary" }

/** Starts the documented providers for the tests of a file, and returns a function that signs in through one. */
export function usePresets() {
  let providers: Awaited<ReturnType<typeof startDocumentedProviders>>
  beforeAll(async () => {
    providers = await startDocumentedProviders()
    vi.stubGlobal("fetch", providers.fetch)
  })
  afterEach(() => providers.override({}))
  afterAll(async () => {
    vi.unstubAllGlobals()
    await providers.close()
  })

  /** `back` is added to the URL of the callback. */
  async function signIn(provider: Provider, answers: Answers = {}, back: Record<string, string> = {}) {
    providers.override(answers)
    const world = await openWorld(memory.open, { providers: [provider] })
    const browser = world.openBrowser()
    const started = browser.keep(await world.auth.oauth.start(browser.request(), provider.id))
    const url = new URL(started.ok ? started.url : origin)
    const asked = url.searchParams
    const code = `${asked.get("nonce") ?? ""}.${asked.get("code_challenge")}`
    const search = new URLSearchParams({ code, state: asked.get("state") ?? "", ...back })
    const result = await world.auth.oauth.callback(browser.request(`/auth/callback/${provider.id}?${search}`))
    const [account] = await world.rows("account")
    return { url, result, id: account?.["providerAccountId"] }
  }

  return signIn
}
