import { refusal } from "../core/results.ts"
import type { CodeCheck } from "./codes/codes.ts"
import type { EmailParts } from "./email-parts.ts"
import type { ProofCheck } from "./email-tokens.ts"
import type { KnownBrowser } from "./known-browsers.ts"
import { checkLink, type LinkCheck } from "./links.ts"

type ProofParts = Pick<EmailParts, "core" | "tokens" | "codes" | "browsers">

/** Uses a posted link or code for a sign-in, which proves its address. */
export async function checkSignInProof(
  { core, tokens, codes, browsers }: ProofParts,
  request: Request,
  browser: KnownBrowser,
  body: Readonly<Record<string, unknown>>,
): Promise<LinkCheck | CodeCheck | ProofCheck<"other_browser">> {
  const { code, token, browser: mark } = body
  if (code !== undefined) return codes.check(request, browser, code)
  const isBound = core.settings.email?.sameBrowser === true
  // Before the link is used: it stays valid in the browser that requested it.
  if (isBound && !(await browsers.isMarked(browser, token, mark))) return refusal("other_browser")
  return checkLink(core, tokens, body, { purpose: "email link", owner: isBound ? browser.id : "" })
}
