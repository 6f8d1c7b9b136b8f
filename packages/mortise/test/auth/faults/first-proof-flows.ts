import { expect } from "vitest"
import { expectHonest } from "./expect-honest.ts"
import { attempt, type Flow, flow } from "./flow.ts"

const email = "ada@example.com"
const post = { method: "POST" }

/** SEC-R4: the first proof of the mailbox of a user that another person created. */
export const firstProofFlows: readonly Flow[] = (["database", "jwt"] as const).map((strategy) =>
  flow(
    `the first proof of a mailbox (${strategy})`,
    async (world) => {
      await world.store.createUser?.({ email, emailVerified: null } as never)
      const [user] = await world.rows("user")
      const attacker = world.openBrowser()
      attacker.keep(await world.auth.sessions.create(attacker.request(), String(user?.["id"])))
      const isAttackerSignedIn = async () =>
        (await world.auth.sessions.read(attacker.request())).user !== null
      const browser = world.openBrowser()
      await world.auth.email.request(browser.request("/", post), { email })
      const form = world.lastLink().fields
      return attempt(
        async () => browser.keep(await world.auth.email.follow(browser.request("/auth/confirm", { form }))),
        async (outcome) => {
          await expectHonest(world, browser, outcome)
          const [stored] = await world.rows("user")
          if (stored?.["emailVerified"])
            expect(await isAttackerSignedIn(), "no proof without the revocation").toBe(false)
          await world.signIn(email)
          expect(await isAttackerSignedIn()).toBe(false)
        },
      )
    },
    { options: { session: { strategy } }, needsMortise: true },
  ),
)
