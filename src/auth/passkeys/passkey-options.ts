import type { Bytes } from "../../shared/bytes.ts"

type CredentialDescriptor = { id: string; transports?: string[] }

type RegistrationInfo = {
  readonly credential: {
    readonly id: string
    readonly publicKey: Uint8Array
    readonly counter: number
    readonly transports?: readonly string[]
  }
  readonly credentialDeviceType: string
  readonly credentialBackedUp: boolean
}

/** What is used of `@simplewebauthn/server` (13 or newer): hand in the module as it is. */
export type WebAuthnLibrary = {
  generateRegistrationOptions(options: {
    rpName: string
    rpID: string
    userName: string
    userID: Bytes
    challenge: Bytes
    attestationType: "none"
    excludeCredentials: CredentialDescriptor[]
    authenticatorSelection: { residentKey: "required"; userVerification: "required" | "preferred" }
    timeout: number
  }): Promise<object>
  verifyRegistrationResponse(options: {
    response: never
    expectedChallenge: string
    expectedOrigin: string
    expectedRPID: string
    requireUserVerification: boolean
  }): Promise<{ verified: boolean; registrationInfo?: RegistrationInfo }>
  generateAuthenticationOptions(options: {
    rpID: string
    challenge: Bytes
    allowCredentials: CredentialDescriptor[]
    userVerification: "required" | "preferred"
    timeout: number
  }): Promise<object>
  verifyAuthenticationResponse(options: {
    response: never
    expectedChallenge: string
    expectedOrigin: string
    expectedRPID: string
    credential: { id: string; publicKey: Bytes; counter: number }
    requireUserVerification: boolean
  }): Promise<{ verified: boolean; authenticationInfo: { newCounter: number; credentialDeviceType: string } }>
}

/** Sign-in by passkey. */
export type PasskeyOptions = {
  /** The module that knows WebAuthn: `await import("@simplewebauthn/server")`. */
  readonly webauthn: WebAuthnLibrary
  /** What people see when their device asks them. */
  readonly name: string
  /** The domain that passkeys are bound to; the host of `origin` unless said. */
  readonly domain?: string
  /** Whether a stranger may sign up with a passkey; true unless said. */
  readonly signUp?: boolean
  /** Whether the device must check that it is the person; true unless said. */
  readonly userVerification?: boolean
  /** What happens when a counter does not grow, as a copied passkey's would not; `refuse` unless said. */
  readonly counterRegression?: "refuse" | "allow"
}
