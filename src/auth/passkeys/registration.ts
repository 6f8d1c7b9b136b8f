import { newId } from "../../contract/new-id.ts"
import type { Authenticator, User } from "../../contract/types.ts"
import { sha256, toBase64, utf8 } from "../../shared/bytes.ts"
import type { Core } from "../core.ts"
import { codeOf } from "../errors.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readBody } from "../http/read-body.ts"
import { createRefuse } from "../refuse.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { type Ceremonies, ceremonyMs, requirePasskeys, verifiedOrNull } from "./ceremonies.ts"
import { accountIdOf, credentialDescriptor, credentialIdOf, passkeyProvider } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"
import type { WebAuthnLibrary } from "./passkey-options.ts"

type Functions = PasskeyFunctions<User>

/** Options for a new passkey of the signed-in user, or of a new user. */
export function createRegistrationOptions(
  core: Core,
  sessions: Sessions,
  ceremonies: Ceremonies,
): Functions["registrationOptions"] {
  const { settings, adapter } = core
  return async (request, visitor = {}) => {
    const {
      webauthn,
      name: rpName,
      domain: rpID,
      signUp,
      userVerification,
    } = requirePasskeys(settings.passkeys)
    const session = await sessions.current(request)
    if (!session && !signUp) return { ok: false, reason: "signed_out", cookies: [] }
    if (session && !session.info.fresh) return { ok: false, reason: "sign_in_again", cookies: [] }
    const user = session?.user ?? null
    const name = user ? null : userNameOf(visitor.name)
    const state = {
      ceremony: "register",
      userId: user?.id ?? null,
      session: session?.info.handle ?? null,
      name,
    } as const
    const { challenge, cookies } = await ceremonies.begin(request, state)
    const options = await webauthn.generateRegistrationOptions({
      rpName,
      rpID,
      challenge,
      userName: name ?? user?.email ?? user?.name ?? rpName,
      // A hash does not reveal the id, and is the same for all passkeys of a user.
      userID: utf8(await sha256(user?.id ?? newId())),
      attestationType: "none",
      excludeCredentials: user
        ? (await adapter.listAuthenticatorsByUserId(user.id)).map(credentialDescriptor)
        : [],
      authenticatorSelection: {
        residentKey: "required",
        userVerification: userVerification ? "required" : "preferred",
      },
      timeout: ceremonyMs,
    })
    return { ok: true, options, cookies }
  }
}

const userNameOf = (typed: unknown): string | null =>
  typeof typed === "string" && typed.trim() !== "" ? typed.trim().slice(0, 64) : null

/** Uses the challenge, verifies the response, and only then stores the passkey. */
export function createVerifyRegistration(
  core: Core,
  sessions: Sessions,
  ceremonies: Ceremonies,
): Functions["verifyRegistration"] {
  const { settings, adapter, emit } = core
  const refuse = createRefuse(core, "passkey")
  return async (request) => {
    const { webauthn, domain, userVerification } = requirePasskeys(settings.passkeys)
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return refuse(crossSite)
    const response = await readBody(request)
    const finished = await ceremonies.finish(request, "register", response)
    if (!finished) return refuse("challenge")
    const { state, challenge, cookies } = finished
    const result = await verifiedOrNull(() =>
      webauthn.verifyRegistrationResponse({
        response: response as never,
        expectedChallenge: challenge,
        expectedOrigin: settings.origin,
        expectedRPID: domain,
        requireUserVerification: userVerification,
      }),
    )
    const registered = result?.registrationInfo
    const credentialID = credentialIdOf(registered?.credential.id)
    if (!registered || credentialID === null) return refuse("not_verified", cookies)
    const session = state.userId === null ? null : await sessions.current(request)
    if (session?.info.handle !== (state.session ?? undefined)) return refuse("signed_out", cookies)
    if (await adapter.getAuthenticator(credentialID)) return refuse("already_registered", cookies)

    const user = session?.user ?? (await createUser(core, state.name))
    if ((await storePasskey(core, user, credentialID, registered)) === "taken")
      return refuse("already_registered", cookies)
    emit({ type: "passkey_added", userId: user.id })
    if (session) return { ok: true, action: "added", user, cookies }
    const signedIn = await sessions.signIn(request, user, { method: "passkey", isNewUser: true })
    return { ...signedIn, action: "signed_in", cookies: [...signedIn.cookies, ...cookies] }
  }
}

/** Creates a user without an address, since a passkey proves none. */
async function createUser({ adapter, emit }: Core, name: string | null): Promise<User> {
  const user = await adapter.createUser({ id: newId(), name, email: null, emailVerified: null, image: null })
  emit({ type: "user_created", userId: user.id, method: "passkey" })
  return user
}

type RegistrationInfo = NonNullable<
  Awaited<ReturnType<WebAuthnLibrary["verifyRegistrationResponse"]>>["registrationInfo"]
>

/** Stores the passkey before its account: the user can sign in with it alone, and a sign-in creates a missing account. */
async function storePasskey(
  { adapter }: Core,
  user: User,
  credentialID: string,
  registered: RegistrationInfo,
): Promise<"stored" | "taken"> {
  const providerAccountId = await accountIdOf(credentialID)
  const { credential, credentialDeviceType, credentialBackedUp } = registered
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
