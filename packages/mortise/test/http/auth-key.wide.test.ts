import { afterAll, describe, expect, test } from "vitest"
import type { Factory } from "../../../workshop/src/adapters/backend.ts"
import { rowsOf } from "../../../workshop/src/adapters/rows-of.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { authPermissions } from "../../src/http/protocol/permissions.ts"
import { createServiceKey, type Permission, serve } from "../../src/http/server.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openLogoutWorld } from "../auth/logout/logout-world.ts"
import { authScenarios, closeProvider, type Scenario } from "./support/auth-scenarios.ts"

afterAll(closeProvider)

type Exchange = { readonly call: string; readonly sent: string; readonly received: string }

/** A store behind a server with one key, and what was sent; `refused` are the calls that the key did not allow. */
function serverWith(permissions: readonly Permission[]) {
  const refused = new Set<string>()
  const exchanges: Exchange[] = []
  const open: Factory = async ({ now }) => {
    const { key, record } = await createServiceKey({ id: "auth", permissions })
    const store = memoryAdapter({ now, onWarning: () => {} })
    const server = serve(store, { keys: [record], now })
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      const call = request.url.split("/").at(-1) ?? ""
      const sent = await request.clone().text()
      const response = await server(request)
      if (response.status === 403) refused.add(call)
      exchanges.push({ call, sent, received: await response.clone().text() })
      return response
    }
    const adapter = httpAdapter({ url: "https://data.example", key, fetch, onWarning: false })
    return { adapter, rows: rowsOf(store), close: async () => {} }
  }
  return { open, refused, exchanges }
}

const isBrokenWith = ({ run }: Scenario, permissions: readonly Permission[]): Promise<boolean> =>
  run(serverWith(permissions).open).then(
    () => false,
    () => true,
  )

describe("a key with `auth` alone", () => {
  const usedBy = new Map<string, Scenario[]>()
  const all: Exchange[] = []

  test.each(authScenarios.map((each) => [each.name, each] as const))("%s", async (_, scenario) => {
    const { open, refused, exchanges } = serverWith(["auth"])
    await scenario.run(open)
    expect([...refused]).toEqual([])
    for (const call of new Set(exchanges.map(({ call }) => call)))
      usedBy.set(call, [...(usedBy.get(call) ?? []), scenario])
    all.push(...exchanges)
  })

  test("allows exactly the calls that mortise/auth makes", () => {
    const calls = authPermissions.filter((name) => name !== "session_tokens")
    const batched = "getSessionsAndUsers"
    expect([...usedBy.keys()].filter((name) => name !== batched).sort()).toEqual([...calls].sort())
  })

  test.each(authPermissions)("breaks without %s", async (removed) => {
    const permissions = authPermissions.filter((name) => name !== removed)
    const users = usedBy.get(removed === "session_tokens" ? "extras.listSessions" : removed) ?? []
    for (const scenario of users.toReversed()) if (await isBrokenWith(scenario, permissions)) return
    expect.fail("every scenario works without it")
  })

  test("SEC-L6 gets tokens of a provider only in the answers to rows that it creates", () => {
    const withTokens = all.filter(({ received }) => /"(access|refresh|id)_token"/.test(received))
    expect(new Set(withTokens.map(({ call }) => call))).toEqual(new Set(["linkAccount", "extras.signUp"]))
  })

  test("no session token is in a slot, where a key with `slots` could read it", () => {
    const tokens = all
      .filter(({ call }) => call === "createSession")
      .map(({ sent }): string => JSON.parse(sent).args[0].sessionToken)
    expect(tokens.length).toBeGreaterThan(20)
    const inSlots = all.filter(({ call }) => call.startsWith("slots.")).map(({ sent }) => sent)
    expect(tokens.filter((token) => inSlots.some((text) => text.includes(token)))).toEqual([])
  })
})

test.each([
  [["auth"], false],
  [["auth", "provider_tokens"], true],
] as const)("with %j, a sign-out sends the ID token to the provider: %s", async (permissions, isSent) => {
  const world = await openLogoutWorld("database", {}, serverWith(permissions).open)
  const browser = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
  const result = await world.auth.oauth.signOut(browser.post())
  expect("url" in result && new URL(result.url ?? "").searchParams.has("id_token_hint")).toBe(isSent)
})
