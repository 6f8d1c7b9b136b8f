import type { User } from "../../contract/types.ts"
import { readErrorCode } from "../core/errors.ts"
import type { SetCookies } from "../http/cookies.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { safePath } from "../http/safe-path.ts"
import { type Address, parseAddress } from "./address.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailParts } from "./email-parts.ts"
import { anyBrowser } from "./email-tokens.ts"
import type { KnownBrowser } from "./known-browsers.ts"
import { type EmailSettings, emailNotConfigured, type Mail, sendCodeMail, sendLinkMail } from "./send-mail.ts"

/** Does the same for every valid address, whether or not a user has it: counts, stores, then sends. */
export function createRequestEmail(parts: EmailParts): EmailFunctions<User>["request"] {
  const { core, codes, browsers, limit, reportRefusal } = parts
  const { settings, adapter, emit } = core
  const send = createSignInMail(parts)

  /**
   * Sends the reserve mail if a user has the address. It starts after the response, so that not even a client of SQLite
   * that blocks the process makes the response slower: it reveals nothing.
   */
  const sendToOwner = async (asked: Asked, request: Request, browser: KnownBrowser): Promise<void> => {
    const { email } = asked.address
    await new Promise((resolve) => setTimeout(resolve, 0))
    try {
      if (!(await adapter.getUserByEmail(email))) return
      if ((await limit.takeReserve(email)) === "reserve") await send(asked, request, browser, true)
    } catch (error) {
      emit({ type: "operation_failed", operation: "email.request", code: readErrorCode(error) }, request)
    }
  }

  return async (request, { email: typed, returnTo, by }) => {
    const options = settings.email ?? emailNotConfigured()
    // Otherwise any page could make its visitors' browsers request mails.
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return reportRefusal(request, crossSite)
    const address = parseAddress(typed)
    if (!address) return reportRefusal(request, "invalid_address")
    const { email } = address
    const browser = await browsers.read(request)
    const kind = by ?? (options.sendLink ? "link" : "code")
    const asked = { options, kind, address, returnTo: safePath(returnTo, settings.origin) } as const
    const allowance = await limit.countMail(options, request, browser, email)
    if (allowance === "allowed" || allowance === "reserve")
      return send(asked, request, browser, allowance === "reserve")
    // From now on, this browser has a limit of its own, and can use the last mail. The stranger who requested that chose
    // between a link and a code.
    const expected = options.sendCode ? await codes.expect(request, email, asked.returnTo) : []
    const isBound = options.sendLink !== undefined && options.sameBrowser === true
    const remembered = await browsers.set(request, browser, isBound ? { asked: email } : {})
    const cookies = [...remembered, ...expected]
    const refused = await reportRefusal(request, "too_many_requests", { email, cookies })
    if (allowance === "owners") settings.waitUntil(sendToOwner(asked, request, browser))
    return refused
  }
}

/** A request for a mail to a valid address. */
type Asked = {
  readonly options: EmailSettings
  readonly kind: "link" | "code"
  readonly address: Address
  readonly returnTo: string
}

type Parts = Pick<EmailParts, "core" | "tokens" | "codes" | "browsers">

/** Creates the function that stores and sends the mail of a sign-in, and returns the cookies of its browser. */
function createSignInMail({ core, tokens, codes, browsers }: Parts) {
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
