import { describe, expect, test } from "vitest"
import { defaultSchema } from "../../src/contract/build-schema.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { getCalls } from "../../src/http/protocol/calls.ts"
import type { JsonSchema } from "../../src/http/protocol/codec.ts"
import { createServiceKey, jsonSchema, openapi, serve } from "../../src/http/server.ts"
import { defineSchema, extras, slots, text, upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { addAda } from "../support/ada.ts"
import { mismatch } from "./support/matches-schema.ts"
import { openDirect } from "./support/open-direct.ts"
import { callRequest } from "./support/requests.ts"

type Document = {
  paths: Record<
    string,
    { post: { parameters?: object[]; requestBody: Message; responses: { "200": Message } } }
  >
  components: { schemas: Record<string, JsonSchema> }
}
type Message = { content: { "application/json": { schema: JsonSchema } } }

const documentOf = (schema = defaultSchema()) => openapi(schema) as unknown as Document

describe("the OpenAPI document", () => {
  test("describes every call, and shows which ones are writes", () => {
    const { paths } = documentOf()
    const calls = [...getCalls(defaultSchema(), () => {}).values()]
    expect(Object.keys(paths)).toEqual(calls.map(({ name }) => `/v1/${name}`))
    for (const { name, effect } of calls)
      expect(paths[`/v1/${name}`]?.post.parameters !== undefined, name).toBe(effect === "write")
  })

  test("has no broken reference", () => {
    const text = JSON.stringify(openapi())
    const { components } = openapi() as unknown as { components: Record<string, Record<string, object>> }
    for (const [, section = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
      expect(components[section]?.[name], name).toBeDefined()
  })

  test("describes the real requests and responses", async () => {
    const { paths, components } = documentOf()
    const behind = memoryAdapter()
    const { server, key } = await openDirect(behind)
    const seen = new Set<string>()
    const codes: string[] = []
    // Collected, because the client treats an error that `fetch` throws as a failure of the network.
    const mismatches: string[] = []
    const compare = (path: string, value: unknown, schema: JsonSchema | undefined) => {
      const problem = schema ? mismatch(value, schema, components.schemas) : "has no schema"
      if (problem) mismatches.push(`${path}: ${problem}`)
    }
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      const path = new URL(request.url).pathname
      seen.add(path)
      const sent: unknown = await request.clone().json()
      const response = await server(request)
      const received = (await response.clone().json()) as { error?: { code: string } }
      if (received.error) codes.push(received.error.code)
      const operation = paths[path]?.post
      compare(path, sent, schemaOf(operation?.requestBody))
      const isError = response.status !== 200
      compare(path, received, isError ? components.schemas["Error"] : schemaOf(operation?.responses["200"]))
      return response
    }
    await callEverything(httpAdapter({ url: "https://data.example", key, fetch, retries: 0 }))
    expect(mismatches).toEqual([])
    expect(codes).toEqual(["conflict", "not_found", "counter_regression"])
    expect(Object.keys(paths).filter((path) => !seen.has(path))).toEqual([])
  })

  test("describes answers that hide secret fields", async () => {
    const { paths, components } = documentOf()
    const behind = memoryAdapter()
    await addAda(behind)
    await behind.createSession({ sessionToken: "s", userId: "ada", expires: new Date("2098-01-01") })
    await extras(behind)?.updateAccount?.({ provider: "acme", providerAccountId: "1815", id_token: "t" })
    await slots(behind)?.set({ key: "k", value: 1 })
    const { server, key } = await openDirect(behind, { permissions: ["operations", "extras", "upkeep"] })
    for (const [name, args, hidden] of [
      ["getAccount", ["1815", "acme"], ["/id_token"]],
      ["extras.listSessions", ["ada"], ["/0/sessionToken"]],
      ["upkeep.page.account", [{}], ["/rows/0/id_token"]],
      ["upkeep.page.slot", [{}], ["/rows/0/value"]],
    ] as const) {
      const response = await server(callRequest(name, args, { authorization: `Bearer ${key}` }))
      const received = (await response.json()) as { hidden?: unknown }
      expect(received.hidden, name).toEqual(hidden)
      const schema = schemaOf(paths[`/v1/${name}`]?.post.responses["200"])
      expect(mismatch(received, schema ?? {}, components.schemas), name).toBeUndefined()
    }
  })

  test("has the extra fields of a schema", () => {
    const schema = defineSchema({ user: { fields: { role: text({ required: true }) } } })
    const { schemas } = documentOf(schema).components
    expect(schemas["User"]).toMatchObject({ properties: { role: { type: "string" } } })
    expect(schemas["NewUser"]).toMatchObject({ required: ["role"] })
    expect(jsonSchema(schema)["$defs"]).toMatchObject({ User: schemas["User"] })
  })

  test("is returned by the server to every authenticated caller", async () => {
    const { key, record } = await createServiceKey({ id: "web", permissions: ["getUser"] })
    const server = serve(memoryAdapter(), { keys: [record] })
    const get = (headers: Record<string, string>) =>
      server(new Request("https://data.example/v1/openapi.json", { headers }))
    expect(await (await get({ authorization: `Bearer ${key}` })).json()).toEqual(openapi())
    expect((await get({})).status).toBe(401)
  })
})

const schemaOf = (message: Message | undefined): JsonSchema | undefined =>
  message?.content["application/json"].schema

/** Makes every call at least once, and three that fail on the server. */
async function callEverything(adapter: ReturnType<typeof memoryAdapter>): Promise<void> {
  const later = new Date("2098-01-01T00:00:00.001Z")
  const { user, account, session, token, passkey } = await addAda(adapter)
  await expect(adapter.createUser({ email: user.email })).rejects.toMatchObject({ code: "conflict" })
  await expect(adapter.updateUser({ id: "none", name: "N" })).rejects.toMatchObject({ code: "not_found" })
  await adapter.updateUser({ id: user.id, name: null, image: "x" })
  const tokens = ["a", "b", "c", session.sessionToken]
  await Promise.all(tokens.map((token) => adapter.getSessionAndUser(token)))
  for (const look of [
    adapter.getUser,
    adapter.getUserByEmail,
    adapter.getSessionAndUser,
    adapter.getAuthenticator,
    adapter.deleteSession,
  ])
    await look("unknown")
  await adapter.getUserByAccount(account)
  await adapter.getAccount(account.providerAccountId, account.provider)
  await adapter.updateSession({ sessionToken: session.sessionToken, expires: later })
  await adapter.useVerificationToken(token)
  await adapter.listAuthenticatorsByUserId(user.id)
  await adapter.updateAuthenticatorCounter(passkey.credentialID, 9)
  await expect(adapter.updateAuthenticatorCounter(passkey.credentialID, 8)).rejects.toMatchObject({
    code: "counter_regression",
  })
  await adapter.unlinkAccount({ provider: "none", providerAccountId: "none" })
  await callExtras(adapter, user.id, later)
  await adapter.deleteUser(user.id)
}

async function callExtras(adapter: object, userId: string, later: Date): Promise<void> {
  const more = extras(adapter) ?? {}
  await more.signUp?.({
    user: { email: "bob@example.com" },
    account: { type: "oidc", provider: "acme", providerAccountId: 2, refresh_token: "r" },
    session: { sessionToken: "bob", expires: later },
  })
  await more.listSessions?.(userId)
  await more.listAccounts?.(userId)
  await more.updateAccount?.({ provider: "acme", providerAccountId: "2" }, { refresh_token: "x" })
  await more.extendSession?.({ sessionToken: "bob", from: later, to: later })
  await more.verifyEmail?.(userId, "ada@example.com", later)
  await more.dropTokens?.("ada@example.com")
  await more.removeAuthenticator?.("nothing")
  const kept = slots(adapter)
  await kept?.claim({ key: "k", value: [1], expires: later })
  await kept?.set({ key: "k", value: [2] })
  await kept?.replace({ key: "k", value: null })
  await kept?.increment("k", later)
  await kept?.read("k")
  await kept?.take("k")
  const tools = upkeep(adapter)
  for (const model of ["user", "account", "session", "verificationToken", "authenticator", "slot"] as const)
    await tools?.page(model, { limit: 1 })
  await tools?.count("user")
  await tools?.sweep({ now: new Date(), limit: 10 })
}
