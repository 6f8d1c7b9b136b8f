import { isSuspended } from "../../contract/is-suspended.ts"
import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import { refusal } from "../core/results.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readFields } from "../http/read-fields.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { stepUp } from "../sessions/step-up.ts"
import { createFirstProof } from "../sign-in-methods/first-proof.ts"
import { parseAddress } from "./address.ts"
import type { CodeCheck } from "./codes/codes.ts"
import type { EmailFunctions } from "./email-functions.ts"
import { createEmailParts, type EmailParts } from "./email-parts.ts"
import { anyBrowser, type ProofCheck } from "./email-tokens.ts"
import { createFollowChange } from "./follow-change.ts"
import type { KnownBrowser, KnownBrowsers } from "./known-browsers.ts"
import { checkLink, createPeek, type LinkCheck } from "./links.ts"
import { createRequestChange } from "./request-change.ts"
import { createRequestEmail } from "./request-email.ts"
import { resolveEmailUser } from "./resolve-email-user.ts"

/** Sign-in by email: reading a mail proves that the user owns its address. */
export function createEmail(core: Core, sessions: Sessions): EmailFunctions<User> {
  const parts = createEmailParts(core, sessions)
  return {
    request: createRequestEmail(parts),
    peek: createPeek(core),
    follow: createFollow(parts),
    requestChange: createRequestChange(parts),
    followChange: createFollowChange(parts),
    stepUp: createEmailStepUp(parts),
  }
}

/** Uses a posted link or code to authenticate the signed-in user again. It must be for the user's proved address. */
function createEmailStepUp(parts: EmailParts): EmailFunctions<User>["stepUp"] {
  const { core, sessions, failures, browsers, reportRefusal } = parts
  return async (request) => {
    const crossSite = checkCrossSite(request, core.settings.origin)
    if (crossSite) return reportRefusal(request, crossSite)
    const session = await sessions.current(request)
    if (!session) return reportRefusal(request, "signed_out")
    const body = await readFields(request)
    const browser = await browsers.read(request)
    const proof = await checkSignInProof(parts, request, browser, body)
    if (!proof.ok) return reportRefusal(request, proof.reason, proof)
    await failures.reset(proof.email, browser)
    // A token holds the address of the last renewal, so the stored user decides.
    const owner = await core.adapter.getUserByEmail(proof.email)
    if (owner?.id !== session.user.id || !owner.emailVerified)
      return reportRefusal(request, "other_address", proof)
    const steppedUp = await stepUp(core, request, session, "email")
    return { ...steppedUp, cookies: [...steppedUp.cookies, ...proof.cookies] }
  }
}

/** Uses a posted link or code, and then signs in the user of its address. */
function createFollow(parts: EmailParts): EmailFunctions<User>["follow"] {
  const { core, sessions, failures, browsers, reportRefusal } = parts
  return async (request) => {
    const crossSite = checkCrossSite(request, core.settings.origin)
    if (crossSite) return reportRefusal(request, crossSite)
    const body = await readFields(request)
    const browser = await browsers.read(request)
    const proof = await checkSignInProof(parts, request, browser, body)
    if (!proof.ok) return reportRefusal(request, proof.reason, proof)
    const { email, returnTo } = proof
    await failures.reset(email, browser)
    const firstProof = createFirstProof(core, sessions, request)
    const { user, isNewUser } = await resolveEmailUser(core, email, request, firstProof)
    if (isSuspended(user)) return reportRefusal(request, "suspended", proof)
    const signedIn = await sessions.trySignIn(request, user, { method: "email", isNewUser, returnTo })
    if (signedIn === null || signedIn === "too_many_sessions")
      return reportRefusal(request, signedIn ?? "unknown_user", proof)
    const remembered = core.slots ? await browsers.set(request, browser, { signedIn: email }) : []
    return { ...signedIn, cookies: [...signedIn.cookies, ...proof.cookies, ...remembered] }
  }
}

type ProofParts = Pick<EmailParts, "core" | "tokens" | "codes" | "browsers">

/** Uses a posted link or code for a sign-in, which proves its address. */
async function checkSignInProof(
  { core, tokens, codes, browsers }: ProofParts,
  request: Request,
  browser: KnownBrowser,
  body: Readonly<Record<string, unknown>>,
): Promise<LinkCheck | CodeCheck | ProofCheck<"other_browser">> {
  const { code, email, token, browser: mark } = body
  if (code !== undefined) return codes.check(request, browser, code)
  if (!core.settings.email?.sameBrowser) return checkLink(core, tokens, body, { purpose, owner: "" })
  const isAllowed = await browsers.isMarked(browser.id, token, mark)
  const isReserve = !isAllowed && (await browsers.isMarked(anyBrowser, token, mark))
  // Before the link is used: it stays valid in the browser that requested it.
  if (!isAllowed && !(isReserve && (await hasAsked(browsers, browser, email))))
    return refusal("other_browser")
  return checkLink(core, tokens, body, { purpose, owner: isReserve ? anyBrowser : browser.id })
}

const purpose = "email link"

/** Whether the browser has requested a mail for the posted address: a link that a stranger sends does not sign in. */
async function hasAsked(browsers: KnownBrowsers, browser: KnownBrowser, typed: unknown): Promise<boolean> {
  const email = parseAddress(typed)?.email
  if (email === undefined) return false
  return (await browsers.hasAsked(browser, email)) || browsers.hasSignedIn(browser, email)
}
