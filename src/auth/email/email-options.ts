/** The mail with a link that signs in once. */
export type LinkMail = { readonly to: string; readonly link: string; readonly expires: Date }

/** The mail with a code to type in the browser that requested it. */
export type CodeMail = { readonly to: string; readonly code: string; readonly expires: Date }

/** Sign-in by email: set `sendLink`, `sendCode`, or both. */
export type EmailOptions = {
  /** Sends a mail. It must reject if the mail was not sent. */
  readonly sendLink?: (mail: LinkMail) => unknown
  readonly sendCode?: (mail: CodeMail) => unknown
  /** How long a link or code is valid. Default: 600, which is also the maximum for codes. */
  readonly maxAgeSeconds?: number
  /** The rate limit of mails to one address. Default: `{ most: 5, perSeconds: 600 }`. */
  readonly limit?: { readonly most: number; readonly perSeconds: number }
  /** The number of attempts to enter a code. Default: 5, maximum: 10. */
  readonly attempts?: number
}
