import { MortiseError } from "../../contract/errors.ts"
import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import { randomText } from "../encoding.ts"
import { bodyOf, misdirected, safePath } from "../requests.ts"
import type { Refused } from "../results.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { parseAddress } from "./address.ts"
import { type Codes, createCodes } from "./codes.ts"
import type { EmailFunctions, FollowReason } from "./email-functions.ts"
import { mailboxOwner } from "./mailbox-owner.ts"
import { createTokens, type Tokens } from "./tokens.ts"

type Parts = {
  readonly core: Core
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly codes: Codes
}

/** Sign-in by email: whoever can read the mail is the person. */
export function createEmail(core: Core, sessions: Sessions): EmailFunctions<User> {
  const tokens = createTokens(core)
  const parts = { core, sessions, tokens, codes: createCodes(core, tokens) }
  return { request: requesting(parts), peek: peeking(core), follow: following(parts) }
}

/**
 * Does the same for every valid address, known or not: counts, stores, and only then sends. What could not be
 * sent is taken back.
 */
function requesting({ core, tokens, codes }: Parts): EmailFunctions<User>["request"] {
  const { settings, slots, keys, emit, now } = core
  return async (request, { email: typed, returnTo: path, by }) => {
    const options = settings.email ?? notConfigured()
    const { sendLink, sendCode, limit, maxAge } = options
    const address = parseAddress(typed)
    if (!address) return { ok: false, reason: "invalid_address", cookies: [] }
    const { email } = address
    const counter = `auth/mails/${await keys.mac("email limit", email)}`
    const asked = await slots?.count(counter, new Date(now() + limit.seconds * 1000))
    if (asked !== undefined && asked > limit.most)
      return { ok: false, reason: "too_many_requests", cookies: [] }

    const expires = new Date(now() + maxAge)
    const returnTo = safePath(path, settings.origin)
    const kind = by ?? (sendLink ? "link" : "code")
    emit({ type: "email_requested", by: kind, plain: address.plain })
    if (kind === "code" && sendCode) {
      const { code, cookies } = await codes.create(request, { email, returnTo, expires: expires.getTime() })
      await sent(() => sendCode({ to: email, code, expires }))
      return { ok: true, expires, cookies }
    }
    if (!sendLink) return notConfigured()
    const secret = randomText()
    await tokens.store("email link", email, secret, expires)
    const link = `${settings.origin}${settings.confirmPath}?${new URLSearchParams({ email, token: secret, returnTo })}`
    await sent(
      () => sendLink({ to: email, link, expires }),
      () => tokens.use("email link", email, secret),
    )
    return { ok: true, expires, cookies: [] }
  }
}

async function sent(send: () => unknown, takeBack?: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch {
    // A token that stays is harmless: nobody knows it. What the mailer says may hold the link.
    await takeBack?.().catch(() => {})
    throw new MortiseError("unavailable", "The mail could not be sent. Ask the mailer, then try again.", {
      operation: "email.request",
    })
  }
}

function peeking({ settings }: Core): EmailFunctions<User>["peek"] {
  return ({ url }) => {
    const { searchParams } = new URL(url, settings.origin)
    const email = parseAddress(searchParams.get("email"))?.email
    const token = searchParams.get("token") ?? ""
    if (!email || !linkSecret.test(token)) return { ok: false, reason: "invalid_link", cookies: [] }
    return {
      ok: true,
      email,
      fields: { email, token, returnTo: safePath(searchParams.get("returnTo"), settings.origin) },
    }
  }
}

const linkSecret = /^[A-Za-z0-9_-]{43}$/

/** A posted link or code: used up first, then judged, then the person whose mailbox it was is signed in. */
function following(parts: Parts): EmailFunctions<User>["follow"] {
  const { core, sessions, codes } = parts
  const refused = (reason: FollowReason, cookies: readonly string[] = []): Refused<FollowReason> => {
    core.emit({ type: "refused", flow: "email", reason })
    return { ok: false, reason, cookies }
  }

  return async (request) => {
    const wrong = misdirected(request, core.settings.origin)
    if (wrong) return refused(wrong)
    const body = await bodyOf(request)
    const proof =
      body["code"] === undefined ? await followLink(parts, body) : await codes.check(request, body["code"])
    if (!proof.ok) return refused(proof.reason, proof.cookies)
    const { user, isNewUser } = await mailboxOwner(core, proof.email)
    const signedIn = await sessions.begin(request, user, {
      method: "email",
      isNewUser,
      returnTo: proof.returnTo,
    })
    return { ...signedIn, cookies: [...signedIn.cookies, ...proof.cookies] }
  }
}

async function followLink({ core, tokens }: Parts, body: Readonly<Record<string, unknown>>) {
  const address = parseAddress(body["email"])
  const secret = body["token"]
  if (!address || typeof secret !== "string" || !linkSecret.test(secret))
    return { ok: false, reason: "invalid_link", cookies: [] } as const
  const outcome = await tokens.use("email link", address.email, secret)
  if (outcome !== "good")
    return { ok: false, reason: outcome === "expired" ? "expired" : "invalid_link", cookies: [] } as const
  const returnTo = safePath(body["returnTo"], core.settings.origin)
  return { ok: true, email: address.email, returnTo, cookies: [] } as const
}

function notConfigured(): never {
  throw new MortiseError(
    "invalid",
    "This way to sign in by email is not configured: hand in `email` to createAuth.",
  )
}
