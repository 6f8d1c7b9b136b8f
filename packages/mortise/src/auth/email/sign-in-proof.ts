import { refusal } from "../core/results.ts"
import { parseAddress } from "./address.ts"
import type { CodeCheck } from "./codes/codes.ts"
import type { EmailParts } from "./email-parts.ts"
import { anyBrowser, type ProofCheck } from "./email-tokens.ts"
import type { KnownBrowser, KnownBrowsers } from "./known-browsers.ts"
import { checkLink, type LinkCheck } from "./links.ts"

type ProofParts = Pick<EmailParts, "core" | "tokens" | "codes" | "browsers">

/** Uses a posted link or code for a sign-in, which proves its address. */
export async function checkSignInProof(
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
