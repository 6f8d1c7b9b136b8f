import { newId } from "../../contract/new-id.ts"
import type { Authenticator, User } from "../../contract/types.ts"
import { toBase64, utf8 } from "../../shared/bytes.ts"
import type { WebAuthnLibrary } from "../config/passkey-options.ts"
import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import { refusal } from "../core/results.ts"
import { isStorableText } from "../core/storable-text.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readFields } from "../http/read-fields.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { authenticatedAt } from "../sessions/step-up.ts"
import { noteConfirmation } from "../sign-in-methods/confirmations.ts"
import { parseCredentialId, passkeyMethod, passkeyProvider } from "../sign-in-methods/method-key.ts"
import { type Ceremonies, ceremonyMs, requirePasskeys, verifiedOrNull } from "./ceremonies.ts"
import { credentialDescriptor, toAccountId } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"
import { handleField, resolveUserHandle } from "./user-handle.ts"

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
    if (!session && !signUp) return refusal("signed_out")
    if (session && !session.info.fresh) return refusal("sign_in_again")
    const user = session?.user ?? null
    const name = user ? null : parseUserName(visitor.name)
    if (name === "invalid") return refusal("invalid_name")
    const passkeys = user ? await adapter.listAuthenticatorsByUserId(user.id) : []
    const handle = await resolveUserHandle(core, user, passkeys)
    const state = {
      ceremony: "register",
      userId: user?.id ?? null,
      session: session?.info.handle ?? null,
      name: name?.text ?? null,
      handle,
    } as const
    const { challenge, cookies } = await ceremonies.begin(request, state)
    const options = await webauthn.generateRegistrationOptions({
      rpName,
      rpID,
      challenge,
      userName: name?.text ?? user?.email ?? user?.name ?? rpName,
      userID: utf8(handle),
      attestationType: "none",
      excludeCredentials: passkeys.map(credentialDescriptor),
      authenticatorSelection: {
        residentKey: "required",
        userVerification: userVerification ? "required" : "preferred",
      },
      timeout: ceremonyMs,
    })
    return { ok: true, options, cookies }
  }
}

const maxNameLength = 64

/** The name that a visitor typed; `null` for none. A store refuses text that is not well-formed, so it is checked here. */
function parseUserName(typed: unknown): { readonly text: string } | "invalid" | null {
  const name = typeof typed === "string" ? typed.trim() : ""
  if (name === "") return null
  if (!isStorableText(name)) return "invalid"
  // Cut between code points: half of an emoji would not be well-formed.
  return { text: Array.from(name).slice(0, maxNameLength).join("") }
}

/** Verifies the response, uses the challenge, and only then stores the passkey. */
export function createVerifyRegistration(
  core: Core,
  sessions: Sessions,
  ceremonies: Ceremonies,
): Functions["verifyRegistration"] {
  const { settings, adapter, emit } = core
  return async (request) => {
    const { webauthn, domain, userVerification } = requirePasskeys(settings.passkeys)
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return refusal(crossSite)
    const response = await readFields(request)
    const finished = await ceremonies.finish(request, "register", response)
    if (!finished) return refusal("challenge")
    const { state, challenge, cookies, use } = finished
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
    const credentialID = parseCredentialId(registered?.credential.id)
    if (!registered || credentialID === null) return refusal("not_verified", cookies)
    if (!(await use())) return refusal("challenge")
    const session = state.userId === null ? null : await sessions.current(request)
    if (session?.info.handle !== (state.session ?? undefined)) return refusal("signed_out", cookies)
    if (await adapter.getAuthenticator(credentialID)) return refusal("already_registered", cookies)

    const user = session?.user ?? (await createUser(core, state.name))
    if ((await storePasskey(core, user, { credentialID, handle: state.handle }, registered)) === "taken")
      return refusal("already_registered", cookies)
    emit({ type: "passkey_added", userId: user.id })
    if (session) await noteConfirmation(core, passkeyMethod(credentialID), user, authenticatedAt(session))
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
  { credentialID, handle }: { readonly credentialID: string; readonly handle: string | null },
  registered: RegistrationInfo,
): Promise<"stored" | "taken"> {
  const providerAccountId = await toAccountId(credentialID)
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
    if (readErrorCode(error) === "conflict") return "taken"
    throw error
  }
  await adapter.linkAccount({
    userId: user.id,
    type: "webauthn",
    provider: passkeyProvider,
    providerAccountId,
    ...handleField(handle),
  })
  return "stored"
}
