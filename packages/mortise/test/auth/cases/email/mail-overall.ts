import { expect } from "vitest"
import type { EmailOptions } from "../../../../src/auth/index.ts"
import type { Backing } from "../../support/backends.ts"
import { HOUR, MINUTE } from "../../support/clock.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"
import { longForm } from "./code-steps.ts"
import { email, followLink } from "./link-steps.ts"
import { refused } from "./mail-steps.ts"

const overallLimit = { max: 3, perSeconds: 3600 }

/** Mails for clients whose network is not known. */
export function mailOverallCases(it: Case, { open }: Backing): void {
  const openUnknown = async (options: EmailOptions = {}) => {
    const background: Promise<unknown>[] = []
    const mails: { to: string; link?: string; code?: string }[] = []
    const world = await openWorld(open, {
      waitUntil: (work) => void background.push(work),
      email: { sendLink: (mail) => void mails.push(mail), ...options },
    })
    const request = async (to: string, browser = world.openBrowser()) =>
      browser.keep(await world.auth.email.request(browser.post(), { email: to }))
    const ask: typeof request = async (...args) => {
      const result = await request(...args)
      await Promise.all(background)
      return result
    }
    return { world, mails, request, ask }
  }

  it(
    "SEC-T5: without an option, strangers of unknown networks cannot mail hundreds",
    ["limitMails"],
    async () => {
      const { world, mails, ask } = await openUnknown()
      for (let nth = 0; nth < 205; nth++) await ask(`user${nth}@example.com`)
      expect(mails).toHaveLength(200)
      world.takeCalls()
      await ask("more@example.com")
      expect(world.takeCalls(), "nothing is stored for more addresses").toEqual(["read", "getUserByEmail"])
      world.clock.advance(HOUR)
      expect(await ask("more@example.com")).toMatchObject({ ok: true })
      expect(world.warnings).toEqual([expect.stringMatching(/is not known.*clientAddress/)])
    },
  )

  it(
    "SEC-T5: above the limit, an address with a user gets its reserve mail, and no result tells",
    ["limitMails"],
    async () => {
      const { world, mails, request, ask } = await openUnknown({ overallLimit, sameBrowser: true })
      await world.store.createUser?.({ email } as never)
      for (let nth = 0; nth < 3; nth++)
        expect(await ask(`user${nth}@example.com`)).toMatchObject({ ok: true })
      for (let nth = 0; nth < 9; nth++) expect(await ask("nobody@example.com")).toMatchObject(refused)
      const owner = world.openBrowser()
      world.takeCalls()
      await request("somebody@example.com")
      expect(world.takeCalls(), "the user is looked up after the response").toEqual(["read"])
      const results = [await ask(email, owner), await ask("nobody@example.com")]
      const visible = results.map((result) => ({ ...result, cookies: result.cookies.length }))
      expect(visible).toEqual(Array(2).fill({ ...refused, cookies: 1 }))
      expect(mails.map(({ to }) => to).slice(3)).toEqual([email])
      await ask(email)
      expect(mails, "one in ten minutes").toHaveLength(4)
      const fields = Object.fromEntries(new URL(mails[3]?.link ?? "").searchParams)
      expect(await followLink(world, fields, owner)).toMatchObject({ ok: true })
      world.clock.advance(10 * MINUTE)
      await ask(email)
      expect(mails).toHaveLength(5)
    },
  )

  it("SEC-T5: above the limit, a user's change of address is not mailed either", ["limitMails"], async () => {
    const { world, mails, ask } = await openUnknown({ overallLimit })
    const browser = world.openBrowser()
    await ask(email, browser)
    const fields = Object.fromEntries(new URL(mails[0]?.link ?? "").searchParams)
    browser.keep(await followLink(world, fields, browser))
    for (const name of ["user0", "user1"]) await ask(`${name}@example.com`)
    const change = { email: "victim@example.com" }
    expect(await world.auth.email.requestChange(browser.post(), change)).toMatchObject(refused)
    expect(mails).toHaveLength(3)
  })

  it("SEC-T5: the reserve mail has a code that the owner's browser can use", ["countAttempts"], async () => {
    const { world, mails, ask } = await openUnknown({
      overallLimit,
      sendLink: undefined as never,
      sendCode: (mail) => void mails.push(mail),
    })
    await world.store.createUser?.({ email } as never)
    for (let nth = 0; nth < 3; nth++) await ask(`user${nth}@example.com`)
    await ask(email)
    const owner = world.openBrowser()
    expect(await ask(email, owner)).toMatchObject(refused)
    const { code = "" } = mails.at(-1) ?? {}
    expect([mails.length, code]).toEqual([4, expect.stringMatching(longForm)])
    expect(await world.auth.email.follow(owner.request("/", { form: { code } }))).toMatchObject({ ok: true })
  })

  it("SEC-T5: requests that are refused anyway do not use up the limit of all", ["limitMails"], async () => {
    const { mails, ask } = await openUnknown({ overallLimit: { max: 7, perSeconds: 3600 } })
    for (let nth = 0; nth < 40; nth++) await ask(email)
    expect(mails).toHaveLength(5)
    expect(await ask("other@example.com")).toMatchObject({ ok: true })
  })

  it(
    "SEC-T5: a list of addresses, whose first ones a client makes up, is no address",
    ["limitMails"],
    async () => {
      const world = await openWorld(open, {
        clientAddress: (request) => request.headers.get("x-forwarded-for") ?? undefined,
        email: { sendLink: () => {}, overallLimit },
      })
      const ask = (nth: number) => {
        const request = world.openBrowser().post({ "x-forwarded-for": `192.0.2.${nth}, 203.0.113.7` })
        return world.auth.email.request(request, { email: `user${nth}@example.com` })
      }
      for (let nth = 0; nth < 3; nth++) expect(await ask(nth)).toMatchObject({ ok: true })
      expect(await ask(3)).toMatchObject(refused)
      expect(world.warnings).toEqual([expect.stringMatching(/is not known.*clientAddress/)])
    },
  )

  it(
    "SEC-T5: a failing mailer is an event above the limit, and the result stays equal",
    ["limitMails"],
    async () => {
      const { world, ask } = await openUnknown({
        overallLimit,
        sendLink: async ({ to }) => {
          if (to === email) throw new Error("canary")
        },
      })
      await world.store.createUser?.({ email } as never)
      for (let nth = 0; nth < 3; nth++) await ask(`user${nth}@example.com`)
      expect(await ask(email)).toMatchObject(refused)
      const failure = { type: "operation_failed", operation: "email.request", code: "unavailable" }
      expect(world.events).toContainEqual(expect.objectContaining(failure))
    },
  )
}
