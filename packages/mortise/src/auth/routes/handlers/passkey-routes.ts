import { safePath } from "../../http/safe-path.ts"
import type { Route, RouteCall } from "../route-call.ts"
import { signedIn } from "./signed-in.ts"

/** `POST passkeys/register/options`: for the signed-in user, or for a visitor who signs up. */
export const registrationOptions: Route = async ({ auth, request, fields }) => {
  const begun = await auth.passkeys.registrationOptions(request, { name: fields["name"] })
  return begun.ok ? { ok: true, json: { options: begun.options }, cookies: begun.cookies } : begun
}

/** `POST passkeys/register`: adds the passkey to the signed-in user, or signs a visitor up. */
export const register: Route = async (call) =>
  signedIn(await call.auth.passkeys.verifyRegistration(call.request), returnTo(call))

/** `POST passkeys/authenticate/options`. */
export const authenticationOptions: Route = async ({ auth, request }) => {
  const { options, cookies } = await auth.passkeys.authenticationOptions(request)
  return { ok: true, json: { options }, cookies }
}

/** `POST passkeys/authenticate`: signs in. */
export const authenticate: Route = async (call) =>
  signedIn(await call.auth.passkeys.verifyAuthentication(call.request), returnTo(call))

/** From the query, because the body is the response of the device. */
const returnTo = ({ request, settings }: RouteCall): string =>
  safePath(new URL(request.url).searchParams.get("returnTo"), settings.origin)
