import { Auth, type AuthConfig } from "@auth/core"
import type { Adapter as AuthJsAdapter } from "@auth/core/adapters"
import { createClient } from "../../../../workshop/src/sign-in/client.ts"
import { federatedLogout, type LogoutEvent, type LogoutOptions } from "../../../src/logout/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { startToyOpenId, type ToyLogin } from "../../auth/support/toy-openid.ts"
import { sharedProcess } from "../../authjs/harness/shared-process.ts"

export type Strategy = "jwt" | "database"

// It stays until the process ends.
export const acme = await startToyOpenId(Date.now)

const origin = "https://app.example"

/** An application of Auth.js with federated logout. */
export function openAuthJs(
  strategy: Strategy,
  {
    adapter = memoryAdapter() as AuthJsAdapter,
    options = {} as Partial<LogoutOptions>,
    hasEvents = true,
  } = {},
) {
  const { issuer, clientId } = acme
  const events: LogoutEvent[] = []
  const logout = federatedLogout({
    adapter,
    providers: [{ id: "acme", issuer, clientId }],
    onEvent: (event) => events.push(event),
    ...options,
  })
  const config: AuthConfig = {
    adapter,
    basePath: "/auth",
    secret: "a secret that only tests know",
    trustHost: true,
    session: { strategy },
    ...sharedProcess,
    providers: [{ id: "acme", name: "Acme", type: "oidc", issuer, clientId, clientSecret: "secret" }],
    callbacks: { jwt: logout.jwt },
    ...(hasEvents && { events: { signIn: logout.signIn } }),
    logger: { error() {}, warn() {}, debug() {} },
  }
  const openClient = () => createClient(origin, (request) => Auth(request, config))
  type Client = ReturnType<typeof openClient>

  return {
    adapter,
    logout,
    events,
    /** Signs in at the provider; the last step, back in the application, is returned. */
    async visitProvider(login: ToyLogin, client = openClient()) {
      const page = await client.submit("/auth/signin/acme")
      const state = new URL(page.url).searchParams.get("state") ?? ""
      const back = `/auth/callback/acme?${new URLSearchParams({ code: JSON.stringify(login), state })}`
      return { client, finish: () => client.visit(back) }
    },
    async signInAs(login: ToyLogin) {
      const { client, finish } = await this.visitProvider(login)
      await finish()
      return client
    },
    areIn: (...clients: Client[]) =>
      Promise.all(clients.map(async (client) => (await client.session()) !== null)),
    async post(token: string) {
      const body = new URLSearchParams({ logout_token: token })
      const response = await logout.backChannel(new Request(`${origin}/logout`, { method: "POST", body }))
      return { status: response.status, text: await response.text(), headers: response.headers }
    },
  }
}
