import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { OAuthProvider } from "../../../src/auth/index.ts"
import { type Browser, origin } from "./browser.ts"
import type { World } from "./world.ts"

/**
 * An OAuth provider that accepts every code, for tests of what follows the provider. The code is the percent-encoded id
 * of the user. Each user has a different address.
 */
export async function startToyProvider() {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json")
    if (request.url !== "/token") {
      const person = request.headers.authorization?.replace("Bearer ", "") ?? ""
      response.end(JSON.stringify({ sub: decodeURIComponent(person) }))
      return
    }
    let body = ""
    request.on("data", (chunk) => {
      body += chunk
    })
    request.on("end", () => {
      const code = new URLSearchParams(body).get("code")
      response.end(JSON.stringify({ access_token: code, token_type: "bearer", expires_in: 3600 }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: OAuthProvider = {
    id: "toy",
    type: "oauth",
    clientId: "app",
    authorization: `${at}/authorize`,
    token: `${at}/token`,
    userinfo: `${at}/me`,
    profile: ({ sub }) => ({
      id: sub as string,
      name: "Toy",
      email: `${mailbox(sub as string)}@toy.example`,
      emailVerified: true,
    }),
  }
  return {
    provider,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const mailbox = (person: string): string =>
  /^[a-z-]+$/.test(person) ? person : Buffer.from(person).toString("hex")

/** The callback request of a flow through the toy provider. */
export async function callbackRequest(
  { auth }: Pick<World, "auth">,
  browser: Browser,
  person: string,
  link = false,
  provider = "toy",
): Promise<Request> {
  const begin = browser.request("/start", { method: link ? "POST" : "GET" })
  const started = browser.keep(await auth.oauth.start(begin, provider, { link }))
  if (!started.ok) throw new Error(`Could not start: ${started.reason}`)
  const state = new URL(started.url).searchParams.get("state") ?? ""
  return browser.request(
    `${origin}/auth/callback/${provider}?${new URLSearchParams({ code: person, state })}`,
  )
}
