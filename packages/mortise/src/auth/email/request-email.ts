import type { User } from "../../contract/types.ts"
import type { SetCookies } from "../http/cookies.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { safePath } from "../http/safe-path.ts"
import { parseAddress } from "./address.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailParts } from "./email-parts.ts"
import type { KnownBrowser } from "./known-browsers.ts"
import { type EmailSettings, emailNotConfigured, type Mail, sendCodeMail, sendLinkMail } from "./send-mail.ts"

/** Does the same for every valid address, whether or not a user has it: counts, stores, then sends. */
export function createRequestEmail(parts: EmailParts): EmailFunctions<User>["request"] {
  const { core, tokens, codes, browsers, limit, reportRefusal } = parts
  const { settings, keys, emit, now } = core

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
    // The link is bound to the cookie of this browser.
    const fieldsOf = async (secret: string) => ({ browser: await browsers.mark(browser, secret) })
    await sendLinkMail(core, tokens, options, mail, fieldsOf)
    return browsers.set(request, browser)
  }

  return async (request, { email: typed, returnTo, by }) => {
    const options = settings.email ?? emailNotConfigured()
    // Otherwise any page could make its visitors' browsers request mails.
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return reportRefusal(request, crossSite)
    const address = parseAddress(typed)
    if (!address) return reportRefusal(request, "invalid_address")
    const { email, plain } = address
    const browser = await browsers.read(request)
    const kind = by ?? (options.sendLink ? "link" : "code")
    const allowance = await limit.countMail(options, request, browser, email)
    if (allowance === "refused") {
      // From now on, this browser has a limit of its own, and can use the code of a mail that a stranger requested.
      const expected =
        kind === "code" ? await codes.expect(request, email, safePath(returnTo, settings.origin)) : []
      const cookies = [...(await browsers.set(request, browser)), ...expected]
      return reportRefusal(request, "too_many_requests", { email, cookies })
    }
    const isBound = kind === "link" && options.sameBrowser === true
    const mail = {
      reason: "sign_in",
      email,
      returnTo: safePath(returnTo, settings.origin),
      expires: new Date(now() + options.maxAgeMs),
      owner: isBound ? browser.id : "",
    } as const
    const cookies =
      kind === "code"
        ? await sendCodeMail(codes, options, mail, request, browser, allowance === "reserve")
        : await sendLink(options, mail, request, browser)
    const addressHash = await keys.mac("address hash", email)
    emit({ type: "email_requested", by: kind, plain, addressHash }, request)
    return { ok: true, expires: mail.expires, cookies }
  }
}
