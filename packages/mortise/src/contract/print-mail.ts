import { printLine } from "../shared/console.ts"
import { readVariable } from "../shared/read-variable.ts"
import { isLoopbackUrl, parseUrl } from "../shared/secure-url.ts"
import { visibleText } from "../shared/visible-text.ts"
import { throwInvalid } from "./throw-invalid.ts"

/** What Auth.js passes to `sendVerificationRequest`, and `mortise/auth` to `sendLink` and `sendCode`. */
type Mail =
  | { readonly identifier: string; readonly url: string }
  | { readonly to: string; readonly link: string }
  | { readonly to: string; readonly code: string }

/**
 * Prints a sign-in mail to the terminal, until the application has a mailer. It refuses with `NODE_ENV=production`,
 * because everyone who reads the log could sign in. Without `AUTH_URL`, Auth.js reads its own address from a header,
 * which a client can forge: `printMail` then prints only links to this machine.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@auth/core"
 * import { printMail } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * export const config: AuthConfig = {
 *   adapter: memoryAdapter(),
 *   providers: [
 *     { id: "email", type: "email", name: "Email", maxAge: 15 * 60, sendVerificationRequest: printMail },
 *   ],
 * }
 * ```
 */
export function printMail(mail: Mail): void {
  const to = "to" in mail ? mail.to : mail.identifier
  const content = "code" in mail ? mail.code : "link" in mail ? mail.link : mail.url
  if (readVariable("NODE_ENV") === "production")
    throwInvalid(
      "printMail prints sign-in mails to the log, where everyone who reads it could use them, so it refuses with NODE_ENV=production: replace printMail in your configuration by a function that sends the mail.",
    )
  if ("url" in mail) checkHost(mail.url)
  printLine(`Mail to ${visibleText(to)}: ${visibleText(content)}`)
}

function checkHost(link: string): void {
  const address = parseUrl(readVariable("AUTH_URL") ?? "")
  if (isLoopbackUrl(link) || (address && address.host === parseUrl(link)?.host)) return
  throwInvalid(
    "printMail does not print this link: it leads to another machine, whose name may come from a forged header. Set AUTH_URL to your application's address.",
  )
}
