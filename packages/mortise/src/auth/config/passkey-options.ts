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

/** The functions of `@simplewebauthn/server` (13 or newer) that are used: pass the module unchanged. */
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
  /** The WebAuthn library: `await import("@simplewebauthn/server")`. */
  readonly webauthn: WebAuthnLibrary
  /** The application's name, as the device shows it. */
  readonly name: string
  /** The domain that passkeys are bound to. Default: the host in `origin`. */
  readonly domain?: string
  /** Whether a visitor may sign up with a passkey. Default: true. */
  readonly signUp?: boolean
  /** Whether the device must verify the user, for example by fingerprint or PIN. Default: true. */
  readonly userVerification?: boolean
  /** What to do when a counter does not grow, which can mean a copied passkey. Default: `refuse`. */
  readonly counterRegression?: "refuse" | "allow"
}
