import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import { safePath } from "../http/safe-path.ts"
import type { Refused } from "../results.ts"
import { parseAddress } from "./address.ts"
import type { EmailFunctions } from "./email-functions.ts"
import { type EmailTokens, ownedSecret } from "./email-tokens.ts"

const markForm = /^[A-Za-z0-9._-]{1,100}$/
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** The result of checking a posted link. */
export type LinkCheck =
  | { readonly ok: true; readonly email: string; readonly returnTo: string; readonly cookies: [] }
  | (Refused<"invalid_link" | "expired"> & { readonly email?: string })

/** Only parses the URL of the page: a mail scanner may open it any number of times. */
export function createPeek({ settings }: Core): EmailFunctions<User>["peek"] {
  return ({ url }) => {
    const { searchParams } = new URL(url, settings.origin)
    const email = parseAddress(searchParams.get("email"))?.email
    const token = searchParams.get("token") ?? ""
    if (!email || !tokenForm.test(token)) return { ok: false, reason: "invalid_link", cookies: [] }
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
  if (!address || typeof secret !== "string" || !tokenForm.test(secret))
    return { ok: false, reason: "invalid_link", cookies: [] }
  const { email } = address
  const outcome = await tokens.use(purpose, email, ownedSecret(owner, secret))
  if (outcome === "unknown") return { ok: false, reason: "invalid_link", email, cookies: [] }
  if (outcome === "expired") return { ok: false, reason: "expired", email, cookies: [] }
  return { ok: true, email, returnTo: safePath(returnTo, settings.origin), cookies: [] }
}
