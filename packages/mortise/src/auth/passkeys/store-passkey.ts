import type { Authenticator, User } from "../../contract/types.ts"
import { toBase64 } from "../../shared/bytes.ts"
import type { WebAuthnLibrary } from "../config/passkey-options.ts"
import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import { passkeyProvider } from "../sign-in-methods/method-key.ts"
import { toAccountId } from "./credential.ts"
import { handleField } from "./user-handle.ts"

type RegistrationInfo = NonNullable<
  Awaited<ReturnType<WebAuthnLibrary["verifyRegistrationResponse"]>>["registrationInfo"]
>

/** Stores the passkey before its account: the user can sign in with it alone, and a sign-in creates a missing account. */
export async function storePasskey(
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
