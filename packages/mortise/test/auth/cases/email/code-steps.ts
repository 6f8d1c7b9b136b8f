import type { Factory } from "../../../../../workshop/src/adapters/backend.ts"
import type { EmailOptions } from "../../../../src/auth/index.ts"
import { DAY } from "../../support/clock.ts"
import { openWorld, type WorldOptions } from "../../support/world.ts"

export const email = "ada@example.com"

/** An application that mails codes and does not limit the number of mails. */
export async function openCodes(open: Factory, options: EmailOptions = {}, rest: WorldOptions = {}) {
  const codes: string[] = []
  const world = await openWorld(open, {
    ...rest,
    email: {
      sendCode: ({ code }) => void codes.push(code),
      limit: { max: 1000, perSeconds: 600 },
      ...options,
    },
  })
  /** Requests a code. `type` enters it, and `guess` enters six other digits. */
  const ask = async (browser = world.openBrowser(), to = email) => {
    const asked = browser.keep(await world.auth.email.request(browser.post(), { email: to, by: "code" }))
    const code = codes.at(-1) ?? ""
    const wrong = sixDigits.test(code) ? String((Number(code) + 1) % 1_000_000).padStart(6, "0") : "000000"
    const type = async (typed = code) =>
      browser.keep(await world.auth.email.follow(browser.request("/auth/confirm", { form: { code: typed } })))
    return { browser, type, guess: () => type(wrong), code, ok: asked.ok }
  }
  return { world, codes, ask }
}

export type CodesApp = Awaited<ReturnType<typeof openCodes>>

/** Lets a stranger guess until six digits are refused. `last` is the last code that has six digits. */
export async function lockCodes({ world, ask }: Pick<CodesApp, "world" | "ask">) {
  const reasons: string[] = []
  let last = await ask()
  while (reasons.at(-1) !== "codes_locked" && reasons.length < 200) {
    const asked = await ask()
    const answer = await asked.guess()
    reasons.push(answer.ok ? "signed in" : answer.reason)
    if (sixDigits.test(asked.code)) last = asked
    if (reasons.filter((reason) => reason === "wrong_code").length === 100) break
    world.clock.advance(DAY)
  }
  return { reasons, last }
}

/** Lets a stranger guess until six digits must wait. */
export async function makeCodesWait({ ask }: Pick<CodesApp, "ask">, to = email): Promise<void> {
  for (let nth = 0; nth < 3; nth++) {
    const { guess } = await ask(undefined, to)
    for (let guesses = 0; guesses < 4; guesses++) await guess()
  }
}

export const sixDigits = /^\d{6}$/
export const longForm = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/
