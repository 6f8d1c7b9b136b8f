import type { LimitOptions } from "../../contract/slots.ts"

/** What a link or code is for. */
export type MailReason = "sign_in" | "change_address"

/** The mail with a link that works once. */
export type LinkMail = {
  readonly reason: MailReason
  readonly to: string
  readonly link: string
  readonly expires: Date
}

/** The mail with a code to type in the browser that requested it. */
export type CodeMail = {
  readonly reason: MailReason
  readonly to: string
  /**
   * Six digits, or 16 letters and digits in groups such as `7K2M-X9QD-4HVT-0RZB` if too many wrong codes were entered
   * for this address. The user may type it without hyphens and in lower case, so the field must accept text.
   */
  readonly code: string
  readonly expires: Date
}

/** The mail to the old address: a signed-in user has requested to replace it. */
export type ChangeNoticeMail = { readonly to: string }

/** Sign-in by email: set `sendLink`, `sendCode`, or both. */
export type EmailOptions = {
  /** Sends a mail. It must reject if the mail was not sent. */
  readonly sendLink?: (mail: LinkMail) => unknown
  readonly sendCode?: (mail: CodeMail) => unknown
  /** Notifies the owner of the old address that a change was requested. If it rejects, the request throws. */
  readonly sendChangeNotice?: (mail: ChangeNoticeMail) => unknown
  /** Whether a change of address revokes the user's other sessions. Default: true. */
  readonly revokeOnChange?: boolean
  /** Whether a link signs in only in the browser that requested it. Default: false. */
  readonly sameBrowser?: boolean
  /** How long a link or code is valid. Default: 600, which is also the maximum for codes. */
  readonly maxAgeSeconds?: number
  /** The rate limit for mails to one address, for each source. Default: `{ max: 5, perSeconds: 600 }`. */
  readonly limit?: LimitOptions
  /**
   * The rate limit for mails that one client requests for all addresses together. Clients are told apart by their network,
   * so it needs `clientAddress`. A whole office may share a network. Default: `{ max: 100, perSeconds: 3600 }`.
   */
  readonly clientLimit?: LimitOptions
  /**
   * The rate limit for all mails together whose client's network is not known. When it is reached, only addresses with a
   * user still get a mail, one in ten minutes. Default: `{ max: 200, perSeconds: 3600 }`.
   */
  readonly overallLimit?: LimitOptions
  /** The number of attempts to enter a code. Default: 5, maximum: 10. */
  readonly maxAttempts?: number
}
