import { expect } from "vitest"
import type { App } from "../harness/app.ts"
import type { Flow } from "../harness/flow.ts"
import type { Tab } from "../harness/tab.ts"
import { errorPage } from "./outages.ts"

const email = "ada@example.com"
const logged = ["AdapterError", "AdapterError"]

/** What users with passkeys see when the store fails. */
export function passkeyOutageFlows(flow: Flow, openTab: (app: App) => Promise<Tab>): void {
  flow("outage: listAuthenticatorsByUserId", async ({ client, store, breakDown, takeErrors }) => {
    await store.createUser({ id: "u1", email, emailVerified: null })
    breakDown("listAuthenticatorsByUserId")
    expect(await client.visit(`/auth/webauthn-options/passkey?email=${email}`)).toMatchObject(errorPage)

    expect(takeErrors()).toEqual(logged)
  })

  flow("outage: createAuthenticator", async (app) => {
    const tab = await openTab(app)
    app.breakDown("createAuthenticator")
    expect(await tab.submitEmail(email)).toBe(errorPage.path)

    expect(app.takeErrors()).toEqual(logged)
    expect(await tab.token(), "not signed in").toBeUndefined()
    expect(await app.rows("authenticator")).toEqual([])
  })

  async function signInDuringOutage(
    app: App,
    operation: "getAuthenticator" | "updateAuthenticatorCounter" | "getAccount" | "getUser",
  ) {
    const tab = await openTab(app)
    await tab.submitEmail(email)
    await tab.forgetCookies()
    const sessions = await app.rows("session")
    app.watch()
    app.breakDown(operation)
    expect(await tab.takeAutofill()).toBe(errorPage.path)

    expect(await tab.token()).toBeUndefined()
    expect(await app.rows("session")).toEqual(sessions)
  }

  flow("outage: getAuthenticator", async (app) => {
    await signInDuringOutage(app, "getAuthenticator")
    expect(app.takeErrors()).toEqual(logged)
  })

  flow("outage: updateAuthenticatorCounter", async (app) => {
    await signInDuringOutage(app, "updateAuthenticatorCounter")
    expect(app.takeErrors()).toEqual(logged)
    expect(await app.rows("authenticator")).toMatchObject([{ counter: 1 }])
  })

  for (const operation of ["getAccount", "getUser"] as const) {
    flow(`outage: ${operation}`, async (app) => {
      await signInDuringOutage(app, operation)
      expect(app.takeErrors()).toEqual(logged)
      expect(await app.rows("authenticator"), "the counter was increased").toMatchObject([{ counter: 2 }])
    })
  }
}
