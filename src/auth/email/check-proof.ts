import { readBody } from "../http/read-body.ts"
import type { CodeCheck } from "./codes.ts"
import type { EmailParts } from "./email-parts.ts"
import type { KnownBrowser } from "./known-browsers.ts"
import { checkLink, type LinkCheck } from "./links.ts"

type OtherBrowser = { readonly ok: false; readonly reason: "other_browser"; readonly cookies: [] }

/** The result of a posted link or code for sign-in, which is used up, and the browser that posted it. */
export type ProofCheck = {
  readonly browser: KnownBrowser
  readonly proof: CodeCheck | LinkCheck | OtherBrowser
}

export async function checkProof(parts: EmailParts, request: Request): Promise<ProofCheck> {
  const { core, tokens, codes, browsers } = parts
  const body = await readBody(request)
  const { code } = body
  const browser = await browsers.read(request)
  if (code !== undefined) return { browser, proof: await codes.check(request, browser, code) }
  const isBound = core.settings.email?.sameBrowser === true
  // Before the link is used: it stays valid in the browser that requested it.
  if (isBound && !(await browsers.isMarked(browser, body["token"], body["browser"])))
    return { browser, proof: { ok: false, reason: "other_browser", cookies: [] } }
  const owner = isBound ? browser.id : ""
  return { browser, proof: await checkLink(core, tokens, body, { purpose: "email link", owner }) }
}
