import { MortiseError } from "../../contract/errors.ts"
import type { User } from "../../contract/types.ts"
import { randomToken } from "../../shared/bytes.ts"
import type { Core } from "../core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import { safePath } from "../http/cross-site-check.ts"
import type { SetCookies } from "../results.ts"
import type { Settings } from "../settings.ts"
import { parseAddress } from "./address.ts"
import type { EmailCodes } from "./codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailTokens } from "./email-tokens.ts"

type Parts = { readonly core: Core; readonly tokens: EmailTokens; readonly codes: EmailCodes }
type Mail = { readonly email: string; readonly returnTo: string; readonly expires: Date }
type Options = NonNullable<Settings["email"]>

/** Does the same for every valid address, known or not: counts, stores, and only then sends. */
export function createRequestEmail(parts: Parts): EmailFunctions<User>["request"] {
  const { settings, emit, now } = parts.core
  return async (request, { email: typed, returnTo, by }) => {
    const options = settings.email ?? notConfigured()
    const address = parseAddress(typed)
    if (!address) return { ok: false, reason: "invalid_address", cookies: [] }
    const { email, plain } = address
    if (await isRateLimited(parts.core, options, email))
      return { ok: false, reason: "too_many_requests", cookies: [] }
    const mail = {
      email,
      returnTo: safePath(returnTo, settings.origin),
      expires: new Date(now() + options.maxAgeMs),
    }
    const kind = by ?? (options.sendLink ? "link" : "code")
    const cookies =
      kind === "link"
        ? await sendLinkMail(parts, options, mail)
        : await sendCodeMail(parts, options, mail, request)
    emit({ type: "email_requested", by: kind, plain })
    return { ok: true, expires: mail.expires, cookies }
  }
}

/** Counts mails by address, whoever asks. The key does not show the address. */
async function isRateLimited(
  { slots, keys, now }: Core,
  { limit }: Options,
  email: string,
): Promise<boolean> {
  if (!slots) return false
  const key = `auth/email-requests/${await keys.mac("email limit", email)}`
  return (await slots.count(key, new Date(now() + limit.perSeconds * 1000))) > limit.most
}

async function sendLinkMail(
  { core, tokens }: Parts,
  { sendLink = notConfigured }: Options,
  mail: Mail,
): Promise<SetCookies> {
  const { email, returnTo, expires } = mail
  const { origin, confirmPath } = core.settings
  const secret = randomToken()
  await tokens.store("email link", email, secret, expires)
  const link = `${origin}${confirmPath}?${new URLSearchParams({ email, token: secret, returnTo })}`
  try {
    await sendLink({ to: email, link, expires })
  } catch (error) {
    // One that stays is harmless: nobody knows it.
    await tokens.use("email link", email, secret).catch(() => {})
    throw notSent(error)
  }
  return []
}

async function sendCodeMail(
  { codes }: Parts,
  { sendCode = notConfigured }: Options,
  mail: Mail,
  request: HasHeaders,
): Promise<SetCookies> {
  const { code, cookies } = await codes.create(request, { ...mail, expires: mail.expires.getTime() })
  try {
    await sendCode({ to: mail.email, code, expires: mail.expires })
  } catch (error) {
    // Without its cookie, which is never set now, the code is good for nothing.
    throw notSent(error)
  }
  return cookies
}

// What a mailer says may hold the link, so its error is no cause of ours.
const notSent = (error: unknown): MortiseError =>
  error instanceof MortiseError
    ? error
    : new MortiseError("unavailable", "The mail could not be sent. Ask the mailer, then try again.", {
        operation: "email.request",
      })

function notConfigured(): never {
  throw new MortiseError(
    "invalid",
    "This way to sign in by email is not configured: hand in `email` with its function to createAuth.",
  )
}
