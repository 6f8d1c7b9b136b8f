import { onTestFinished } from "vitest"
import {
  type AuthEvent,
  type AuthOptions,
  type CodeMail,
  createAuth,
  type LinkMail,
  type SessionStrategy,
} from "../../../src/auth/index.ts"
import type { Factory } from "./backends.ts"
import { openBrowser, origin } from "./browser.ts"
import { fakeClock } from "./clock.ts"
import { type Wrap, wrapAdapter } from "./wrap-adapter.ts"

export const secret = "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0"

/** What a test may change about the application. */
export type WorldOptions<S extends SessionStrategy = SessionStrategy> = Partial<AuthOptions<S>>

/** An application on a fresh store, with its clock, its mails and its events. */
export async function openWorld<S extends SessionStrategy = "database">(
  open: Factory,
  options: WorldOptions<S> = {},
) {
  const clock = fakeClock()
  const backend = await open({ now: clock.now })
  const mails: (LinkMail & CodeMail)[] = []
  const events: AuthEvent[] = []
  const calls: string[] = []
  let trouble: Wrap = (_name, run) => run()
  const adapter = wrapAdapter(backend.adapter, (name, run, args) => {
    calls.push(name)
    return trouble(name, run, args)
  })
  const strategy = { strategy: "database" as S }
  const auth = createAuth({
    adapter,
    secret,
    origin,
    now: clock.now,
    onEvent: (event) => void events.push(event),
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
    rows: backend.rows,
    /** The store itself: what is done here is neither counted nor troubled. */
    store: backend.adapter,
    /** The calls to the store since last asked, by name. */
    takeCalls: () => calls.splice(0),
    /** Puts something around each call to the store from now on; nothing when left out. */
    disturb: (wrap: Wrap = (_name, run) => run()) => {
      trouble = wrap
    },
    openBrowser: () => openBrowser(options.origin),
    /** The newest link, as the form of the page behind it posts it. */
    lastLink() {
      const link = mails.at(-1)?.link
      if (!link) throw new Error("No link was mailed")
      const page = auth.email.peek(new Request(link))
      if (!page.ok) throw new Error("The mailed link does not open its page")
      return { link, fields: page.fields }
    },
    /** Signs a person in by email, in a browser of their own unless one is given. */
    async signIn(email: string, browser = openBrowser(options.origin)) {
      await auth.email.request(browser.request(), { email })
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

/** An error as a store throws it when it cannot be reached. */
export const outage = (): Error => new Error("the store is down")
