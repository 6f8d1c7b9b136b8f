import { expect } from "vitest"
import type { IdentityProvider } from "../../../../../workshop/src/sign-in/oidc-provider.ts"
import type { Backing } from "../../support/backends.ts"
import { origin } from "../../support/browser.ts"
import { openOAuthApp } from "../../support/oauth-app.ts"
import type { Case } from "../case.ts"

const withUrl = ({ url, headers }: Request, change: (url: URL) => void): Request => {
  const changed = new URL(url)
  change(changed)
  return new Request(changed, { headers })
}

/** Denied, parallel and failed flows. */
export function oauthOutcomeCases(it: Case, { open }: Backing, identity: () => IdentityProvider): void {
  it("a user who denies access is refused as denied, and another browser cannot deny it", [], async () => {
    const app = await openOAuthApp(open, identity())
    const { callback } = await app.visitProvider("acme", "ada")
    const denied = withUrl(callback, ({ searchParams }) => {
      searchParams.delete("code")
      searchParams.set("error", "access_denied")
    })
    expect(await app.auth.oauth.callback(new Request(denied.url))).toMatchObject({ reason: "state" })
    expect(await app.auth.oauth.callback(denied)).toMatchObject({ ok: false, reason: "denied" })
  })

  it("three tabs can each have a flow; a fourth replaces the oldest", [], async () => {
    const app = await openOAuthApp(open, identity())
    const browser = app.openBrowser()
    const flows = []
    for (const login of ["ada", "nemo", "grace", "seven"]) {
      flows.push(await app.visitProvider("acme", login, browser))
      app.clock.advance(1)
    }
    const answers = []
    for (const { callback } of flows)
      answers.push(browser.keep(await app.auth.oauth.callback(browser.request(callback.url))))
    expect(answers.map(({ ok }) => ok)).toEqual([false, true, true, true])
  })

  it("a provider that cannot be reached is an outage, not a refusal", [], async () => {
    const gone = { id: "acme", type: "oidc", issuer: "http://127.0.0.1:9", clientId: "app" } as const
    const app = await openOAuthApp(open, identity(), { providers: [gone] })
    const start = (id: string) => app.auth.oauth.start(new Request(`${origin}/`), id)
    await expect(start("acme")).rejects.toMatchObject({ code: "unavailable" })
    expect(await start("unknown")).toMatchObject({ ok: false, reason: "unknown_provider" })
  })
}
