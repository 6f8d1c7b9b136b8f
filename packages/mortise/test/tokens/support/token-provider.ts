import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import Provider from "oidc-provider"
import { oidcRecords } from "../../../../workshop/src/sign-in/oidc-records.ts"

/** What happens to a request to the token endpoint. */
export type Fault =
  /** The provider is not asked, and the answer has this status. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** The provider uses the token, and its answer never arrives. */
  | "answer lost"
  /** The request hangs until `release` is called, and then goes on. */
  | { readonly hold: Promise<void> }
  /** Another answer with status 200, when `hold` is resolved. */
  | { readonly answer: object; readonly hold?: Promise<void> }

export type TokenProvider = Awaited<ReturnType<typeof startTokenProvider>>

const client = { id: "mortise", secret: "not-a-secret" }

/** A real OpenID provider with rotation and reuse detection, behind a server that records and breaks its answers. */
export async function startTokenProvider() {
  const outer = createServer()
  const issuer = await listen(outer)
  const provider = new Provider(issuer, {
    adapter: oidcRecords(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: ["https://app.example/callback"],
      },
    ],
    rotateRefreshToken: true,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    scopes: ["openid", "offline_access"],
    cookies: { keys: ["not-a-secret"] },
    ttl: { AccessToken: 3600, IdToken: 3600, Grant: 7200, RefreshToken: 7200 },
  })
  // The provider builds its URLs from the host that was called, which is that of the outer server.
  provider.proxy = true
  const inner = createServer(provider.callback())
  const innerUrl = await listen(inner)

  const sent: string[] = []
  const revoked: string[] = []
  const alarms: string[] = []
  provider.on("grant.revoked", (_ctx, grantId) => alarms.push(grantId))
  let nextFault: Fault | undefined
  let beforeRevocation = async () => {}

  outer.on("request", async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const fault = request.url === "/token" ? nextFault : undefined
    if (request.url === "/token/revocation") {
      revoked.push(new URLSearchParams(body).get("token") ?? "")
      await beforeRevocation()
    }
    if (request.url === "/token") {
      sent.push(new URLSearchParams(body).get("refresh_token") ?? "")
      nextFault = undefined
    }
    if (fault !== undefined && typeof fault === "object" && "status" in fault) {
      response.writeHead(fault.status, fault.headers).end()
      return
    }
    if (fault !== undefined && typeof fault === "object" && "hold" in fault) await fault.hold
    if (fault !== undefined && typeof fault === "object" && "answer" in fault) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(fault.answer))
      return
    }
    const { authorization, "content-type": type } = request.headers
    const answer = await fetch(innerUrl + request.url, {
      method: request.method ?? "GET",
      headers: {
        "x-forwarded-host": new URL(issuer).host,
        "x-forwarded-proto": "http",
        ...(authorization && { authorization }),
        ...(type && { "content-type": type }),
      },
      ...(request.method === "POST" && { body }),
    })
    const answered = Buffer.from(await answer.arrayBuffer())
    if (fault === "answer lost") response.destroy()
    else
      response
        .writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" })
        .end(answered)
  })

  return {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    /** The refresh tokens that arrived at the token endpoint. */
    sent,
    /** The tokens that arrived at the revocation endpoint. */
    revoked,
    /** The grants that the provider revoked, because of a used token or by a request. */
    alarms,
    breakNext: (fault: Fault) => {
      nextFault = fault
    },
    /** Runs before the next request to the revocation endpoint. */
    beforeRevocation(run: () => Promise<void>) {
      beforeRevocation = async () => {
        beforeRevocation = async () => {}
        await run()
      }
    },
    /** A refresh token of a new grant. */
    async issue(): Promise<string> {
      const grant = new provider.Grant({ accountId: "ada", clientId: client.id })
      grant.addOIDCScope("openid offline_access")
      const grantId = await grant.save()
      const found = await provider.Client.find(client.id)
      const token = new provider.RefreshToken({
        ...{ accountId: "ada", grantId, gty: "authorization_code", scope: "openid offline_access" },
        ...{ client: found as never, rotations: 0, iiat: Math.floor(Date.now() / 1000) },
      } as never)
      return token.save()
    },
    /** Whether the access token opens the user info, and the refresh token returns new tokens. */
    async accepts(tokens: { access_token?: string | null; refresh_token?: string | null }) {
      const authorization = `Basic ${btoa(`${client.id}:${client.secret}`)}`
      const grant = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" }
      const info = await fetch(`${issuer}/me`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      })
      const refreshed = await fetch(`${innerUrl}/token`, {
        ...{ method: "POST", headers: { authorization }, body: new URLSearchParams(grant) },
      })
      return { access_token: info.ok, refresh_token: refreshed.ok }
    },
    async close() {
      for (const server of [outer, inner]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A URL on this machine where no server listens. */
export async function unusedUrl(): Promise<string> {
  const server = createServer()
  const url = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return url
}
