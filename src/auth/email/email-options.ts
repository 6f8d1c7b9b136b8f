/** A link for one person to sign in with, once. */
export type LinkMail = { readonly to: string; readonly link: string; readonly expires: Date }

/** A short code for one person to type where they asked for it. */
export type CodeMail = { readonly to: string; readonly code: string; readonly expires: Date }

/** Sign-in by email: hand in `sendLink`, `sendCode`, or both. */
export type EmailOptions = {
  /** Sends a mail; a rejection means that it was not sent. */
  readonly sendLink?: (mail: LinkMail) => unknown
  readonly sendCode?: (mail: CodeMail) => unknown
  /** How many seconds a link or code is good for; 600 unless said. Codes take no more. */
  readonly maxAgeSeconds?: number
  /** The most mails to one address in so many seconds; 5 in 600 unless said. */
  readonly limit?: { readonly most: number; readonly perSeconds: number }
  /** How often a code may be guessed at; 5 unless said. */
  readonly attempts?: number
}
