import { inspect } from "node:util"
import { expect } from "vitest"
import type { Factory } from "../../../../../workshop/src/adapters/backend.ts"
import type { Backing } from "../../support/backends.ts"
import { MINUTE } from "../../support/clock.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

async function openCodes(open: Factory) {
  const sent: string[] = []
  const links: string[] = []
  const world = await openWorld(open, {
    email: { sendCode: ({ code }) => void sent.push(code), sendLink: ({ link }) => void links.push(link) },
  })
  const browser = world.openBrowser()
  const ask = async () =>
    browser.keep(await world.auth.email.request(browser.post(), { email, by: "code", returnTo: "/in" }))
  const type = async (code: string, from = browser) =>
    from.keep(await world.auth.email.follow(from.request("/auth/confirm", { form: { code } })))
  const wrong = () => String((Number(sent.at(-1)) + 1) % 1_000_000).padStart(6, "0")
  return { world, browser, sent, links, ask, type, wrong }
}

/** Sign-in by a short code. */
export function emailCodeCases(it: Case, { open, lacks }: Backing): void {
  it("a code signs in once, in the browser that requested it", ["countAttempts"], async () => {
    const { world, browser, sent, ask, type } = await openCodes(open)
    await ask()
    const [code = ""] = sent
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(await world.rows("verificationToken"))).not.toContain(code)
    expect(await type(code, world.openBrowser())).toMatchObject({ ok: false, reason: "expired" })
    const cookies = browser.jar.header()
    expect(await type(` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({
      ok: true,
      returnTo: "/in",
      user: { email },
    })
    expect(browser.jar.header()).not.toContain("mortise.code")
    const replay = world.openBrowser()
    replay.jar.store(cookies.split("; "))
    expect(await type(code, replay)).toMatchObject({ ok: false, reason: "wrong_code" })
  })

  it(
    "SEC-E7: of a thousand concurrent guesses, only as many as the limit are compared",
    ["countAttempts"],
    async () => {
      const { world, browser, ask, wrong } = await openCodes(open)
      await ask()
      world.takeCalls()
      const guess = () =>
        world.auth.email.follow(browser.request("/auth/confirm", { form: { code: wrong() } }))
      const answers = await world.callAtOnce(Array.from({ length: 1000 }, () => guess))
      expect(world.takeCalls().filter((name) => name === "useVerificationToken")).toHaveLength(5)
      const reasons = answers.map((answer) => (answer.ok ? "signed in" : answer.reason))
      expect(reasons.filter((reason) => reason === "wrong_code")).toHaveLength(5)
      expect(reasons.filter((reason) => reason === "too_many_attempts")).toHaveLength(995)
    },
  )

  it(
    "SEC-E7: after the limit even the right code is refused; a new code works",
    ["countAttempts"],
    async () => {
      const { sent, ask, type, wrong, browser } = await openCodes(open)
      await ask()
      const held = browser.jar.header()
      for (let nth = 0; nth < 5; nth++) expect(await type(wrong())).toMatchObject({ reason: "wrong_code" })
      expect(await type(sent[0] ?? "")).toMatchObject({ ok: false, reason: "too_many_attempts" })
      browser.jar.store(held.split("; "))
      expect(await type(sent[0] ?? "")).toMatchObject({ ok: false, reason: "too_many_attempts" })
      await ask()
      expect(await type(sent[1] ?? "")).toMatchObject({ ok: true })
    },
  )

  it("SEC-E7: attempts in another browser do not count", ["countAttempts"], async () => {
    const { world, sent, ask, type } = await openCodes(open)
    await ask()
    const eve = world.openBrowser()
    eve.keep(await world.auth.email.request(eve.post(), { email, by: "code" }))
    expect(await type(sent[0] ?? "", eve), "another browser's code").toMatchObject({ reason: "wrong_code" })
    for (let nth = 0; nth < 7; nth++) await type("000000", eve)
    expect(await type(sent[0] ?? "")).toMatchObject({ ok: true })
  })

  it("SEC-E3: a code expires exactly on time", ["countAttempts"], async () => {
    const { world, sent, ask, type } = await openCodes(open)
    await ask()
    world.clock.advance(10 * MINUTE)
    expect(await type(sent[0] ?? "")).toMatchObject({ ok: false, reason: "expired" })
  })

  it(
    "SEC-E5, CVE-2026-110862: a code is not accepted as a link, nor a link as a code",
    ["countAttempts"],
    async () => {
      const { world, browser, sent, links, ask, type } = await openCodes(open)
      await ask()
      const asLink = { email, token: sent[0] ?? "", returnTo: "/" }
      expect(await world.auth.email.follow(browser.request("/", { form: asLink }))).toMatchObject({
        reason: "invalid_link",
      })
      await world.auth.email.request(browser.post(), { email })
      const token = new URL(links[0] ?? "").searchParams.get("token") ?? ""
      expect(await type(token)).toMatchObject({ ok: false, reason: "wrong_code" })
      expect(await world.rows("verificationToken")).toHaveLength(2)
    },
  )

  it("SEC-E8, SEC-M1: a code that cannot be mailed cannot be used", ["countAttempts"], async () => {
    let mailed = ""
    const sendCode = ({ code }: { code: string }) => {
      mailed = code
      throw new Error(`could not send ${code}`)
    }
    const world = await openWorld(open, { email: { sendCode } })
    const browser = world.openBrowser()
    const failed = await world.auth.email.request(browser.post(), { email }).catch((error: unknown) => error)
    expect(failed).toMatchObject({ name: "MortiseError", code: "unavailable" })
    expect(inspect(failed)).not.toContain(mailed)
    const form = { code: mailed }
    expect(await world.auth.email.follow(browser.request("/", { form }))).toMatchObject({ reason: "expired" })
  })

  if (lacks.includes("countAttempts"))
    it("codes are refused at startup if attempts cannot be counted", [], async () => {
      await expect(openCodes(open)).rejects.toMatchObject({ code: "missing_operation" })
    })
}
