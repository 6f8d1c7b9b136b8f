import type { User } from "../../contract/types.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { safePath } from "../http/safe-path.ts"
import { parseAddress } from "./address.ts"
import type { EmailFunctions } from "./email-functions.ts"
import type { EmailParts } from "./email-parts.ts"
import { emailNotConfigured, notSent, sendCodeMail, sendLinkMail } from "./send-mail.ts"

/**
 * Mails a link or code to the new address and a notice to the old one. The result is the same whether or not another
 * user has the new address: only its owner, who reads the mail, learns that when the link is followed.
 */
export function createRequestChange(parts: EmailParts): EmailFunctions<User>["requestChange"] {
  const { core, sessions, tokens, changeCodes, browsers, limit, reportRefusal } = parts
  const { settings, adapter, keys, emit, now } = core
  return async (request, { email: typed, returnTo, by }) => {
    const options = settings.email ?? emailNotConfigured()
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return reportRefusal(request, crossSite)
    const session = await sessions.current(request)
    // A token may hold an address that has been changed since, so the user is read from the store.
    const user = session && (await adapter.getUser(session.user.id))
    if (!session || !user) return reportRefusal(request, "signed_out")
    if (!session.info.fresh) return reportRefusal(request, "sign_in_again")
    const email = parseAddress(typed)?.email
    if (email === undefined) return reportRefusal(request, "invalid_address")
    if (email === user.email) return reportRefusal(request, "same_address", { email })
    const browser = await browsers.read(request)
    // A visitor can sign up without a mail, so the limit of all mails holds for users, too.
    const isLimited =
      (await limit.isAboveLimitOfUser(options, user.id)) ||
      ["refused", "owners"].includes(await limit.countMail(options, request, browser, email))
    if (isLimited) return reportRefusal(request, "too_many_requests", { email })

    const expires = new Date(now() + options.maxAgeMs)
    const owner = changeOwner(user)
    const mail = {
      reason: "change_address",
      email,
      returnTo: safePath(returnTo, settings.origin),
      expires,
      owner,
    } as const
    // The notice is sent first: if it cannot be sent, the address does not change unnoticed.
    if (user.email) await sendChangeNotice(options.sendChangeNotice, user.email)
    const isLink = (by ?? (options.sendLink ? "link" : "code")) === "link"
    if (isLink) await sendLinkMail(core, tokens, options, mail)
    const cookies = isLink ? [] : await sendCodeMail(changeCodes, options, mail, request, browser)
    const addressHash = await keys.mac("address hash", email)
    emit(
      { type: "email_change_requested", userId: user.id, session: session.info.handle, addressHash },
      request,
    )
    return { ok: true, expires, cookies }
  }
}

/** A link or code for a change is bound to the user and to the address that is replaced. */
export const changeOwner = ({ id, email }: Pick<User, "id" | "email">): string =>
  JSON.stringify([id, email ?? null])

async function sendChangeNotice(
  send: ((mail: { readonly to: string }) => unknown) | undefined,
  to: string,
): Promise<void> {
  try {
    await send?.({ to })
  } catch (error) {
    throw notSent(error)
  }
}
