import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import type { Browser } from "../../support/browser.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"
import { email, followLink } from "./link-steps.ts"

const refused = { ok: false, reason: "other_browser", cookies: [] }

/** Links that are bound to the browser that requested them. */
export function sameBrowserCases(it: Case, { open }: Backing): void {
  const openBound = async (strategy: "database" | "jwt" = "database") => {
    const links: string[] = []
    const world = await openWorld(open, {
      session: { strategy },
      email: { sameBrowser: true, sendLink: ({ link }) => void links.push(link) },
    })
    const ask = async (browser: Browser): Promise<Record<string, string>> => {
      browser.keep(await world.auth.email.request(browser.post(), { email }))
      const page = world.auth.email.peek(new Request(links.at(-1) ?? ""))
      return page.ok ? page.fields : {}
    }
    return { world, ask }
  }

  for (const strategy of ["database", "jwt"] as const)
    it(`SEC-E12: a link signs in only in the browser that requested it (${strategy})`, [], async () => {
      const { world, ask } = await openBound(strategy)
      const [own, other] = [world.openBrowser(), world.openBrowser()]
      const form = await ask(own)
      world.takeCalls()
      expect(await followLink(world, form, other), "a browser without a cookie").toMatchObject(refused)
      await ask(other)
      expect(await followLink(world, form, other), "a browser with its own cookie").toMatchObject(refused)
      expect(world.takeCalls()).not.toContain("useVerificationToken")
      expect(own.keep(await followLink(world, form, own))).toMatchObject({ ok: true })
      expect((await world.auth.sessions.read(own.request())).user?.email).toBe(email)
      expect(await followLink(world, form, own), "once").toMatchObject({ reason: "invalid_link" })
    })

  it("SEC-E12: the mark of the browser cannot be left out, copied or made up", [], async () => {
    const { world, ask } = await openBound()
    const [own, other] = [world.openBrowser(), world.openBrowser()]
    const [form, theirs] = [await ask(own), await ask(other)]
    const { browser: _, ...unmarked } = form
    for (const forged of [
      unmarked,
      { ...form, browser: theirs["browser"] ?? "" },
      { ...form, browser: "" },
      { ...form, browser: "v1.x.y" },
      { ...form, browser: `${form["browser"]?.slice(0, -2)}__` },
    ])
      expect(await followLink(world, forged, other)).toMatchObject(refused)
    expect(await followLink(world, form, own)).toMatchObject({ ok: true })
  })

  it(
    "SEC-E12: a link authenticates a signed-in user again only in the browser that requested it",
    [],
    async () => {
      const { world, ask } = await openBound()
      const [own, other] = [world.openBrowser(), world.openBrowser()]
      for (const browser of [own, other]) browser.keep(await followLink(world, await ask(browser), browser))
      const form = await ask(own)
      const stepUp = (browser: Browser) => world.auth.email.stepUp(browser.request("/", { form }))
      expect(await stepUp(other)).toMatchObject(refused)
      expect(await stepUp(own)).toMatchObject({ ok: true })
    },
  )

  it(
    "SEC-T3: the last mail, which a stranger requested, signs the owner in and nobody who did not ask for it",
    ["countAttempts"],
    async () => {
      const links: string[] = []
      const world = await openWorld(open, {
        clientAddress: (request) => request.headers.get("x-client") ?? undefined,
        email: { sameBrowser: true, sendLink: ({ link }) => void links.push(link) },
      })
      const { auth, openBrowser } = world
      const ask = async (browser: Browser, client: string, address = email) =>
        browser.keep(await auth.email.request(browser.post({ "x-client": client }), { email: address }))
      const [owner, stranger, other] = [openBrowser(), openBrowser(), openBrowser()]
      for (let nth = 0; nth < 22; nth++) await ask(stranger, `198.51.100.${nth}`)
      expect(links).toHaveLength(21)
      const fieldsOf = (link = ""): Record<string, string> => {
        const page = auth.email.peek(new Request(link))
        return page.ok ? page.fields : {}
      }
      const [earlier, last] = [fieldsOf(links.at(-2)), fieldsOf(links.at(-1))]
      expect(await followLink(world, last, owner), "before the owner asked").toMatchObject(refused)
      await ask(other, "192.0.2.1", "other@example.com")
      expect(await followLink(world, last, other), "who asked for another address").toMatchObject(refused)
      expect(await ask(owner, "203.0.113.7")).toMatchObject({ ok: false, reason: "too_many_requests" })
      expect(await followLink(world, earlier, owner), "the stranger's own link").toMatchObject(refused)
      const { browser: _, ...unmarked } = last
      expect(await followLink(world, unmarked, owner), "without its mark").toMatchObject(refused)
      expect(await followLink(world, last, owner)).toMatchObject({ ok: true, user: { email } })
      expect(await followLink(world, last, owner), "once").toMatchObject({ reason: "invalid_link" })
    },
  )

  for (const [chosen, by] of [
    ["code", "link"],
    ["link", "code"],
  ] as const)
    it(
      `SEC-T3: the last mail, for which a stranger chose a ${chosen}, signs in the owner, who chose a ${by}`,
      ["countAttempts"],
      async () => {
        const mails: { link?: string; code?: string }[] = []
        const send = (mail: object) => void mails.push(mail)
        const world = await openWorld(open, {
          clientAddress: (request) => request.headers.get("x-client") ?? undefined,
          email: { sameBrowser: true, sendLink: send, sendCode: send },
        })
        const { auth, openBrowser } = world
        const [owner, stranger] = [openBrowser(), openBrowser()]
        const ask = async (browser: Browser, client: string, kind: "link" | "code") =>
          browser.keep(await auth.email.request(browser.post({ "x-client": client }), { email, by: kind }))
        for (let host = 0; host < 21; host++) await ask(stranger, `198.51.100.${host}`, chosen)
        expect(await ask(owner, "203.0.113.7", by)).toMatchObject({ reason: "too_many_requests" })
        const { link, code = "" } = mails.at(-1) ?? {}
        const fields = link ? Object.fromEntries(new URL(link).searchParams) : { code }
        expect(await followLink(world, fields, owner)).toMatchObject({ ok: true, user: { email } })
      },
    )

  it("SEC-E12: without the option, a link signs in in any browser", [], async () => {
    const world = await openWorld(open)
    const asked = await world.auth.email.request(world.openBrowser().post(), { email })
    expect(asked).toMatchObject({ ok: true, cookies: [] })
    expect(Object.keys(world.lastLink().fields)).toEqual(["email", "token", "returnTo"])
    expect(await followLink(world, world.lastLink().fields)).toMatchObject({ ok: true })
  })
}
