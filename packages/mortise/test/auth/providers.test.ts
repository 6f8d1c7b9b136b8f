import AuthDiscord from "@auth/core/providers/discord"
import AuthGitHub from "@auth/core/providers/github"
import AuthGitLab from "@auth/core/providers/gitlab"
import AuthGoogle from "@auth/core/providers/google"
import AuthMicrosoft from "@auth/core/providers/microsoft-entra-id"
import { describe, expect, test } from "vitest"
import type { OAuthProvider, Provider } from "../../src/auth/index.ts"
import { discord, github, gitlab, google, microsoft } from "../../src/auth/providers/index.ts"
import { origin } from "./support/browser.ts"
import {
  discordUser,
  gitHubUser,
  gitLabEndpoints,
  googleClaims,
  microsoftClaims,
  photo,
  tenant,
} from "./support/documented-providers.ts"
import { client, usePresets } from "./support/preset-sign-in.ts"

const signIn = usePresets()

describe("a preset yields id, verified address, name and picture", () => {
  const cases: [Provider, string, object][] = [
    [
      github(client),
      String(gitHubUser.id),
      { name: "The Octocat", email: "octocat@example.com", image: gitHubUser.avatar_url },
    ],
    [github({ ...client, id: "work", baseUrl: "https://ghe.example/" }), "7", { name: "octocat" }],
    [
      google(client),
      googleClaims.sub,
      { name: "Ada Lovelace", email: "ada@gmail.com", image: googleClaims.picture },
    ],
    [
      microsoft(client),
      microsoftClaims.sub,
      {
        name: "Grace Hopper",
        email: "grace@navy.example",
        image: `data:image/jpeg;base64,${photo.toString("base64")}`,
      },
    ],
    [
      microsoft({ ...client, tenant: tenant.toUpperCase(), picture: false }),
      microsoftClaims.sub,
      { image: null },
    ],
    [
      gitlab(client),
      "574",
      { name: "Alan Turing", email: "alan@example.com", image: expect.stringContaining("/avatar/574/") },
    ],
    [
      discord(client),
      discordUser.id,
      {
        name: "Nelly",
        email: "nelly@example.com",
        image: `https://cdn.discordapp.com/avatars/${discordUser.id}/${discordUser.avatar}.png`,
      },
    ],
  ]
  test.each(cases)("$id of $scope", async (provider, id, user) => {
    const signedIn = await signIn(provider)
    expect(signedIn.result).toMatchObject({ ok: true, user })
    expect(signedIn.id).toBe(id)
  })
})

describe("options", () => {
  test("add scopes and parameters, and keep what the sign-in needs", async () => {
    const { url } = await signIn(
      google({
        ...client,
        id: "g",
        scopes: ["email", "calendar"],
        params: { prompt: "consent", state: "fixed" },
      }),
    )
    expect(url.searchParams.get("scope")).toBe("openid profile email calendar")
    expect(url.searchParams.get("prompt")).toBe("consent")
    expect(url.searchParams.get("state")).not.toBe("fixed")
    expect(url.searchParams.get("redirect_uri")).toBe(`${origin}/auth/callback/g`)
  })

  test.each([github, google, microsoft, gitlab, discord])("%o needs a client", (preset) => {
    expect(() => preset({ ...client, clientId: undefined })).toThrow("needs clientId")
    expect(() => preset({ ...client, clientSecret: "" })).toThrow("needs clientSecret")
    expect(() => preset({ ...client, clientSecert: "canary" } as never)).toThrow("there is no option")
  })

  test.each([github, gitlab])("%o needs a URL as baseUrl", (preset) => {
    expect(() => preset({ ...client, baseUrl: "example" })).toThrow("must be a URL")
  })
})

describe("the endpoints are those of Auth.js", () => {
  /** Auth.js describes an endpoint by a URL, or by an object with a URL. */
  const urlOf = (endpoint: unknown) =>
    (typeof endpoint === "string" ? endpoint : (endpoint as { url: string }).url).replace(/\?.*$/, "")
  const endpoints = ({ issuer, authorization, token, userinfo }: OAuthProvider) => ({
    issuer,
    authorization,
    token,
    userinfo,
  })
  const theirs = ({
    issuer,
    authorization,
    token,
    userinfo,
  }: {
    issuer?: string
    authorization?: unknown
    token?: unknown
    userinfo?: unknown
  }) => ({
    issuer,
    authorization: urlOf(authorization),
    token: urlOf(token),
    userinfo: urlOf(userinfo),
  })

  test("of GitHub, on github.com and on an enterprise server", () => {
    expect(endpoints(github(client))).toEqual(theirs(AuthGitHub({})))
    const baseUrl = "https://ghe.example"
    expect(endpoints(github({ ...client, baseUrl }))).toEqual(theirs(AuthGitHub({ enterprise: { baseUrl } })))
  })

  test("of Discord", () => {
    expect(endpoints(discord(client))).toEqual(theirs(AuthDiscord({})))
  })

  test("of Google and Microsoft, in their discovery documents", () => {
    expect(google(client).issuer).toBe(AuthGoogle({}).issuer)
    const options = {}
    AuthMicrosoft(options)
    expect({ issuer: microsoft(client).discovery }).toEqual(options)
  })

  test("of GitLab, except that its userinfo is that of OpenID Connect", async () => {
    const { authorization, token } = theirs(AuthGitLab({}))
    expect(gitLabEndpoints).toMatchObject({ authorization_endpoint: authorization, token_endpoint: token })
    const { url } = await signIn(gitlab(client))
    expect(url.origin + url.pathname).toBe(authorization)
  })
})
