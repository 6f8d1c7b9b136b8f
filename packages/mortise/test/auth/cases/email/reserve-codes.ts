import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import type { Case } from "../case.ts"
import { email, longForm, openCodes, sixDigits } from "./code-steps.ts"

/** Strangers who request every mail that an address can get do not lock its owner out. */
export function reserveCodeCases(it: Case, { open }: Backing): void {
  const openAttacked = async () => {
    const app = await openCodes(
      open,
      { limit: { max: 5, perSeconds: 600 } },
      { clientAddress: (request) => request.headers.get("x-client") ?? undefined },
    )
    const { auth, openBrowser } = app.world
    const request = async (browser = openBrowser(), client = "203.0.113.7") =>
      browser.keep(await auth.email.request(browser.post({ "x-client": client }), { email, returnTo: "/in" }))
    const type = async (code: string, browser = openBrowser()) =>
      browser.keep(await auth.email.follow(browser.request("/", { form: { code } })))
    const early = openBrowser()
    await request(early)
    const attack = async () => {
      for (let nth = 0; nth < 40; nth++) await request(openBrowser(), `198.51.100.${nth}`)
    }
    await attack()
    return { ...app, request, type, early }
  }

  it(
    "SEC-S8: the owner can type the last mail's code in a browser whose own request was refused",
    ["countAttempts"],
    async () => {
      const { world, codes, request, type } = await openAttacked()
      expect(codes).toHaveLength(21)
      const code = codes.at(-1) ?? ""
      expect(code).toMatch(longForm)
      const owner = world.openBrowser()
      expect(await type(code, owner), "a browser that requested no mail").toMatchObject({ reason: "expired" })
      expect(await request(owner)).toMatchObject({ ok: false, reason: "too_many_requests" })
      world.takeCalls()
      expect(await type("123456", owner)).toMatchObject({ ok: false, reason: "wrong_code" })
      expect(world.takeCalls(), "no code of six digits was mailed for this browser").toEqual([])
      expect(await type(code, owner)).toMatchObject({ ok: true, returnTo: "/in", user: { email } })
      const again = world.openBrowser()
      await request(again)
      expect(await type(code, again), "once").toMatchObject({ ok: false, reason: "wrong_code" })
    },
  )

  it("SEC-S8: the same holds if the browsers' networks are unknown", ["countAttempts"], async () => {
    const { world, codes, ask } = await openCodes(open, { limit: { max: 5, perSeconds: 600 } })
    for (let nth = 0; nth < 5; nth++) await ask()
    for (let stranger = 0; stranger < 3; stranger++) {
      const browser = world.openBrowser()
      for (let nth = 0; nth < 6; nth++) await ask(browser)
    }
    expect(codes).toHaveLength(20)
    await ask()
    const owner = await ask()
    expect([codes.length, owner.ok, owner.code]).toEqual([21, false, expect.stringMatching(longForm)])
    expect(await owner.type()).toMatchObject({ ok: true, user: { email } })
  })

  it("SEC-S8: all other codes stay bound to their browser", ["countAttempts"], async () => {
    const { world, codes, request, type, early } = await openAttacked()
    const owner = world.openBrowser()
    await request(owner)
    expect(codes.slice(0, -1).every((code) => sixDigits.test(code))).toBe(true)
    expect(await type(codes[1] ?? "", owner)).toMatchObject({ reason: "wrong_code" })
    for (let nth = 0; nth < 6; nth++) await request(early)
    expect(await type(codes[0] ?? "", early), "a refused request replaces no code").toMatchObject({
      ok: true,
    })
  })
}
