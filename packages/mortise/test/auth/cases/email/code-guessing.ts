import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY, HOUR, MINUTE } from "../../support/clock.ts"
import type { Case } from "../case.ts"
import { email, lockCodes, openCodes, sixDigits } from "./code-steps.ts"

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
    "SEC-R5, NIST SP 800-63B: after a hundred failures no six digits are accepted, and an event reports it once",
    ["countAttempts"],
    async () => {
      const app = await openCodes(open)
      const { reasons, last } = await lockCodes(app)
      expect(reasons.filter((reason) => reason === "wrong_code")).toHaveLength(100)
      expect(last.code, "mailed before the limit").toMatch(sixDigits)
      expect(await last.type(), "the right code").toMatchObject({ ok: false, reason: "codes_locked" })
      const alarms = app.world.events.filter(({ type }) => type === "code_limit_reached")
      expect(alarms).toEqual([{ type: "code_limit_reached", addressHash: expect.stringMatching(/^v1\./) }])
      expect(JSON.stringify(alarms)).not.toContain("ada")
    },
  )

  it(
    "SEC-R5: the owner signs in by link in spite of the limit, and then codes are accepted again",
    ["countAttempts"],
    async () => {
      const links: string[] = []
      const app = await openCodes(open, { sendLink: ({ link }) => void links.push(link) })
      await lockCodes(app)
      const { world, ask } = app
      const owner = world.openBrowser()
      await world.auth.email.request(owner.post(), { email, by: "link" })
      const page = world.auth.email.peek(new Request(links.at(-1) ?? ""))
      const form = page.ok ? page.fields : {}
      expect(
        owner.keep(await world.auth.email.follow(owner.request("/auth/confirm", { form }))),
      ).toMatchObject({ ok: true })
      const { code, type } = await ask()
      expect(code).toMatch(sixDigits)
      expect(await type()).toMatchObject({ ok: true })
    },
  )

  it(
    "SEC-R5: a browser in which the owner has signed in before is counted separately",
    ["countAttempts"],
    async () => {
      const app = await openCodes(open)
      const owner = await app.ask()
      expect(await owner.type()).toMatchObject({ ok: true })
      await lockCodes(app)
      const again = await app.ask(owner.browser)
      expect(again.code).toMatch(sixDigits)
      expect(await again.type()).toMatchObject({ ok: true })
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

  it("SEC-R5: a sign-in also ends the wait after the eleventh failure", ["countAttempts"], async () => {
    const { ask } = await openCodes(open, { maxAttempts: 10 })
    const makeElevenFailures = async () => {
      const { guess } = await ask()
      for (let nth = 0; nth < 10; nth++) expect(await guess()).toMatchObject({ reason: "wrong_code" })
      const next = await ask()
      expect(await next.guess(), "the first that makes others wait").toMatchObject({ reason: "wrong_code" })
    }
    await makeElevenFailures()
    expect(await (await ask()).type(), "the owner, with a long code").toMatchObject({ ok: true })
    await makeElevenFailures()
  })

  it("SEC-R5: one of many concurrent attempts that must wait is compared", ["countAttempts"], async () => {
    const { world, ask } = await openCodes(open)
    for (let nth = 0; nth < 2; nth++) {
      const { guess } = await ask()
      for (let guesses = 0; guesses < 5; guesses++) await guess()
    }
    const { guess } = await ask()
    world.takeCalls()
    await world.callAtOnce(Array.from({ length: 5 }, () => guess))
    expect(world.takeCalls().filter((name) => name === "useVerificationToken")).toHaveLength(1)
  })

  it("SEC-S2: attempts that had to wait do not count, and the waits grow", ["countAttempts"], async () => {
    const { world, ask } = await openCodes(open, { maxAttempts: 10 })
    const first = await ask()
    for (let nth = 0; nth < 10; nth++) expect(await first.guess()).toMatchObject({ reason: "wrong_code" })
    for (const minutes of [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 4]) {
      const { code, guess } = await ask()
      expect(code).toMatch(sixDigits)
      expect(await guess()).toMatchObject({ reason: "wrong_code" })
      for (let nth = 0; nth < 8; nth++) expect(await guess()).toMatchObject({ reason: "try_later" })
      world.clock.advance(minutes * MINUTE - 1)
      expect(await guess()).toMatchObject({ reason: "try_later" })
      world.clock.advance(1)
    }
    world.clock.advance(DAY)
    expect(await (await ask()).type(), "the right code").toMatchObject({ ok: true })
  })
}
