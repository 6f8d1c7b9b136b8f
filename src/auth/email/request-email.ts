import { MortiseError } from "../../contract/errors.ts"
import type { User } from "../../contract/types.ts"
import { randomToken } from "../../shared/bytes.ts"
import type { Core } from "../core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { safePath } from "../http/safe-path.ts"
import type { SetCookies } from "../results.ts"
import type { Settings } from "../settings.ts"
import { parseAddress } from "./address.ts"
import type { EmailCodes } from "./codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailTokens } from "./email-tokens.ts"
import type { KnownBrowsers } from "./known-browsers.ts"
import type { MailLimit } from "./mail-limit.ts"
import type { RefuseEmail } from "./refuse-email.ts"

type Parts = {
  readonly core: Core
  readonly tokens: EmailTokens
  readonly codes: EmailCodes
  readonly browsers: KnownBrowsers
  readonly isAboveLimit: MailLimit
  readonly refuse: RefuseEmail
}
type Mail = { readonly email: string; readonly returnTo: string; readonly expires: Date }
type Options = NonNullable<Settings["email"]>

/** Does the same for every valid address, whether or not a user has it: counts, stores, then sends. */
export function createRequestEmail(parts: Parts): EmailFunctions<User>["request"] {
  const { browsers, isAboveLimit, refuse } = parts
  const { settings, keys, emit, now } = parts.core
  return async (request, { email: typed, returnTo, by }) => {
    const options = settings.email ?? notConfigured()
    // Otherwise any page could make its visitors' browsers request mails.
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return refuse(request, crossSite)
    const address = parseAddress(typed)
    if (!address) return refuse(request, "invalid_address")
    const { email, plain } = address
    const browser = await browsers.read(request)
    // From now on, this browser has a limit of its own.
    if (await isAboveLimit(options, request, browser, email))
      return refuse(request, "too_many_requests", { email, cookies: await browsers.set(request, browser) })
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
    const addressHash = await keys.mac("address hash", email)
    emit({ type: "email_requested", by: kind, plain, addressHash }, request)
    return { ok: true, expires: mail.expires, cookies }
  }
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
    // A token that cannot be deleted is harmless: its secret was not sent.
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
    // The code is useless without its cookie, which is not set now.
    throw notSent(error)
  }
  return cookies
}

// The mailer's error may contain the link, so it is not passed on as a cause.
const notSent = (error: unknown): MortiseError =>
  error instanceof MortiseError
    ? error
    : new MortiseError("unavailable", "The mail could not be sent: check the mailer, then retry.", {
        operation: "email.request",
      })

function notConfigured(): never {
  throw new MortiseError(
    "invalid",
    "Sign-in by email is not configured: pass `email` with sendLink or sendCode to createAuth.",
  )
}
