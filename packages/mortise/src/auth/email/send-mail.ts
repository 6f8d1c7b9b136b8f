import { MortiseError } from "../../contract/errors.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { randomToken } from "../../shared/bytes.ts"
import { showCause } from "../../shared/console.ts"
import type { MailReason } from "../config/email-options.ts"
import type { Settings } from "../config/settings.ts"
import type { Core } from "../core/core.ts"
import type { SetCookies } from "../http/cookies.ts"
import type { EmailCodes } from "./codes/codes.ts"
import { type EmailTokens, ownedSecret } from "./email-tokens.ts"
import type { KnownBrowser } from "./known-browsers.ts"

/** The checked options of email. */
export type EmailSettings = NonNullable<Settings["email"]>

/** A mail with a link or a code. */
export type Mail = {
  readonly reason: MailReason
  readonly email: string
  readonly returnTo: string
  readonly expires: Date
  /** What the link or code is bound to, besides the address; empty for a sign-in. */
  readonly owner: string
}

/** Stores a token and then mails the link. `createFields` returns additional fields of the page that the link opens. */
export async function sendLinkMail(
  { settings }: Core,
  tokens: EmailTokens,
  { sendLink = emailNotConfigured }: EmailSettings,
  { reason, email, returnTo, expires, owner }: Mail,
  createFields: (secret: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<void> {
  const secret = randomToken()
  const [purpose, path] =
    reason === "sign_in"
      ? (["email link", settings.emailLinkPath] as const)
      : (["email change", settings.emailChangeLinkPath] as const)
  const fields = { email, token: secret, returnTo, ...(await createFields(secret)) }
  await tokens.store(purpose, email, ownedSecret(owner, secret), expires)
  const link = `${settings.origin}${path}?${new URLSearchParams(fields)}`
  try {
    await sendLink({ reason, to: email, link, expires })
  } catch (error) {
    // A token that cannot be deleted is harmless: its secret was not sent.
    await tokens.use(purpose, email, ownedSecret(owner, secret)).catch(() => {})
    throw notSent(error)
  }
}

/** Stores a code and then mails it. Returns the cookies without which it cannot be used. */
export async function sendCodeMail(
  codes: EmailCodes,
  { sendCode = emailNotConfigured }: EmailSettings,
  { reason, ...mail }: Mail,
  request: Request,
  browser: KnownBrowser,
  forAnyBrowser = false,
): Promise<SetCookies> {
  const pending = { ...mail, expires: mail.expires.getTime() }
  const { code, cookies } = await codes.create(request, browser, pending, forAnyBrowser)
  try {
    await sendCode({ reason, to: mail.email, code, expires: mail.expires })
  } catch (error) {
    // The code is useless without its cookie, which is not set now.
    throw notSent(error)
  }
  return cookies
}

// The mailer's error may contain the link, so it is not passed on as a cause.
export function notSent(error: unknown): MortiseError {
  if (error instanceof MortiseError) return error
  showCause(error)
  return new MortiseError("unavailable", "The mail could not be sent: check the mailer, then retry.", {
    operation: "email.request",
  })
}

export function emailNotConfigured(): never {
  throwInvalid("Sign-in by email is not configured: pass `email` with sendLink or sendCode to createAuth.")
}
