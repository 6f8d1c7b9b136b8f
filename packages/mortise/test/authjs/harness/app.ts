import { randomUUID } from "node:crypto"
import { Auth, type AuthConfig } from "@auth/core"
import type { Adapter } from "@auth/core/adapters"
import type { Model, Row } from "../../../../workshop/src/adapters/backend.ts"
import { createClient } from "../../../../workshop/src/sign-in/client.ts"
import { startMailServer } from "../../../../workshop/src/sign-in/mail-server.ts"
import { startIdentityProvider } from "../../../../workshop/src/sign-in/oidc-provider.ts"
import { DAY, stopTheClock } from "./clock.ts"
import { injectFaults } from "./inject-faults.ts"
import { allProviders, oauthProviders, people } from "./providers.ts"
import { record } from "./recorder.ts"

/** A new, empty store under test. */
export type Store = {
  readonly adapter: Required<Adapter>
  rows(model: Model): Promise<Row[]>
  close(): Promise<void>
}

export const secret = "a secret that only tests know"
const origin = "https://app.example"
const redirectUris = oauthProviders.map((provider) => `${origin}/auth/callback/${provider}`)

/** An application with Auth.js on a new store, with a mail server, an identity provider and one visitor. */
export async function openApp(factory: () => Promise<Store>) {
  const clock = stopTheClock()
  const store = await factory()
  const mail = await startMailServer()
  const identity = await startIdentityProvider({ people, redirectUris })
  const { adapter: breakable, ...faults } = injectFaults(store.adapter)
  const { adapter, calls } = record(breakable)
  const errors: Error[] = []
  const config: AuthConfig = {
    adapter,
    providers: allProviders(mail, identity),
    basePath: "/auth",
    secret,
    trustHost: true,
    experimental: { enableWebAuthn: true },
    logger: { error: (error) => void errors.push(error), warn() {}, debug() {} },
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    return pathname.startsWith("/auth/") ? Auth(request, config) : new Response("Home")
  }
  const client = createClient(origin, handle)

  return {
    ...faults,
    clock,
    mail,
    origin,
    handle,
    client,
    /** Opens a second browser. */
    openClient: () => createClient(origin, handle),
    /** The adapter without recording. */
    store: store.adapter,
    rows: store.rows,
    configure: (changes: Partial<AuthConfig>) => void Object.assign(config, changes),
    /** Stores a user and a session of 30 days, and gives the session cookie to the visitor. */
    async signedIn(email: string) {
      const user = await store.adapter.createUser({ id: randomUUID(), email, emailVerified: null })
      const session = { sessionToken: randomUUID(), userId: user.id, expires: clock.in(30 * DAY) }
      await store.adapter.createSession(session)
      client.holdToken(session.sessionToken)
      return { user, session }
    },
    calls,
    /** Clears the recorded calls: the flow starts here. */
    watch: () => void calls.splice(0),
    /** Returns the names of the errors that the client has logged, and clears them. */
    takeErrors: () => errors.splice(0).map((error) => error.name),
    async close() {
      clock.restart()
      await Promise.all([store.close(), mail.close(), identity.close()])
    },
  }
}

export type App = Awaited<ReturnType<typeof openApp>>
