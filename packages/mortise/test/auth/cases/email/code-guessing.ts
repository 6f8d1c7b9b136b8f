import { expect } from "vitest"
import type { Backing, Factory } from "../../support/backends.ts"
import { DAY, HOUR } from "../../support/clock.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

const email = "ada@example.com"

async function openCodes(open: Factory) {
  const codes: string[] = []
  const links: string[] = []
  const world = await openWorld(open, {
    email: { sendCode: ({ code }) => void codes.push(code), sendLink: ({ link }) => void links.push(link) },
  })
  const ask = async (browser = world.openBrowser()) => {
    const asked = browser.keep(await world.auth.email.request(browser.post(), { email, by: "code" }))
    const type = async (code = codes.at(-1) ?? "") =>
      browser.keep(await world.auth.email.follow(browser.request("/auth/confirm", { form: { code } })))
    const wrong = String((Number(codes.at(-1)) + 1) % 1_000_000).padStart(6, "0")
    return { browser, type, guess: () => type(wrong), ok: asked.ok }
  }
  /** Lets a stranger guess until all codes are refused. */
  const lock = async () => {
    const reasons: string[] = []
    while (reasons.at(-1) !== "codes_locked" && reasons.length < 200) {
      const answer = await (await ask()).guess()
      reasons.push(answer.ok ? "signed in" : answer.reason)
      world.clock.advance(DAY)
    }
    return reasons.slice(0, -1)
  }
  return { world, links, ask, lock }
}

/** Guessing codes, one code after another. */
export function codeGuessingCases(it: Case, { open }: Backing): void {
  it("SEC-R5: the guesses of a day are few, because each must wait longer", ["countAttempts"], async () => {
    const { world, ask } = await openCodes(open)
    world.takeCalls()
    for (let hour = 0; hour < 24; hour++) {
      for (let nth = 0; nth < 3; nth++) {
        const { ok, guess } = await ask()
        for (let guesses = 0; ok && guesses < 5; guesses++) await guess()
      }
      world.clock.advance(HOUR)
    }
    const compared = world.takeCalls().filter((name) => name === "useVerificationToken")
    expect(compared.length).toBeGreaterThanOrEqual(15)
    expect(compared.length).toBeLessThan(50)
  })

  it(
    "SEC-R5, NIST SP 800-63B: after a hundred failures no code is accepted, and an event reports it once",
    ["countAttempts"],
    async () => {
      const { world, ask, lock } = await openCodes(open)
      expect((await lock()).filter((reason) => reason === "wrong_code")).toHaveLength(100)
      expect(await (await ask()).type(), "the right code").toMatchObject({
        ok: false,
        reason: "codes_locked",
      })
      const alarms = world.events.filter(({ type }) => type === "code_limit_reached")
      expect(alarms).toEqual([{ type: "code_limit_reached", addressHash: expect.stringMatching(/^v1\./) }])
      expect(JSON.stringify(alarms)).not.toContain("ada")
    },
  )

  it(
    "SEC-R5: the owner signs in by link in spite of the limit, and then codes are accepted again",
    ["countAttempts"],
    async () => {
      const { world, links, ask, lock } = await openCodes(open)
      await lock()
      const owner = world.openBrowser()
      await world.auth.email.request(owner.post(), { email, by: "link" })
      const page = world.auth.email.peek(new Request(links.at(-1) ?? ""))
      const form = page.ok ? page.fields : {}
      expect(
        owner.keep(await world.auth.email.follow(owner.request("/auth/confirm", { form }))),
      ).toMatchObject({ ok: true })
      expect(await (await ask()).type()).toMatchObject({ ok: true })
    },
  )

  it(
    "SEC-R5: a browser in which the owner has signed in before is counted separately",
    ["countAttempts"],
    async () => {
      const { ask, lock } = await openCodes(open)
      const owner = await ask()
      expect(await owner.type()).toMatchObject({ ok: true })
      await lock()
      expect(await (await ask(owner.browser)).type()).toMatchObject({ ok: true })
    },
  )

  it("SEC-R5: a sign-in resets the count", ["countAttempts"], async () => {
    const { world, ask } = await openCodes(open)
    for (let round = 0; round < 4; round++) {
      const { guess, type } = await ask()
      for (let nth = 0; nth < 4; nth++) expect(await guess()).toMatchObject({ reason: "wrong_code" })
      expect(await type()).toMatchObject({ ok: true })
      world.clock.advance(HOUR)
    }
  })

  it("SEC-R5: of many concurrent attempts that must wait, one is compared", ["countAttempts"], async () => {
    const { world, ask } = await openCodes(open)
    for (let nth = 0; nth < 2; nth++) {
      const { guess } = await ask()
      for (let guesses = 0; guesses < 5; guesses++) await guess()
    }
    const { guess } = await ask()
    world.takeCalls()
    await Promise.all(Array.from({ length: 5 }, guess))
    expect(world.takeCalls().filter((name) => name === "useVerificationToken")).toHaveLength(1)
  })
}
