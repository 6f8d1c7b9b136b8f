import { describe, expect, test } from "vitest"
import { httpAdapter } from "../../src/http/client.ts"
import type { Permission } from "../../src/http/server.ts"
import { defineSchema, extras, text, upkeep } from "../../src/index.ts"
import { encryptedTokens, split } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { accessTokens } from "../../src/tokens/index.ts"
import { exportRows } from "../../src/transfer/index.ts"
import { testKeys } from "../layers/support/test-keys.ts"
import { addAda } from "../support/ada.ts"
import { openDirect } from "./support/open-direct.ts"

const calls: readonly Permission[] = ["operations", "extras", "upkeep", "slots"]
const canary = "canary-refresh"
const account = { provider: "acme", providerAccountId: "2" }

const live = { sessionToken: "live", userId: "ada", expires: new Date("2098-01-01T00:00:00.000Z") }

/** A store with an account that has one token, behind a server whose key shows no secrets. */
async function openLimited(behind = memoryAdapter()) {
  await addAda(behind)
  await behind.createSession(live)
  await behind.linkAccount({ ...account, userId: "ada", type: "oidc", refresh_token: canary, scope: "a" })
  return { behind, ...(await openDirect(behind, { permissions: calls })) }
}

const refusal = {
  code: "missing_operation",
  model: "account",
  fields: ["refresh_token"],
  message:
    "The key does not show account.refresh_token: add provider_tokens to the permissions of its record.",
}

describe("a hidden field is never taken for an empty one", () => {
  test("reading it throws, and so does a copy of the row; other fields are as they are stored", async () => {
    const { adapter } = await openLimited()
    const found = await adapter.getAccount("2", "acme")
    expect(found?.scope).toBe("a")
    expect(found?.access_token).toBeUndefined()
    expect(() => found?.refresh_token).toThrow(expect.objectContaining(refusal))
    expect(() => ({ ...found })).toThrow(expect.objectContaining(refusal))
    expect(() => JSON.stringify(found)).toThrow(expect.objectContaining(refusal))
  })

  test("a row without secrets is whole", async () => {
    const { adapter, behind } = await openLimited()
    expect(await adapter.getAccount("1815", "acme")).toEqual(await behind.getAccount("1815", "acme"))
  })

  test("a write is applied, and its answer hides the field", async () => {
    const { adapter, behind } = await openLimited()
    const updated = await extras(adapter)?.updateAccount?.({ ...account, scope: "b" })
    expect(updated).toMatchObject({ ok: true, row: { scope: "b" } })
    const removed = await adapter.unlinkAccount(account)
    expect(() => removed?.refresh_token).toThrow(expect.objectContaining(refusal))
    expect(await behind.getAccount("2", "acme")).toBeNull()
  })

  test("a row with hidden fields names its account", async () => {
    const { adapter } = await openLimited()
    const found = await adapter.getAccount("2", "acme")
    expect((await adapter.getUserByAccount(found as never))?.id).toBe("ada")
  })

  test("a listed session has no token, and a page of sessions is refused with the permission to add", async () => {
    const { adapter } = await openLimited()
    const [session] = (await extras(adapter)?.listSessions?.("ada")) ?? []
    expect(session?.userId).toBe("ada")
    expect(() => session?.sessionToken).toThrow(/does not show session\.sessionToken: add session_tokens/)
    for (const [model, permission] of [
      ["session", "session_tokens"],
      ["verificationToken", "secrets"],
    ] as const)
      await expect(upkeep(adapter)?.page(model)).rejects.toMatchObject({
        code: "missing_operation",
        message: `The key does not allow upkeep.page.${model}: add ${permission} to the permissions of its record.`,
      })
  })

  test("sessions that the caller names by their token are whole, one by one and batched", async () => {
    const schema = defineSchema({ user: { fields: { seed: text({ optional: true, secret: true }) } } })
    const behind = memoryAdapter({ schema })
    await behind.createUser({ id: "ada", email: "ada@example.com", seed: canary })
    await behind.createSession(live)
    const { adapter } = await openDirect(behind, { permissions: calls, client: { schema } })
    const lookups = Array.from({ length: 20 }, () => adapter.getSessionAndUser(live.sessionToken))
    for (const found of await Promise.all(lookups)) {
      expect(found?.session).toEqual(live)
      expect(() => found?.user.seed).toThrow(/does not show user\.seed: add secrets/)
    }
  })

  test("a client that does not declare the field gets a row that can be copied", async () => {
    const schema = defineSchema({ user: { fields: { seed: text({ optional: true, secret: true }) } } })
    const behind = memoryAdapter({ schema })
    await behind.createUser({ id: "ada", email: "ada@example.com", seed: canary })
    const { adapter } = await openDirect(behind as never, { permissions: calls })
    expect({ ...(await adapter.getUser("ada")) }).toMatchObject({ email: "ada@example.com" })
  })

  test("a server in front of another one passes it on", async () => {
    const { adapter: inner } = await openLimited()
    const { adapter: outer } = await openDirect(inner)
    const removed = await outer.unlinkAccount(account)
    expect(removed?.scope).toBe("a")
    expect(() => removed?.refresh_token).toThrow(expect.objectContaining(refusal))
  })
})

test.each([
  [["auth"], { code: "missing_operation", message: expect.stringContaining("add provider_tokens") }],
  [["auth", "provider_tokens"], { ok: true, accessToken: "fresh" }],
] as const)("accessTokens with a key for %j", async (permissions, expected) => {
  const behind = memoryAdapter()
  await addAda(behind)
  const tokens = { access_token: "fresh", refresh_token: canary, expires_at: 4_000_000_000 }
  await behind.linkAccount({ ...account, ...tokens, provider: "github", userId: "ada", type: "oidc" })
  const { adapter } = await openDirect(behind, { permissions })
  const acme = { id: "github", type: "oidc", issuer: "https://id.example", clientId: "app" } as const
  const { get } = accessTokens({ adapter, providers: [acme] })
  const answer = await get({ userId: "ada", provider: "github" }).catch((error: unknown) => error)
  expect(answer).toMatchObject(expected)
})

test("split finds sessions over a key that hides fields of users", async () => {
  const schema = defineSchema({ user: { fields: { seed: text({ optional: true, secret: true }) } } })
  const behind = memoryAdapter({ schema })
  await behind.createUser({ id: "ada", email: "ada@example.com", seed: canary })
  const { adapter: users } = await openDirect(behind, { permissions: calls, client: { schema } })
  const adapter = split({ users: users as typeof behind, sessions: memoryAdapter() })
  await adapter.createSession(live)
  for (const _ of ["first", "again"]) {
    const found = await adapter.getSessionAndUser(live.sessionToken)
    expect(found?.user.email).toBe("ada@example.com")
    expect(() => found?.user.seed).toThrow(/does not show user\.seed: add secrets/)
  }
})

test("encryptedTokens over a key for auth leaves the fields hidden", async () => {
  const behind = memoryAdapter()
  await addAda(behind)
  const { adapter: limited } = await openDirect(behind, { permissions: ["auth"] })
  const adapter = encryptedTokens(limited, { keys: testKeys })
  await adapter.linkAccount({ ...account, userId: "ada", type: "oidc", refresh_token: canary, scope: "a" })
  const [listed] = ((await extras(adapter)?.listAccounts?.("ada")) ?? []).filter(
    ({ providerAccountId }) => providerAccountId === "2",
  )
  expect(listed?.scope).toBe("a")
  expect(() => listed?.refresh_token).toThrow(expect.objectContaining(refusal))
  const update = extras(adapter)?.updateAccount
  expect(await update?.({ ...account, access_token: "new" })).toMatchObject({ row: { scope: "a" } })
  await expect(update?.({ ...account, scope: "b" }, { refresh_token: canary })).rejects.toMatchObject(refusal)
})

describe("an export over a key that shows no secrets", () => {
  const linesOf = async (adapter: object, tokens: boolean) => {
    let file = ""
    for await (const lines of exportRows(adapter, { tokens })) file += lines
    return file
  }

  test("fails instead of losing tokens", async () => {
    const { adapter } = await openLimited()
    await expect(linesOf(adapter, true)).rejects.toMatchObject({ code: "missing_operation" })
  })

  test("works without tokens, and is the same as one of the store itself", async () => {
    const { adapter, behind } = await openLimited()
    const rows = (file: string) => file.split("\n").filter((line) => /^\{"(user|account)/.test(line))
    const file = await linesOf(adapter, false)
    expect(rows(file)).toEqual(rows(await linesOf(behind, false)))
    expect(file).not.toContain(canary)
  })
})

describe("answers of a server that names impossible places", () => {
  const answering = (body: object) =>
    httpAdapter({
      url: "https://data.example",
      key: `mrt_${"0123456789abcdefghij".repeat(3)}`,
      retries: 0,
      fetch: async () => Response.json(body, { headers: { "content-type": "application/json" } }),
    })
  const user = { id: "ada", name: null, email: "a@b.c", emailVerified: null, image: null }

  test.each([
    ["no pointer", "name"],
    ["nothing", 7],
    ["a prototype", "/__proto__/polluted"],
    ["the name of a prototype", "/__proto__"],
    ["a constructor", "/constructor/prototype/polluted"],
    ["a row that does not exist", "/rows/0/name"],
    ["the whole result", ""],
  ])("%s", async (_, pointer) => {
    const { getUser } = answering({ result: user, hidden: [pointer] })
    await expect(getUser("ada")).rejects.toMatchObject({ code: "transient" })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test("a field with / and ~ in its name is found", async () => {
    const schema = defineSchema({ unknown: "keep" })
    const { getUser } = httpAdapter({
      ...{ url: "https://data.example", key: `mrt_${"0123456789abcdefghij".repeat(3)}`, schema },
      fetch: async () =>
        Response.json(
          { result: user, hidden: ["/a~1b~0c"] },
          { headers: { "content-type": "application/json" } },
        ),
    })
    const found = (await getUser("ada")) as unknown as Record<string, unknown>
    expect(() => found["a/b~c"]).toThrow(/user\.a\/b~c/)
  })
})
