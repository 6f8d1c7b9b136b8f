import type { User } from "../../contract/types.ts"
import { readErrorCode } from "../core/errors.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { safePath } from "../http/safe-path.ts"
import { parseAddress } from "./address.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailParts } from "./email-parts.ts"
import type { KnownBrowser } from "./known-browsers.ts"
import { emailNotConfigured } from "./send-mail.ts"
import { type Asked, createSignInMail } from "./sign-in-mail.ts"

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
    // From now on, this browser has a limit of its own, and can use the last mail, which a stranger requested.
    const expected = kind === "code" ? await codes.expect(request, email, asked.returnTo) : []
    const isBound = kind === "link" && options.sameBrowser === true
    const remembered = await browsers.set(request, browser, isBound ? { asked: email } : {})
    const cookies = [...remembered, ...expected]
    const refused = await reportRefusal(request, "too_many_requests", { email, cookies })
    if (allowance === "owners") settings.waitUntil(sendToOwner(asked, request, browser))
    return refused
  }
}
