/** What the server sends to the page. Dates are ISO texts. No type has a place for a secret. */
import type { Receipt } from "../revoke/receipt.ts"
import type { VisibleFinding } from "../tables/visible-finding.ts"

export type { Receipt, VisibleFinding }

/** The fields of a row that are declared and not secret, as text to show. */
export type VisibleFields = Readonly<Record<string, string | number | boolean | null>>

/** A row that the page can name by its handle. */
export type VisibleRow = { readonly handle: string; readonly fields: VisibleFields }

export type Overview = {
  /** The name of the store, such as `postgres`. */
  readonly store: string
  /** The database as its server names it, such as `auth at 10.0.0.7:5432`, or its file; null if that is not known. */
  readonly place: string | null
  /** Whether the rows are Better Auth's. */
  readonly isBetterAuth: boolean
  /** Whether the studio was started with `--write`. */
  readonly isWritable: boolean
  /** Whether users have the field `suspendedAt`, or in Better Auth the ban of the plugin admin. */
  readonly canSuspend: boolean
  /** What ending a user's sessions cannot end, as sentences. */
  readonly note: string
  /** The search finds names in stores with at most this many users. */
  readonly namesUpTo: number
  readonly models: readonly string[]
}

export type UserSummary = {
  readonly id: string
  readonly email: string | null
  readonly name: string | null
  readonly isSuspended: boolean
  /** The time, or true if the store has no time. */
  readonly emailVerified: string | true | null
  /** The field `createdAt`, else the time in an id that is a UUID of version 7. */
  readonly created: string | null
  /** When the user's last session expires, in the order `session`. */
  readonly sessionExpires?: string | null
}

/** The orders of a list. `newest` and `oldest` are by creation; `session` starts with the session that expires last. */
export const sorts = ["id", "newest", "oldest", "session"] as const

export type Sort = (typeof sorts)[number]

/** Which orders and filters of users the store can read page by page. */
export type ListOptions = {
  readonly sorts: readonly Sort[]
  readonly providers: readonly string[]
  /** Why other orders and filters are not offered, and what an order leaves out, as sentences. */
  readonly notes: readonly string[]
}

/** A page of users, and where the next one starts. */
export type UserPage = {
  readonly users: readonly UserSummary[]
  readonly next: string | null
  /** Set for a search: what was compared with the text. Only emails and ids if the store has too many users. */
  readonly searched?: "names" | "emails"
  /** How many users the whole list has, if all users were read. */
  readonly found?: number
  /** How many users a filter looked at. */
  readonly read?: number
}

/**
 * A part of a user, or why it cannot be read: official tables may lack a model, and overrides disable extras. Reading
 * again helps only if the store failed.
 */
export type Part<T> = { readonly value: T } | { readonly problem: string; readonly isFailure: boolean }

export type UserDetails = {
  readonly user: VisibleFields
  readonly isSuspended: boolean
  readonly accounts: Part<readonly VisibleRow[]>
  readonly passkeys: Part<readonly VisibleRow[]>
  /** The memberships of the user, if Better Auth has the plugin organization. */
  readonly organizations?: Part<readonly VisibleRow[]>
  /** The number of live sessions. */
  readonly sessions: Part<number>
  /** The number of verification tokens; absent for Better Auth, whose verifications name no user. */
  readonly tokens?: Part<number>
}

/** A live session, with the time of its sign-in if the row or the token has it. */
export type VisibleSession = VisibleRow & { readonly signedIn: string | null }

/** A page of the live sessions of a user, the earliest expiry first. */
export type SessionPage = { readonly sessions: readonly VisibleSession[]; readonly next: string | null }

/** The number of rows of a model; null if it has no table. If it is not exact, the model has more rows, or fewer. */
export type RowCount = {
  readonly rows: number | null
  readonly isExact: boolean
  /** The model may have fewer rows, and the store cannot count them exactly. */
  readonly isAtMost?: true
}

/** What `mortise doctor` finds; null for a store that it cannot check. */
export type Health = { readonly findings: readonly VisibleFinding[] | null }

/** The result of an action. `left` counts the rows that a second request must handle. */
export type ActionResult = {
  readonly changed: number
  readonly left: number
  /** For an action that ends sessions: what could not be ended and why, as sentences. */
  readonly notEnded?: readonly string[]
  /** What else was ended, and what no tool can end, as sentences. */
  readonly note?: string
  /** For the breach tools: the run and its receipt so far. */
  readonly revocation?: { readonly run: string; readonly receipt: Receipt }
}

/** The texts in the body of an action. */
export const inputNames = [
  "userId",
  // Names the row, for an action on one row.
  "handle",
  // The email of the user, or the id if there is none, for a deletion.
  "confirm",
  // The breach tools: a run that was counted.
  "run",
  // The breach tools: `all`, `provider`, `domain` or `users`.
  "rule",
  // The provider, the domain, or a list: one id or email on each line.
  "value",
  // What to end, separated by commas.
  "kinds",
  // An ISO time, for sessions only.
  "before",
] as const

export type ActionInput = Readonly<Record<(typeof inputNames)[number], string>>

export type ApiError = { readonly error: { readonly code: string; readonly message: string } }

/** The actions, which need `--write`. */
export const actionNames = [
  "revoke-session",
  "sign-out-everywhere",
  "unlink-account",
  "remove-passkey",
  "suspend-user",
  "resume-user",
  "delete-user",
  "sweep",
  "count-revocation",
  "apply-revocation",
  "continue-revocation",
  "stop-revocation",
] as const

export type ActionName = (typeof actionNames)[number]
