import { describe, expect, test } from "vitest"
import { discord, github, gitlab, google, microsoft } from "../../src/auth/providers/index.ts"
import {
  discordUser,
  gitHubAddresses,
  gitHubUser,
  gitLabClaims,
  googleClaims,
  idToken,
  microsoftClaims,
  microsoftEndpoints,
  photo,
  tenant,
} from "./support/documented-providers.ts"
import { client, usePresets } from "./support/preset-sign-in.ts"

const signIn = usePresets()

const json = (body: unknown, status = 200) => ({ status, body })
const refused = (reason: string) => ({ ok: false, reason })
const withEmail = (email: string | null) => ({ ok: true, user: { email } })

describe("GitHub", () => {
  const emails = "api.github.com/user/emails"
  const addresses = (...list: unknown[]) => ({ [emails]: () => json(list) })
  const [publicAddress, primary] = gitHubAddresses

  test.each([
    ["an unverified primary address", addresses(publicAddress, { ...primary, verified: false }), null],
    ["no primary address", addresses(publicAddress), null],
    ["no address", addresses(), null],
    ["an unexpected list", addresses(null, "eve@example.com", 7), null],
    ["no permission to read addresses", { [emails]: () => json({ message: "Forbidden" }, 403) }, null],
    ["no scope to read addresses", { [emails]: () => json({ message: "Not Found" }, 404) }, null],
  ])("with %s creates a user without an address", async (_, answers, email) => {
    expect((await signIn(github(client), answers)).result).toMatchObject(withEmail(email))
  })

  test.each([
    ["fails", json({ message: "Server Error" }, 500)],
    ["is no list", json({ message: "Sorry" })],
    ["is no JSON", { type: "text/html", body: "<h1>Unicorn" }],
  ])("throws if the list of addresses %s", async (_, answer) => {
    await expect(signIn(github(client), { [emails]: () => answer })).rejects.toMatchObject({
      code: "unavailable",
    })
  })

  test.each([
    [
      "an error of the token endpoint",
      { "github.com/login/oauth/access_token": () => json({ error: "bad_verification_code" }) },
      "provider_refused",
    ],
    ["a profile that is no object", { "api.github.com/user": () => json(null) }, "provider_refused"],
    [
      "a profile that is no JSON",
      { "api.github.com/user": () => ({ body: "<h1>", type: "text/html" }) },
      "provider_refused",
    ],
    [
      "a failed profile",
      { "api.github.com/user": () => json({ message: "Bad credentials" }, 401) },
      "provider_refused",
    ],
    [
      "a profile without an id",
      { "api.github.com/user": () => json({ ...gitHubUser, id: undefined }) },
      "invalid_profile",
    ],
  ])("is refused with %s", async (_, answers, reason) => {
    expect((await signIn(github(client), answers)).result).toMatchObject(refused(reason))
  })

  test("accepts its own issuer in the callback, and no other", async () => {
    const own = { iss: "https://github.com/login/oauth" }
    expect((await signIn(github(client), {}, own)).result).toMatchObject({ ok: true })
    const other = { iss: "https://ghe.example/login/oauth" }
    expect((await signIn(github(client), {}, other)).result).toMatchObject(refused("provider_refused"))
  })
})

describe("Microsoft", () => {
  const endpoint = "login.microsoftonline.com/common/oauth2/v2.0/token"
  const claims = (changed: object) => ({ [endpoint]: idToken({ ...microsoftClaims, ...changed }) })
  const issuer = (id: string) => `https://login.microsoftonline.com/${id}/v2.0`
  const other = "99999999-2222-3333-4444-555555555555"
  const personal = "9188040d-6c67-4c5b-b112-36a304b66dad"

  test.each([
    ["xms_edov", claims({ xms_edov: "1" }), microsoftClaims.email],
    [
      "a personal account",
      claims({ xms_edov: undefined, tid: personal, iss: issuer(personal) }),
      microsoftClaims.email,
    ],
    ["no xms_edov", claims({ xms_edov: undefined }), null],
    [
      "an email_verified that an administrator added",
      claims({ xms_edov: undefined, email_verified: true }),
      null,
    ],
    ["a false xms_edov", claims({ xms_edov: false }), null],
    ["an xms_edov of 0", claims({ xms_edov: "0" }), null],
    ["no address", claims({ email: undefined }), null],
  ])("with %s takes the verified address only", async (_, answers, email) => {
    expect((await signIn(microsoft(client), answers)).result).toMatchObject(withEmail(email))
  })

  test.each([
    ["the issuer of another tenant", microsoft(client), claims({ iss: issuer(other) })],
    ["the tid of another tenant", microsoft(client), claims({ tid: other })],
    ["no tid", microsoft(client), claims({ tid: undefined })],
    ["the template as issuer", microsoft(client), claims({ tid: undefined, iss: issuer("{tenantid}") })],
    ["a tid that is a path", microsoft(client), claims({ tid: "evil/x", iss: issuer("evil/x") })],
    [
      "another tenant than the configured one",
      microsoft({ ...client, tenant }),
      claims({ tid: other, iss: issuer(other) }),
    ],
    [
      "an error of the token endpoint",
      microsoft(client),
      { [endpoint]: () => json({ error: "invalid_grant" }, 400) },
    ],
  ])("is refused with %s", async (_, provider, answers) => {
    expect((await signIn(provider, answers)).result).toMatchObject(refused("provider_refused"))
  })

  test("is unavailable if the discovery document names another issuer", async () => {
    const wrong = {
      "login.microsoftonline.com/common/v2.0/.well-known/openid-configuration": () =>
        json({ issuer: issuer(other), ...microsoftEndpoints("common") }),
    }
    await expect(signIn(microsoft(client), wrong)).rejects.toMatchObject({ code: "unavailable" })
  })

  test("organizations refuses a personal account", async () => {
    const answers = {
      "login.microsoftonline.com/organizations/v2.0/.well-known/openid-configuration": () =>
        json({ issuer: issuer("{tenantid}"), ...microsoftEndpoints("organizations") }),
    }
    const provider = microsoft({ ...client, tenant: "organizations" })
    expect((await signIn(provider, answers)).result.ok).toBe(true)
    const ofPerson = { ...answers, ...claims({ tid: personal, iss: issuer(personal) }) }
    expect((await signIn(provider, ofPerson)).result).toMatchObject({ reason: "invalid_profile" })
  })

  const graph = "graph.microsoft.com/v1.0/me/photos/48x48/$value"
  test.each([
    ["is missing", json({ error: { code: "ImageNotFound" } }, 404)],
    ["fails", { status: 503, type: "image/jpeg", body: photo }],
    ["is refused", { status: 401, headers: { "www-authenticate": "Bearer" }, body: {} }],
    ["is no image", { type: "image/svg+xml", body: "<svg/>" }],
    ["is too large", { type: "image/jpeg", body: Buffer.alloc(20_000) }],
    ["is empty", { type: "image/jpeg", body: "" }],
  ])("signs in without a picture if it %s", async (_, answer) => {
    expect((await signIn(microsoft(client), { [graph]: () => answer })).result).toMatchObject({
      ok: true,
      user: { image: null },
    })
  })

  test.each(["contoso.onmicrosoft.com", "", "a/b"])("does not accept %j as a tenant", (name) => {
    expect(() => microsoft({ ...client, tenant: name })).toThrow("the id of a tenant")
  })
})

describe("Google, GitLab and Discord", () => {
  const googleToken = (changed: object) => ({
    "oauth2.googleapis.com/token": idToken({ ...googleClaims, ...changed }),
  })
  const gitLab = (changed: object) => ({
    "gitlab.com/oauth/token": idToken({ ...gitLabClaims, ...changed }),
    "gitlab.com/oauth/userinfo": () => json({ ...gitLabClaims, ...changed }),
  })
  const discordMe = (changed: object) => ({
    "discord.com/api/users/@me": () => json({ ...discordUser, ...changed }),
  })
  const discordToken = { "discord.com/api/oauth2/token": () => json({ error: "invalid_grant" }, 400) }

  test.each([
    ["google", "an unverified address", google(client), googleToken({ email_verified: false })],
    ["google", "no address", google(client), googleToken({ email: undefined })],
    ["gitlab", "an unverified address", gitlab(client), gitLab({ email_verified: false })],
    ["gitlab", "no address", gitlab(client), gitLab({ email: undefined, email_verified: undefined })],
    ["discord", "an unverified address", discord(client), discordMe({ verified: false })],
    ["discord", "no flag", discord(client), discordMe({ verified: undefined })],
    ["discord", "no address", discord(client), discordMe({ email: null })],
  ])("%s with %s creates a user without an address", async (_id, _, provider, answers) => {
    expect((await signIn(provider, answers)).result).toMatchObject(withEmail(null))
  })

  test.each([
    [
      "google",
      "a wrong issuer",
      google(client),
      googleToken({ iss: "https://evil.example" }),
      "provider_refused",
    ],
    ["google", "no subject", google(client), googleToken({ sub: undefined }), "provider_refused"],
    ["gitlab", "a wrong issuer", gitlab(client), gitLab({ iss: "https://ghe.example" }), "provider_refused"],
    ["gitlab", "no subject", gitlab(client), gitLab({ sub: undefined }), "provider_refused"],
    ["discord", "an error of the token endpoint", discord(client), discordToken, "provider_refused"],
    ["discord", "no id", discord(client), discordMe({ id: undefined }), "invalid_profile"],
  ])("%s is refused with %s", async (_id, _, provider, answers, reason) => {
    expect((await signIn(provider, answers)).result).toMatchObject(refused(reason))
  })

  test("a Discord user without a picture has none", async () => {
    const { result } = await signIn(discord(client), discordMe({ avatar: null, global_name: null }))
    expect(result).toMatchObject({ ok: true, user: { name: "nelly", image: null } })
  })
})

test.each([github(client), google(client), microsoft(client), gitlab(client), discord(client)])(
  "the user denies access at $id",
  async (provider) => {
    expect((await signIn(provider, {}, { error: "access_denied" })).result).toMatchObject(refused("denied"))
  },
)
