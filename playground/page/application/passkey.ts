import type { AuthName, PasskeyAction } from "../../protocol.ts"
import { callApplication } from "./call-application.ts"
import type { Outcome } from "./use-action.ts"

type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0]
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0]

/** Creates a passkey or signs in with one: the server asks, the device signs, the server verifies. */
export async function runPasskey(auth: AuthName, action: PasskeyAction, email: string): Promise<Outcome> {
  if (!("PublicKeyCredential" in globalThis && "parseCreationOptionsFromJSON" in PublicKeyCredential))
    return { ok: false, reason: "unsupported" }
  const asked = await callApplication(auth, "passkey-options", {
    action,
    ...(action === "register" && { email }),
  })
  if (!asked.ok) return asked
  try {
    const credential = await askDevice(action, asked.options)
    return await callApplication(auth, "passkey", { action, credential })
  } catch (error) {
    return { ok: false, reason: error instanceof DOMException ? error.name : "unsupported" }
  }
}

async function askDevice(action: PasskeyAction, options: object): Promise<unknown> {
  const credential =
    action === "register"
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as CreationOptions),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as RequestOptions),
        })
  return (credential as PublicKeyCredential).toJSON()
}
