import { describe, expect, test } from "vitest"
import { createProviderConnections } from "../../src/auth/oauth/provider-connections.ts"

const provider = {
  id: "acme",
  type: "oauth",
  authorization: "https://acme.example/authorize",
  token: "https://acme.example/token",
  userinfo: "https://acme.example/me",
  clientId: "app",
} as const

/** What the client sends to authenticate itself at the token endpoint. */
async function sentWith(options: object) {
  const connect = createProviderConnections({ now: Date.now })
  const { clientAuth, server, client } = await connect({ ...provider, ...options } as never)
  const [body, headers] = [new URLSearchParams(), new Headers()]
  await clientAuth(server, client, body, headers)
  return { body: Object.fromEntries(body), authorization: headers.get("authorization") }
}

describe("the client authenticates at the token endpoint", () => {
  const clientSecret = "canary"
  const basic = { body: {}, authorization: `Basic ${btoa("app:canary")}` }

  test("in a header by default", async () => {
    expect(await sentWith({ clientSecret })).toEqual(basic)
    expect(await sentWith({ clientSecret, clientAuth: "basic" })).toEqual(basic)
  })

  test("in the body with `post`", async () => {
    expect(await sentWith({ clientSecret, clientAuth: "post" })).toEqual({
      body: { client_id: "app", client_secret: clientSecret },
      authorization: null,
    })
  })

  test("by its id alone without a secret", async () => {
    expect(await sentWith({})).toEqual({ body: { client_id: "app" }, authorization: null })
  })
})
