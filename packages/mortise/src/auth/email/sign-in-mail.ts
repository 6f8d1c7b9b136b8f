import type { SetCookies } from "../http/cookies.ts"
import type { Address } from "./address.ts"
import type { EmailParts } from "./email-parts.ts"
import { anyBrowser } from "./email-tokens.ts"
import type { KnownBrowser } from "./known-browsers.ts"
import { type EmailSettings, type Mail, sendCodeMail, sendLinkMail } from "./send-mail.ts"

/** A request for a mail to a valid address. */
export type Asked = {
  readonly options: EmailSettings
  readonly kind: "link" | "code"
  readonly address: Address
  readonly returnTo: string
}

type Parts = Pick<EmailParts, "core" | "tokens" | "codes" | "browsers">

/** Creates the function that stores and sends the mail of a sign-in, and returns the cookies of its browser. */
export function createSignInMail({ core, tokens, codes, browsers }: Parts) {
  const { keys, emit, now } = core

  const sendLink = async (
    options: EmailSettings,
    mail: Mail,
    request: Request,
    browser: KnownBrowser,
  ): Promise<SetCookies> => {
    if (!options.sameBrowser) {
      await sendLinkMail(core, tokens, options, mail)
      return []
    }
    const createFields = async (secret: string) => ({ browser: await browsers.mark(mail.owner, secret) })
    await sendLinkMail(core, tokens, options, mail, createFields)
    return browsers.set(request, browser, { asked: mail.email })
  }

  return async (
    { options, kind, address: { email, plain }, returnTo }: Asked,
    request: Request,
    browser: KnownBrowser,
    isReserve: boolean,
  ) => {
    const isBound = kind === "link" && options.sameBrowser === true
    const mail = {
      reason: "sign_in",
      email,
      returnTo,
      expires: new Date(now() + options.maxAgeMs),
      // A stranger may have requested the reserve mail, so it is not bound to the browser that did.
      owner: isBound ? (isReserve ? anyBrowser : browser.id) : "",
    } as const
    const cookies =
      kind === "code"
        ? await sendCodeMail(codes, options, mail, request, browser, isReserve)
        : await sendLink(options, mail, request, browser)
    const addressHash = await keys.mac("address hash", email)
    emit({ type: "email_requested", by: kind, plain, addressHash }, request)
    return { ok: true, expires: mail.expires, cookies } as const
  }
}
