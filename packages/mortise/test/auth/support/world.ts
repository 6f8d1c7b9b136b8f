import { setTimeout as sleep } from "node:timers/promises"
import { onTestFinished } from "vitest"
import type { Factory } from "../../../../workshop/src/adapters/backend.ts"
import { type Wrap, wrapAdapter } from "../../../../workshop/src/adapters/wrap-adapter.ts"
import {
  type AuthEvent,
  type AuthSettings,
  type CodeMail,
  createAuth,
  type LinkMail,
  type SessionStrategy,
} from "../../../src/auth/index.ts"
import { openBrowser, origin } from "./browser.ts"
import { fakeClock } from "./clock.ts"

export const secret = "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0"

/** The options of the application that a test may change. */
export type WorldOptions<S extends SessionStrategy = SessionStrategy> = Partial<AuthSettings<S, never>>

/** An application on a new store, with its clock, mails and events. */
export async function openWorld<S extends SessionStrategy = "database">(
  open: Factory,
  options: WorldOptions<S> = {},
) {
  const clock = fakeClock()
  const backend = await open({ now: clock.now })
  const mails: (LinkMail & CodeMail)[] = []
  const events: AuthEvent[] = []
  const warnings: string[] = []
  const calls: string[] = []
  let wrapCall: Wrap = (_name, run) => run()
  const adapter = wrapAdapter(backend.adapter, (name, run, args) => {
    calls.push(name)
    return wrapCall(name, run, args)
  })
  const strategy = { strategy: "database" as S }
  const auth = createAuth({
    adapter,
    secret,
    origin,
    now: clock.now,
    // Tests count the calls to the store.
    sweep: false,
    onEvent: (event) => void events.push(event),
    onWarning: (warning) => void warnings.push(warning),
    email: { sendLink: (mail) => void mails.push(mail as LinkMail & CodeMail) },
    ...options,
    session: { ...strategy, ...options.session },
  })
  onTestFinished(() => backend.close())

  const world = {
    auth,
    clock,
    mails,
    events,
    warnings,
    rows: backend.rows,
    adapter,
    /** The adapter itself: calls to it are neither recorded nor disturbed. */
    store: backend.adapter,
    /** The names of the calls to the store since the last `takeCalls`. */
    takeCalls: () => calls.splice(0),
    /** Wraps each call to the store from now on. Without an argument, it stops wrapping. */
    disturb: (wrap: Wrap = (_name, run) => run()) => {
      wrapCall = wrap
    },
    /**
     * Makes calls at the same time. The store in memory answers at once, so that one call would end before the next
     * begins: late answers let each step of a call meet the same step of the others.
     */
    async callAtOnce<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
      world.disturb(async (_name, run) => {
        const result = await run()
        await sleep(20)
        return result
      })
      const results = await Promise.all(calls.map((call) => call()))
      world.disturb()
      return results
    },
    openBrowser: () => openBrowser(options.origin),
    /** The latest link, and the fields that its page posts. */
    lastLink() {
      const link = mails.at(-1)?.link
      if (!link) throw new Error("No link was mailed")
      const page = auth.email.peek(new Request(link))
      if (!page.ok) throw new Error("The mailed link does not open its page")
      return { link, fields: page.fields }
    },
    /** Signs a user in by email. Default: in a new browser. */
    async signIn(email: string, browser = openBrowser(options.origin)) {
      browser.keep(await auth.email.request(browser.post(), { email }))
      const answer = await auth.email.follow(
        browser.request("/auth/confirm", { form: world.lastLink().fields }),
      )
      if (!answer.ok) throw new Error(`The link was refused: ${answer.reason}`)
      browser.keep(answer)
      return { browser, user: answer.user, session: answer.session, answer }
    },
  }
  return world
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** The error of a store that is unavailable. */
export const outage = (): Error => new Error("the store is down")
