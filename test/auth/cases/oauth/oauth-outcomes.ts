import { expect } from "vitest"
import type { IdentityProvider } from "../../../authjs/harness/oidc-provider.ts"
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
  it("a person who says no is told so, and nobody else can say it for them", [], async () => {
    const app = await openOAuthApp(open, identity())
    const { callback } = await app.travel("acme", "ada")
    const denied = withUrl(callback, ({ searchParams }) => {
      searchParams.delete("code")
      searchParams.set("error", "access_denied")
    })
    expect(await app.auth.oauth.callback(new Request(denied.url))).toMatchObject({ reason: "state" })
    expect(await app.auth.oauth.callback(denied)).toMatchObject({ ok: false, reason: "denied" })
  })

  it("three tabs can be on their way at once; the oldest of more gives way", [], async () => {
    const app = await openOAuthApp(open, identity())
    const browser = app.openBrowser()
    const travels = []
    for (const login of ["ada", "nemo", "grace", "seven"]) {
      travels.push(await app.travel("acme", login, browser))
      app.clock.travel(1)
    }
    const answers = []
    for (const { callback } of travels)
      answers.push(browser.keep(await app.auth.oauth.callback(browser.request(callback.url))))
    expect(answers.map(({ ok }) => ok)).toEqual([false, true, true, true])
  })

  it("a provider that cannot be reached is an outage, not a refusal", [], async () => {
    const gone = { id: "acme", type: "oidc", issuer: "http://127.0.0.1:9", clientId: "app" } as const
    const app = await openOAuthApp(open, identity(), { providers: [gone] })
    const start = (id: string) => app.auth.oauth.start(new Request(`${origin}/`), id)
    await expect(start("acme")).rejects.toMatchObject({ code: "unavailable" })
    expect(await start("nobody")).toMatchObject({ ok: false, reason: "unknown_provider" })
  })
}
