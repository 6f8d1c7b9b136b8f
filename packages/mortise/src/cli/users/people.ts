export type Fields = Readonly<Record<string, unknown>>

/** A session as a tool may show it. The handle names it without revealing its token. */
export type SessionView = Fields & { readonly handle: string; readonly expires: Date }

/** A user without secrets. */
export type UserRow = Fields & { readonly id: string; readonly email: string | null }

/** Everything that is stored about one user, without secrets. */
export type Person = {
  readonly user: Fields
  readonly accounts: readonly Fields[]
  readonly sessions: readonly SessionView[]
  readonly passkeys: readonly Fields[]
  /** Absent for Better Auth, whose verifications name no user. */
  readonly verificationTokens?: readonly Fields[]
  /** Rows of Better Auth's plugins that refer to the user, by model. */
  readonly others?: Readonly<Record<string, readonly Fields[]>>
}

/** Which of a user's sessions were ended. A tool cannot know whether the application stores sessions or uses tokens. */
export type EndedSessions = {
  /** How many stored sessions were deleted. Tokens cannot be counted. */
  readonly revoked: number
  /** How many stored sessions are left for the next batch. */
  readonly left: number
  /** What could not be ended and why, as sentences. */
  readonly notEnded: readonly string[]
  /** What else was ended, as a sentence. */
  readonly alsoEnded: string
  /** What no tool can end, as sentences. */
  readonly note: string
}

/** What could not be ended with a user. */
export type Deletion = Pick<EndedSessions, "notEnded"> & {
  /** What no tool can end, as sentences. */
  readonly note?: string
}

type PageOptions = {
  readonly limit: number
  /** The `next` of the page before. */
  readonly after?: string | undefined
  /** The start of the email. The users are then sorted by email, and otherwise by id. */
  readonly prefix?: string | undefined
}

/** The users of an adapter's store, or of Better Auth, as commands and the studio read and change them. */
export type People = {
  page(options: PageOptions): Promise<{ readonly rows: readonly UserRow[]; readonly next: string | null }>
  find(id: string): Promise<UserRow | null>
  findByEmail(email: string): Promise<UserRow | null>
  /** Everything that is stored about a user. */
  read(user: UserRow): Promise<Person>
  /** A user's live sessions, the earliest expiry first. */
  sessions(userId: string): Promise<readonly SessionView[]>
  /** Ends the session with this handle. `null` if the user has none. The note says what no tool can end. */
  endSession(userId: string, handle: string): Promise<{ readonly note?: string } | null>
  /** Ends one batch of sessions. A second call ends the next batch. */
  endSessions(userId: string): Promise<EndedSessions>
  suspend(userId: string): Promise<EndedSessions>
  resume(userId: string): Promise<EndedSessions>
  /** Deletes a user with all rows. `null` if another process has deleted the user. */
  remove(userId: string): Promise<Deletion | null>
  /** Deletes at most `limit` rows that expired before `now`. Fewer if no more are left. */
  sweep(options: { readonly limit: number; readonly now?: Date }): Promise<number>
}
