import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import { checkCrossSite, readBody, safePath } from "../http/cross-site-check.ts"
import type { Refused, SetCookies } from "../results.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { parseAddress } from "./address.ts"
import type { EmailCodes } from "./codes.ts"
import type { EmailFunctions, FollowReason } from "./email-functions.ts"
import type { EmailTokens } from "./email-tokens.ts"
import { resolveEmailUser } from "./resolve-email-user.ts"

type Parts = {
  readonly core: Core
  readonly sessions: Sessions
  readonly tokens: EmailTokens
  readonly codes: EmailCodes
}

const linkTokenForm = /^[A-Za-z0-9_-]{43}$/

/** Looks at the address of the page alone, which a mail scanner may open as often as it likes. */
export function createPeek({ settings }: Core): EmailFunctions<User>["peek"] {
  return ({ url }) => {
    const { searchParams } = new URL(url, settings.origin)
    const email = parseAddress(searchParams.get("email"))?.email
    const token = searchParams.get("token") ?? ""
    if (!email || !linkTokenForm.test(token)) return { ok: false, reason: "invalid_link", cookies: [] }
    const returnTo = safePath(searchParams.get("returnTo"), settings.origin)
    return { ok: true, email, fields: { email, token, returnTo } }
  }
}

/** A posted link or code: used up first, then judged, then the person whose mailbox it was is signed in. */
export function createFollow(parts: Parts): EmailFunctions<User>["follow"] {
  const { core, sessions, codes } = parts
  const refused = (reason: FollowReason, cookies: SetCookies = []): Refused<FollowReason> => {
    core.emit({ type: "refused", flow: "email", reason })
    return { ok: false, reason, cookies }
  }

  return async (request) => {
    const wrong = checkCrossSite(request, core.settings.origin)
    if (wrong) return refused(wrong)
    const body = await readBody(request)
    const { code } = body
    const proof = code === undefined ? await checkLink(parts, body) : await codes.check(request, code)
    if (!proof.ok) return refused(proof.reason, proof.cookies)
    const { email, returnTo, cookies } = proof
    const { user, isNewUser } = await resolveEmailUser(core, email)
    const signedIn = await sessions.signIn(request, user, { method: "email", isNewUser, returnTo })
    return { ...signedIn, cookies: [...signedIn.cookies, ...cookies] }
  }
}

/** What a posted link proves: both parts must match what is stored, once, and in time. */
async function checkLink({ core, tokens }: Parts, body: Readonly<Record<string, unknown>>) {
  const { email: typed, token: secret, returnTo: path } = body
  const address = parseAddress(typed)
  if (!address || typeof secret !== "string" || !linkTokenForm.test(secret))
    return { ok: false, reason: "invalid_link", cookies: [] } as const
  const { email } = address
  const outcome = await tokens.use("email link", email, secret)
  if (outcome === "unknown") return { ok: false, reason: "invalid_link", cookies: [] } as const
  if (outcome === "expired") return { ok: false, reason: "expired", cookies: [] } as const
  return { ok: true, email, returnTo: safePath(path, core.settings.origin), cookies: [] } as const
}
