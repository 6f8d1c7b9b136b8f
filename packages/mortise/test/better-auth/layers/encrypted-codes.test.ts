import type { BetterAuthOptions } from "better-auth"
import { emailOTP, twoFactor } from "better-auth/plugins"
import { expect, test } from "vitest"
import { type Database, mortiseDatabase } from "../../../src/better-auth/index.ts"
import { type EncryptedTokensOptions, encryptedTokens } from "../../../src/layers/index.ts"
import { type Application, bare, openApplication } from "./application.ts"

const email = "ada@example.com"
const code = "canary-of-a-code"
const keys = [{ id: "first", secret: crypto.getRandomValues(new Uint8Array(32)) }]
const corrupt = expect.objectContaining({ code: "corrupt" })

type CodeOptions = Partial<Parameters<typeof emailOTP>[0]>

const withCodes = (options: CodeOptions = {}): BetterAuthOptions => ({
  plugins: [emailOTP({ generateOTP: () => code, sendVerificationOTP: async () => {}, ...options })],
})

const encrypted =
  (options: Partial<EncryptedTokensOptions> = {}) =>
  (database: Database): Database =>
    encryptedTokens(database, { keys, ...options })

const openWithCodes = (wrap = encrypted(), options: CodeOptions = {}) =>
  openApplication(withCodes(options), wrap)

const sendCode = (application: Application, address = email) =>
  application.visit().post("/email-otp/send-verification-otp", { email: address, type: "sign-in" })

const signIn = (application: Application, otp: string, address = email) =>
  application.visit().post("/sign-in/email-otp", { email: address, otp })

const readValues = (application: Application) => application.column("verification", "value")

const whereIdentifier = (address = email) => [{ field: "identifier", value: `sign-in-otp-${address}` }]

test("codes are stored encrypted, and Better Auth's email-otp works as before", async () => {
  const application = await openWithCodes()
  await sendCode(application)
  expect(await readValues(application)).toEqual([expect.stringMatching(/^enc1\.first\./)])
  // This one changes the counter in place, the sign-in takes the row and writes another one.
  const check = { email, type: "sign-in", otp: "wrong" }
  expect((await application.visit().post("/email-otp/check-verification-otp", check)).status).toBe(400)
  expect((await signIn(application, "wrong")).status).toBe(400)
  expect(await readValues(application)).toEqual([expect.stringMatching(/^enc1\.first\./)])
  const row = await application.adapter.findOne({ model: "verification", where: whereIdentifier() })
  expect(row).toMatchObject({ value: `${code}:2` })
  expect(application.readFiles()).not.toContain(code)
  expect((await signIn(application, code)).status).toBe(200)
  expect((await signIn(application, code)).status).toBe(400)
  expect(application.readFiles()).not.toContain(code)
})

test.each([
  ["without a layer", bare],
  ["with the layer", encrypted()],
])("guesses are counted for the newest code, and end it, %s", async (_, wrap) => {
  const application = await openWithCodes(wrap)
  for (const _ of [1, 2]) await sendCode(application)
  const check = async (otp: string) =>
    (await application.visit().post("/email-otp/check-verification-otp", { email, type: "sign-in", otp }))
      .body
  for (const _ of [1, 2, 3]) expect(await check("wrong")).toMatchObject({ code: "INVALID_OTP" })
  expect(await check(code)).toMatchObject({ code: "TOO_MANY_ATTEMPTS" })
})

test("a code that is copied to another address does not sign in there", async () => {
  const application = await openWithCodes()
  for (const address of [email, "eve@example.com"]) await sendCode(application, address)
  await application.client.execute(
    "UPDATE verification SET value = (SELECT value FROM verification WHERE identifier LIKE '%eve%') WHERE identifier LIKE '%ada%'",
  )
  const row = await application.adapter.findOne<{ value: string }>({
    model: "verification",
    where: whereIdentifier(),
  })
  expect(() => row?.value).toThrow(corrupt)
  expect((await signIn(application, code)).status).toBe(500)
  expect((await signIn(application, code, "eve@example.com")).status).toBe(200)
  await sendCode(application)
  expect((await signIn(application, code)).status).toBe(200)
})

test("codes from before the layer are accepted, and encrypted by the next write, or refused", async () => {
  const application = await openWithCodes(bare)
  await sendCode(application)
  expect(await readValues(application)).toEqual([`${code}:0`])
  const strict = await application.restart(withCodes(), encrypted({ existingPlaintext: "refuse" }))
  expect((await signIn(strict, code)).status).toBe(500)
  await sendCode(application)
  const accepting = await application.restart(withCodes(), encrypted())
  expect((await signIn(accepting, "wrong")).status).toBe(400)
  expect(await readValues(application)).toEqual([expect.stringMatching(/^enc1\.first\./)])
  expect((await signIn(strict, code)).status).toBe(200)
})

test("codes that Better Auth encrypts are refused, and those that it hashes are encrypted once", async () => {
  const application = await openWithCodes(encrypted(), { storeOTP: "hashed" })
  // A hash of six digits can be guessed.
  await sendCode(application)
  expect(await readValues(application)).toEqual([expect.stringMatching(/^enc1\./)])
  expect((await signIn(application, code)).status).toBe(200)
  const hidden = { ...withCodes(), verification: { storeIdentifier: "hashed" } } as const
  const hashed = await application.restart(hidden, encrypted())
  await sendCode(hashed)
  expect(await hashed.column("verification", "identifier")).not.toContain(`sign-in-otp-${email}`)
  expect((await signIn(hashed, code)).status).toBe(200)
  const start = (plugin: NonNullable<BetterAuthOptions["plugins"]>[number]) => () =>
    encrypted()(mortiseDatabase(application.client))({ plugins: [plugin] })
  const custom = { encrypt: async (text: string) => text, decrypt: async (text: string) => text }
  const sendVerificationOTP = async () => {}
  expect(start(emailOTP({ storeOTP: "encrypted", sendVerificationOTP }))).toThrow("storeOTP of email-otp")
  expect(start(emailOTP({ storeOTP: custom, sendVerificationOTP }))).toThrow("storeOTP of email-otp")
  expect(start(twoFactor({ otpOptions: { storeOTP: "encrypted" } }))).toThrow("storeOTP of two-factor")
  expect(start(twoFactor({ otpOptions: { storeOTP: "hashed" } }))).not.toThrow()
})
