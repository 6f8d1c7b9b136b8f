import type { WebAuthnLibrary } from "../../../src/auth/index.ts"

type Answer = {
  readonly id: string
  readonly counter: number
  readonly deviceType?: string
  readonly signature?: "bad"
  readonly response: { readonly clientDataJSON: string }
}

const encode = (text: string): string => Buffer.from(text).toString("base64url")

/** The challenge in the options of a ceremony. */
const challengeOf = (options: object): string => (options as { challenge: string }).challenge

/** The response of a device, without the cryptography. */
export const toyAnswer = (options: object, id: string, counter: number, rest: object = {}): Answer => ({
  id: encode(id),
  counter,
  response: { clientDataJSON: encode(JSON.stringify({ challenge: challengeOf(options) })) },
  ...rest,
})

function checked(answer: Answer, expectedChallenge: string): boolean {
  const { challenge } = JSON.parse(Buffer.from(answer.response.clientDataJSON, "base64url").toString())
  if (challenge !== expectedChallenge) throw new Error(`expected ${expectedChallenge}`)
  if (answer.signature === "bad") throw new Error(`signature of ${answer.id} does not hold`)
  return true
}

/** Replaces the WebAuthn library in tests of our own rules: it accepts every response with the right challenge. */
export const toyWebAuthn: WebAuthnLibrary = {
  generateRegistrationOptions: async (options) => ({
    ...options,
    challenge: Buffer.from(options.challenge).toString("base64url"),
  }),
  generateAuthenticationOptions: async (options) => ({
    ...options,
    challenge: Buffer.from(options.challenge).toString("base64url"),
  }),
  async verifyRegistrationResponse({ response, expectedChallenge }) {
    const { id, counter, deviceType = "singleDevice" } = response as Answer
    const credential = { id, counter, publicKey: new Uint8Array([1, 2, 3]), transports: ["usb", "nfc"] }
    const info = { credential, credentialDeviceType: deviceType, credentialBackedUp: false }
    return { verified: checked(response, expectedChallenge), registrationInfo: info }
  },
  async verifyAuthenticationResponse({ response, expectedChallenge }) {
    const { counter, deviceType = "singleDevice" } = response as Answer
    const authenticationInfo = { newCounter: counter, credentialDeviceType: deviceType }
    return { verified: checked(response, expectedChallenge), authenticationInfo }
  },
}
