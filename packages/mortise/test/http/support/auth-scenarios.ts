import { expect } from "vitest"
import type { Factory } from "../../../../workshop/src/adapters/backend.ts"
import { allFlows } from "../../auth/faults/all-flows.ts"
import { attempt, type Flow, flow } from "../../auth/faults/flow.ts"
import { openLogoutWorld, strategies } from "../../auth/logout/logout-world.ts"
import { DAY, MINUTE } from "../../auth/support/clock.ts"
import { callbackRequest, startToyProvider } from "../../auth/support/toy-provider.ts"
import { toyAnswer, toyWebAuthn } from "../../auth/support/toy-webauthn.ts"
import { openWorld } from "../../auth/support/world.ts"

const toy = await startToyProvider()
export const closeProvider = () => toy.close()

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

/** Something that an application with `mortise/auth` does on a new store; throws if it does not work. */
export type Scenario = { readonly name: string; run(open: Factory): Promise<void> }

const flows = [...allFlows(toy.provider), ...moreFlows].map(
  ({ name, options = {}, prepare }): Scenario => ({
    name,
    async run(open) {
      const { run, after } = await prepare(await openWorld(open, options))
      await after({ answer: await run() })
    },
  }),
)

const logouts = strategies.map(
  (strategy): Scenario => ({
    name: `a provider ends the sessions of a login, and then of its user (${strategy})`,
    async run(open) {
      const world = await openLogoutWorld(strategy, {}, open)
      const desk = await world.signInAt(world.acme, { sub: "ada", sid: "desk" })
      const phone = await world.signInAt(world.acme, { sub: "ada", sid: "phone" })
      const token = await world.acme.logoutToken({ sid: "desk" })
      expect((await world.post(token)).status).toBe(200)
      expect(await world.areIn(desk, phone)).toEqual([false, true])
      for (const _ of [1, 2]) await world.post(await world.acme.logoutToken({ sub: "ada" }))
      expect(await world.areIn(desk, phone)).toEqual([false, false])
      world.clock.advance(MINUTE)
      expect((await world.post(token)).status, "a token is used once").toBe(400)
    },
  }),
)

/** Together they make every call that `mortise/auth` makes. */
export const authScenarios = [...flows, ...logouts]
