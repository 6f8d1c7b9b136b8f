import { Auth, type AuthConfig } from "@auth/core"
import type { Provider } from "@auth/core/providers"
import Nodemailer from "@auth/core/providers/nodemailer"
import type { Adapter } from "../../packages/mortise/src/index.ts"
import { createClient } from "../../packages/workshop/src/sign-in/client.ts"
import { startMailServer } from "../../packages/workshop/src/sign-in/mail-server.ts"
import { startIdentityProvider } from "../../packages/workshop/src/sign-in/oidc-provider.ts"

const origin = "https://app.example"
const people = { ada: { name: "Ada Lovelace", email: "Ada@Example.com" } }

/** An application with the real Auth.js, with a mail server and an OpenID provider on this machine. */
export async function openApplication(adapter: Adapter) {
  const mail = await startMailServer()
  const acme = await startIdentityProvider({ people, redirectUris: [`${origin}/auth/callback/acme`] })
  const { issuer, clientId, clientSecret } = acme
  const config: AuthConfig = {
    adapter,
    providers: [
      { id: "acme", name: "Acme", type: "oidc", issuer, clientId, clientSecret },
      // With exactOptionalPropertyTypes, its type is not assignable to Provider.
      Nodemailer({ server: mail.url, from: "no-reply@app.example" }) as Provider,
    ],
    basePath: "/auth",
    secret: "only for this tour",
    // The tour itself makes all requests. A server sets AUTH_URL instead.
    trustHost: true,
    // No logs: the tour prints what happens, and an error for the reused link is part of it.
    logger: { error() {}, warn() {}, debug() {} },
  }
  const handle = async (request: Request): Promise<Response> =>
    new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response("Home")

  return {
    /** Opens a new browser. */
    visitor: () => createClient(origin, handle),
    linkFor: mail.linkFor,
    close: () => Promise.all([mail.close(), acme.close()]),
  }
}
