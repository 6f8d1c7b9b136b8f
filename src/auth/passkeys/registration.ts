import { newId } from "../../contract/new-id.ts"
import type { Authenticator, User } from "../../contract/types.ts"
import { sha256, toBase64, utf8 } from "../../shared/bytes.ts"
import { codeOf } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import { bodyOf, misdirected } from "../http/cross-site-check.ts"
import { createRefusals } from "../refuse.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { type Ceremonies, ceremonyAge, configured, verifying } from "./ceremonies.ts"
import { accountIdOf, credentialIdOf, listed, passkeyProvider } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"
import type { WebAuthnLibrary } from "./passkey-options.ts"

type Functions = PasskeyFunctions<User>

/** A new passkey: for the person who is signed in, or for a new one. */
export function registering(
  core: Core,
  sessions: Sessions,
  ceremonies: Ceremonies,
): Functions["registrationOptions"] {
  const { settings, adapter } = core
  return async (request, newcomer = {}) => {
    const { webauthn, name: rpName, domain: rpID, signUp, userVerification } = configured(settings.passkeys)
    const session = await sessions.current(request)
    if (!session && !signUp) return { ok: false, reason: "signed_out", cookies: [] }
    if (session && !session.info.fresh) return { ok: false, reason: "sign_in_again", cookies: [] }
    const user = session?.user ?? null
    const name = user ? null : nameOf(newcomer.name)
    const begun = {
      ceremony: "register",
      userId: user?.id ?? null,
      session: session?.info.handle ?? null,
      name,
    } as const
    const { challenge, cookies } = await ceremonies.begin(request, begun)
    const options = await webauthn.generateRegistrationOptions({
      rpName,
      rpID,
      challenge,
      userName: name ?? user?.email ?? user?.name ?? rpName,
      // Says nothing about the person, and stays the same for all passkeys of a user.
      userID: utf8(await sha256(user?.id ?? newId())),
      attestationType: "none",
      excludeCredentials: user ? (await adapter.listAuthenticatorsByUserId(user.id)).map(listed) : [],
      authenticatorSelection: {
        residentKey: "required",
        userVerification: userVerification ? "required" : "preferred",
      },
      timeout: ceremonyAge,
    })
    return { ok: true, options, cookies }
  }
}

const nameOf = (typed: unknown): string | null =>
  typeof typed === "string" && typed.trim() !== "" ? typed.trim().slice(0, 64) : null

/** The challenge is used up first, then the answer is checked, and only then is anything stored. */
export function verifyingRegistration(
  core: Core,
  sessions: Sessions,
  ceremonies: Ceremonies,
): Functions["verifyRegistration"] {
  const { settings, adapter, emit } = core
  const refused = createRefusals(core)
  return async (request) => {
    const { webauthn, domain, userVerification } = configured(settings.passkeys)
    const wrong = misdirected(request, settings.origin)
    if (wrong) return refused(wrong)
    const answer = await bodyOf(request)
    const finished = await ceremonies.finish(request, "register", answer)
    if (!finished) return refused("challenge")
    const { begun, challenge, cookies } = finished
    const result = await verifying(() =>
      webauthn.verifyRegistrationResponse({
        response: answer as never,
        expectedChallenge: challenge,
        expectedOrigin: settings.origin,
        expectedRPID: domain,
        requireUserVerification: userVerification,
      }),
    )
    const made = result?.registrationInfo
    const credentialID = credentialIdOf(made?.credential.id)
    if (!made || credentialID === null) return refused("not_verified", cookies)
    const session = begun.userId === null ? null : await sessions.current(request)
    if (session?.info.handle !== (begun.session ?? undefined)) return refused("signed_out", cookies)
    if (await adapter.getAuthenticator(credentialID)) return refused("already_registered", cookies)

    const user = session?.user ?? (await newcomer(core, begun.name))
    if ((await store(core, user, credentialID, made)) === "taken")
      return refused("already_registered", cookies)
    emit({ type: "passkey_added", userId: user.id })
    if (session) return { ok: true, action: "added", user, cookies }
    const signedIn = await sessions.begin(request, user, { method: "passkey", isNewUser: true })
    return { ...signedIn, action: "signed_in", cookies: [...signedIn.cookies, ...cookies] }
  }
}

/** Nobody has proved an address here, so a new user has none. */
async function newcomer({ adapter, emit }: Core, name: string | null): Promise<User> {
  const user = await adapter.createUser({ id: newId(), name, email: null, emailVerified: null, image: null })
  emit({ type: "user_created", userId: user.id, method: "passkey" })
  return user
}

type Made = NonNullable<
  Awaited<ReturnType<WebAuthnLibrary["verifyRegistrationResponse"]>>["registrationInfo"]
>

/** The passkey before its account: it lets the person in by itself, and brings the account along when it is missing. */
async function store(
  { adapter }: Core,
  user: User,
  credentialID: string,
  made: Made,
): Promise<"stored" | "taken"> {
  const providerAccountId = await accountIdOf(credentialID)
  const { credential, credentialDeviceType, credentialBackedUp } = made
  const passkey: Authenticator = {
    credentialID,
    providerAccountId,
    userId: user.id,
    credentialPublicKey: toBase64(credential.publicKey),
    counter: credential.counter,
    credentialDeviceType,
    credentialBackedUp,
    ...(credential.transports?.length && { transports: credential.transports.join(",") }),
  }
  try {
    await adapter.createAuthenticator(passkey)
  } catch (error) {
    if (codeOf(error) === "conflict") return "taken"
    throw error
  }
  await adapter.linkAccount({
    userId: user.id,
    type: "webauthn",
    provider: passkeyProvider,
    providerAccountId,
  })
  return "stored"
}
