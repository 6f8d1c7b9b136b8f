import { afterAll, describe, expect, test } from "vitest"
import { httpAdapter } from "../../src/http/client.ts"
import { authPermissions } from "../../src/http/protocol/permissions.ts"
import { createServiceKey, type Permission, serve } from "../../src/http/server.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { emailFlows } from "../auth/faults/email-flows.ts"
import { firstProofFlows } from "../auth/faults/first-proof-flows.ts"
import { attempt, type Flow, flow } from "../auth/faults/flow.ts"
import { oauthFlows } from "../auth/faults/oauth-flows.ts"
import { passkeyFlows } from "../auth/faults/passkey-flows.ts"
import { revocationFlows } from "../auth/faults/revocation-flows.ts"
import { sessionFlows } from "../auth/faults/session-flows.ts"
import { DAY } from "../auth/support/clock.ts"
import { callbackRequest, startToyProvider } from "../auth/support/toy-provider.ts"
import { toyAnswer, toyWebAuthn } from "../auth/support/toy-webauthn.ts"
import { openWorld } from "../auth/support/world.ts"
import { rowsOf } from "../authjs/harness/rows-of.ts"

const toy = await startToyProvider()
afterAll(() => toy.close())

const email = "ada@example.com"
const post = { method: "POST" }
const passkeys = { name: "App", webauthn: toyWebAuthn }
const works: Promise<unknown>[] = []

/** What the other flows do without when a call is refused. */
const moreFlows: readonly Flow[] = [
  flow("a session in use does not expire", async (world) => {
    const { browser, user } = await world.signIn(email)
    const read = async () => (await world.auth.sessions.read(browser.request())).user?.id
    return attempt(read, async () => {
      for (let day = 0; day < 40; day++) {
        world.clock.advance(DAY)
        expect(await read()).toBe(user.id)
      }
    })
  }),

  flow(
    "two accounts are unlinked, one after the other",
    async (world) => {
      const { browser } = await world.signIn(email)
      for (const name of ["ada", "bob"])
        browser.keep(await world.auth.oauth.callback(await callbackRequest(world, browser, name, true)))
      const unlink = async (providerAccountId: string) => {
        const account = { provider: "toy", providerAccountId }
        return browser.keep(await world.auth.accounts.unlink(browser.request("/", post), account))
      }
      return attempt(
        () => unlink("ada"),
        async () => expect(await unlink("bob")).toMatchObject({ ok: true }),
      )
    },
    { options: { providers: [toy.provider] } },
  ),

  flow(
    "a second passkey of a user has the same user handle",
    async (world) => {
      const { browser } = await world.signIn(email)
      const register = async (id: string) => {
        const begun = browser.keep(await world.auth.passkeys.registrationOptions(browser.request()))
        if (!begun.ok) throw new Error(begun.reason)
        const json = toyAnswer(begun.options, id, 1)
        return browser.keep(await world.auth.passkeys.verifyRegistration(browser.request("/", { json })))
      }
      return attempt(
        () => register("one"),
        async () => {
          expect(await register("two")).toMatchObject({ ok: true })
          const [one, two] = await world.rows("account")
          expect(two?.["session_state"]).toBe(one?.["session_state"])
        },
      )
    },
    { options: { passkeys } },
  ),

  flow(
    "expired rows are removed after a request",
    async (world) => {
      await world.signIn(email)
      world.clock.advance(40 * DAY)
      return attempt(
        () => world.auth.sessions.read(world.openBrowser().request()),
        async () => {
          await Promise.all(works.splice(0))
          expect(await world.rows("session")).toEqual([])
        },
      )
    },
    { options: { sweep: {}, waitUntil: (work) => void works.push(work) } },
  ),
]

const flows = [
  ...sessionFlows,
  ...revocationFlows,
  ...emailFlows,
  ...oauthFlows(toy.provider),
  ...passkeyFlows,
  ...firstProofFlows,
  ...moreFlows,
]

type Exchange = { readonly call: string; readonly sent: string; readonly received: string }

/** Runs a flow on a server with one key; `refused` are the calls that the key did not allow. */
async function runOverHttp({ options = {}, prepare }: Flow, permissions: readonly Permission[]) {
  const refused = new Set<string>()
  const exchanges: Exchange[] = []
  const world = await openWorld(async ({ now }) => {
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
  }, options)
  const { run, after } = await prepare(world)
  await after({ answer: await run() })
  return { refused, exchanges }
}

const isBrokenWith = (flow: Flow, permissions: readonly Permission[]): Promise<boolean> =>
  runOverHttp(flow, permissions).then(
    () => false,
    () => true,
  )

/** The calls of a sign-out at a provider, which no flow here has: they store what the logout token has ended. */
const ofProviderSignOut: readonly Permission[] = ["slots.set"]
const permissionsOfFlows = authPermissions.filter((name) => !ofProviderSignOut.includes(name))

describe("a key with `auth` alone", () => {
  const usedBy = new Map<string, Flow[]>()
  const all: Exchange[] = []

  test.each(flows.map((flow) => [flow.name, flow] as const))("%s", async (_, flow) => {
    const { refused, exchanges } = await runOverHttp(flow, ["auth"])
    expect([...refused]).toEqual([])
    for (const call of new Set(exchanges.map(({ call }) => call)))
      usedBy.set(call, [...(usedBy.get(call) ?? []), flow])
    all.push(...exchanges)
  })

  test("allows exactly the calls that mortise/auth makes", () => {
    const calls = permissionsOfFlows.filter((name) => name !== "session-tokens")
    const batched = "getSessionsAndUsers"
    expect([...usedBy.keys()].filter((name) => name !== batched).sort()).toEqual([...calls].sort())
  })

  test.each(permissionsOfFlows)("breaks without %s", async (removed) => {
    const permissions = authPermissions.filter((name) => name !== removed)
    const users = usedBy.get(removed === "session-tokens" ? "extras.listSessions" : removed) ?? []
    for (const flow of users.toReversed()) if (await isBrokenWith(flow, permissions)) return
    expect.fail("every flow works without it")
  })

  test("SEC-L6 gets tokens of a provider only in the answers to rows that it creates", () => {
    const withTokens = all.filter(({ received }) => received.includes('"access_token"'))
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
