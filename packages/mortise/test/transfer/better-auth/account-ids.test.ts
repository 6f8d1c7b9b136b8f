import { genericOAuth } from "better-auth/plugins/generic-oauth"
import { expect, test } from "vitest"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { type CopyOptions, copyToBetterAuth } from "../../../src/transfer/index.ts"
import { betterAuthOnSqlite } from "./support/better-auth-on-sqlite.ts"

const client = { clientId: "client", clientSecret: "not-a-secret" }
type Options = NonNullable<Parameters<typeof betterAuthOnSqlite>[0]>

const idToken = (claims: object) =>
  ["{}", JSON.stringify(claims), ""].map((part) => Buffer.from(part).toString("base64url")).join(".")

/** Copies one account, and returns its key in Better Auth, or the reason why it was left out. */
async function copyAccount(
  [provider, id_token]: readonly [provider: string, id_token?: string],
  options: Options,
  copyOptions?: CopyOptions,
) {
  const source = memoryAdapter()
  const { id } = await source.createUser({ email: "ada@example.com" })
  await source.linkAccount({
    ...{ userId: id, type: "oidc", provider, providerAccountId: "the-sub", scope: "openid  email, profile" },
    ...(id_token !== undefined && { id_token }),
  })
  const { auth, rows } = await betterAuthOnSqlite(options)
  const { problems, unconfiguredProviders } = await copyToBetterAuth(source, auth, copyOptions)
  const [account] = await rows("account")
  if (!account) return problems.map(({ reason }) => reason)
  expect(account["scope"]).toBe("openid,email,profile")
  return [account["providerId"], account["accountId"], ...unconfiguredProviders]
}

const microsoft = { socialProviders: { microsoft: client } }
const both = { sub: "the-sub", oid: "the-oid" }

test("the built-in Microsoft provider finds an account by its oid, from the stored id token", async () => {
  for (const provider of ["azure-ad", "microsoft-entra-id"])
    expect(await copyAccount([provider, idToken(both)], microsoft)).toEqual(["microsoft", "the-oid"])
})

test.each([
  ["is missing", undefined],
  ["has no oid", idToken({ sub: "the-sub" })],
  ["is another account's", idToken({ ...both, sub: "other" })],
  ["is damaged", "a.%.c"],
])("an account of Microsoft whose id token %s is reported", async (_, token) => {
  const account = token === undefined ? (["azure-ad"] as const) : (["azure-ad", token] as const)
  expect(await copyAccount(account, microsoft)).toEqual(["unknown_account_id"])
})

test("a generic Microsoft provider with the old id finds an account by its sub", async () => {
  const urls = { authorizationUrl: "https://sso.example/authorize", tokenUrl: "https://sso.example/token" }
  const accountSubject = ({ profile }: { profile: { sub?: unknown } }) => String(profile.sub)
  const config = [{ providerId: "microsoft-entra-id", ...client, ...urls, accountSubject }]
  const plugins = [genericOAuth({ config })]
  const expected = ["microsoft-entra-id", "the-sub"]
  expect(await copyAccount(["microsoft-entra-id", idToken(both)], { plugins })).toEqual(expected)
})

test("Salesforce is known by user_id, which the application can look up", async () => {
  const options = { socialProviders: { salesforce: client } }
  const token = idToken({ sub: "the-sub" })
  expect(await copyAccount(["salesforce", token], options)).toEqual(["unknown_account_id"])
  const found = await copyAccount(["salesforce", token], options, { accountId: () => "005" })
  expect(found).toEqual(["salesforce", "005"])
})

test.each(["google", "github", "slack", "twitch", "constructor"])(
  "%s keeps its ids, and is reported if it is not configured",
  async (provider) => {
    const kept = [provider, "the-sub"]
    expect(await copyAccount([provider, idToken({ sub: "the-sub" })], {})).toEqual([...kept, provider])
    if (provider === "constructor") return
    expect(await copyAccount([provider], { socialProviders: { [provider]: client } })).toEqual(kept)
  },
)

test("the application can name a provider that has another id", async () => {
  const options = { providers: { "my-sso": "sso" } }
  expect(await copyAccount(["my-sso"], {}, options)).toEqual(["sso", "the-sub", "sso"])
})
