import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import { refusal } from "../core/results.ts"
import { safePath } from "../http/safe-path.ts"
import { parseAddress } from "./address.ts"
import type { EmailFunctions } from "./email-functions.ts"
import { type EmailTokens, ownedSecret, type ProofCheck } from "./email-tokens.ts"

const markForm = /^[A-Za-z0-9._-]{1,100}$/
const tokenForm = /^[A-Za-z0-9_-]{43}$/

export type LinkCheck = ProofCheck<"invalid_link" | "expired">

/** Only parses the URL of the page: a mail scanner may open it any number of times. */
export function createPeek({ settings }: Core): EmailFunctions<User>["peek"] {
  return ({ url }) => {
    const { searchParams } = new URL(url, settings.origin)
    const email = parseAddress(searchParams.get("email"))?.email
    const token = searchParams.get("token") ?? ""
    if (!email || !tokenForm.test(token)) return refusal("invalid_link")
    const returnTo = safePath(searchParams.get("returnTo"), settings.origin)
    const browser = searchParams.get("browser")
    const mark = browser !== null && markForm.test(browser) ? { browser } : {}
    return { ok: true, email, fields: { email, token, returnTo, ...mark } }
  }
}

/** Uses the posted link: address, token and owner must match the stored row, which works once. */
export async function checkLink(
  { settings }: Core,
  tokens: EmailTokens,
  body: Readonly<Record<string, unknown>>,
  { purpose, owner }: { readonly purpose: "email link" | "email change"; readonly owner: string },
): Promise<LinkCheck> {
  const { email: typed, token: secret, returnTo } = body
  const address = parseAddress(typed)
  if (!address || typeof secret !== "string" || !tokenForm.test(secret)) return refusal("invalid_link")
  const { email } = address
  const outcome = await tokens.use(purpose, email, ownedSecret(owner, secret))
  if (outcome === "unknown") return { ...refusal("invalid_link"), email }
  if (outcome === "expired") return { ...refusal("expired"), email }
  return { ok: true, email, returnTo: safePath(returnTo, settings.origin), cookies: [] }
}
