import { expect, onTestFinished } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { DAY } from "../../support/clock.ts"
import { callbackRequest, startToyProvider } from "../../support/toy-provider.ts"
import { toyAnswer, toyWebAuthn } from "../../support/toy-webauthn.ts"
import type { Case } from "../case.ts"
import { email, lockCodes, longForm, makeCodesWait, openCodes, sixDigits } from "./code-steps.ts"

/** What the owner of an address does after a stranger has entered many wrong codes. */
export function longCodeCases(it: Case, { open }: Backing): void {
  it(
    "SEC-S2: with codes alone, the owner signs in after a hundred failures: the mail has a long code",
    ["countAttempts"],
    async () => {
      const app = await openCodes(open)
      await lockCodes(app)
      app.world.clock.advance(2 * DAY)
      const { code, type, guess } = await app.ask()
      expect(code).toMatch(longForm)
      const owner = await app.ask()
      expect(owner.code).toMatch(longForm)
      expect(await type(owner.code), "the code of another browser").toMatchObject({ reason: "wrong_code" })
      expect(await guess(), "six digits").toMatchObject({ ok: false, reason: "codes_locked" })
      const typed = owner.code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")
      expect(await owner.type(`${typed} `)).toMatchObject({ ok: true, user: { email } })
      const next = await app.ask()
      expect(next.code, "the count starts again").toMatch(sixDigits)
      expect(await next.type()).toMatchObject({ ok: true })
      const reasons: string[] = []
      for (let nth = 0; nth < 12; nth++) {
        const answer = await (await app.ask()).guess()
        reasons.push(answer.ok ? "signed in" : answer.reason)
      }
      expect(reasons, "ten, one that starts a wait, and one that must wait").toEqual([
        ...Array(11).fill("wrong_code"),
        "try_later",
      ])
    },
  )

  it("SEC-S2: a long code has as many attempts, works once, and expires", ["countAttempts"], async () => {
    const app = await openCodes(open)
    await makeCodesWait(app)
    const { type } = await app.ask()
    for (let nth = 0; nth < 5; nth++)
      expect(await type("AAAA-AAAA-AAAA-AAAA")).toMatchObject({ ok: false, reason: "wrong_code" })
    expect(await type(), "the right code").toMatchObject({ ok: false, reason: "too_many_attempts" })
    const late = await app.ask()
    app.world.clock.advance(600_000)
    expect(await late.type()).toMatchObject({ ok: false, reason: "expired" })
    const owner = await app.ask()
    const cookies = owner.browser.jar.header()
    expect(await owner.type()).toMatchObject({ ok: true })
    owner.browser.jar.store(cookies.split("; "))
    expect(await owner.type()).toMatchObject({ ok: false })
  })

  it("SEC-S2: codes for a change of address are long too", ["countAttempts"], async () => {
    const app = await openCodes(open)
    const { browser, type } = await app.ask(undefined, "eve@example.com")
    expect(await type()).toMatchObject({ ok: true })
    await makeCodesWait(app)
    browser.keep(await app.world.auth.email.requestChange(browser.post(), { email }))
    const code = app.codes.at(-1) ?? ""
    expect(code).toMatch(longForm)
    const changed = await app.world.auth.email.followChange(browser.request("/", { form: { code } }))
    expect(changed).toMatchObject({ ok: true, user: { email } })
    expect((await app.ask()).code).toMatch(sixDigits)
  })

  it("SEC-S2: a step-up by code resets the count", ["countAttempts"], async () => {
    const app = await openCodes(open)
    const { browser, type } = await app.ask()
    expect(await type()).toMatchObject({ ok: true })
    await makeCodesWait(app)
    expect((await app.ask()).code).toMatch(longForm)
    const { code } = await app.ask(browser)
    const steppedUp = await app.world.auth.email.stepUp(browser.request("/", { form: { code } }))
    expect(steppedUp).toMatchObject({ ok: true })
    expect((await app.ask()).code).toMatch(sixDigits)
  })

  it("SEC-S2: a sign-in through a provider resets the count", ["countAttempts"], async () => {
    const toy = await startToyProvider()
    onTestFinished(toy.close)
    const app = await openCodes(open, {}, { providers: [toy.provider] })
    const browser = app.world.openBrowser()
    const signIn = async () =>
      browser.keep(await app.world.auth.oauth.callback(await callbackRequest(app.world, browser, "ada")))
    const signedIn = await signIn()
    const to = signedIn.ok ? (signedIn.user.email ?? "") : ""
    await makeCodesWait(app, to)
    expect((await app.ask(undefined, to)).code).toMatch(longForm)
    expect(await signIn()).toMatchObject({ ok: true, isNewUser: false })
    expect((await app.ask(undefined, to)).code).toMatch(sixDigits)
  })

  for (const [what, isProved, functionName] of [
    ["a sign-in", true, "verifyAuthentication"],
    ["a sign-in", false, "verifyAuthentication"],
    ["a step-up", true, "stepUp"],
    ["a step-up", false, "stepUp"],
  ] as const)
    it(
      `SEC-S2: ${what} with a passkey resets the count ${isProved ? "of a proved address" : "of no other address"}`,
      ["countAttempts", "confirmSignInMethods"],
      async () => {
        const passkeys = { name: "App", webauthn: toyWebAuthn }
        const app = await openCodes(open, {}, { passkeys })
        const { auth, store } = app.world
        const { browser, type } = await app.ask()
        const signedIn = await type()
        const begun = browser.keep(await auth.passkeys.registrationOptions(browser.request()))
        const device = (options: object, counter: number) =>
          browser.request("/", { json: toyAnswer(options, "key", counter) })
        await auth.passkeys.verifyRegistration(device(begun.ok ? begun.options : {}, 1))
        if (!isProved && signedIn.ok)
          await store.updateUser?.({ id: signedIn.user.id, emailVerified: null } as never)
        await makeCodesWait(app)
        const options = browser.keep(await auth.passkeys.authenticationOptions(browser.request()))
        const used = await auth.passkeys[functionName](device(options.options, 2))
        expect(used).toMatchObject({ ok: true })
        expect((await app.ask()).code).toMatch(isProved ? sixDigits : longForm)
      },
    )
}
