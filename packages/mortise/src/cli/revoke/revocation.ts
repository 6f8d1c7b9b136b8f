/** Whose sessions, provider tokens and links are ended. */
export type Rule =
  | { readonly by: "all" }
  | { readonly by: "provider"; readonly provider: string }
  /** The part of the email after the @, in its canonical form. */
  | { readonly by: "domain"; readonly domain: string }
  | { readonly by: "users"; readonly users: readonly ListedUser[] }

/** An id or an email, and its line in the list. */
export type ListedUser = { readonly text: string; readonly line: number }

/** What can be ended: sessions, the refresh and access tokens of accounts, and mailed links. */
export const kinds = ["sessions", "tokens", "links"] as const

export type Kind = (typeof kinds)[number]

/** What to end, or only to count. */
export type Revocation = {
  readonly rule: Rule
  readonly kinds: readonly Kind[]
  /** Only sessions that were created before this time. */
  readonly before: Date | undefined
  readonly isDryRun: boolean
  /** The store cannot end sessions that are tokens, as `checkStore` has found. */
  readonly withoutTokenSessions?: boolean
}

/** Where the next batch starts. It holds no secret. */
export type Position =
  /** All links: continues after the links of this address. */
  | { readonly step: "links"; readonly after: string | null }
  /** All verifications of Better Auth: after this id. */
  | { readonly step: "verifications"; readonly after: string | null }
  /** All users: after this id. */
  | { readonly step: "users"; readonly after: string | null }
  /** The list of users: after this many of them. */
  | { readonly step: "list"; readonly done: number }

const noneEnded = {
  /** Users that the rule names. */
  users: 0,
  /** Stored sessions. */
  sessions: 0,
  /** Users whose sessions that are tokens were ended: how many they had is unknown. */
  usersOfTokenSessions: 0,
  /** With a time: sessions that are not older, and stay. */
  newerSessions: 0,
  /** With a time: sessions whose token does not carry its time, and which stay. */
  undecidableSessions: 0,
  /** Accounts whose tokens were removed. */
  accounts: 0,
  refreshTokens: 0,
  accessTokens: 0,
  /** Accounts whose tokens were also revoked at the provider. */
  accountsRevokedAtProvider: 0,
  links: 0,
  /** Links of Better Auth that the rule may name, and which stay: they name neither a user nor an address. */
  unattributedLinks: 0,
}

/** How many of each were ended; in a dry run, how many would be. */
export type Counts = Readonly<typeof noneEnded>

export const noCounts: Counts = noneEnded

/** What could not be ended, and why. */
export type Problem = {
  readonly kind: Kind | "user"
  /** The id of the user. */
  readonly user?: string
  readonly provider?: string
  /** The line of the list of users. */
  readonly line?: number
  readonly count?: number
  readonly why: string
}

/** What happened to one user, or to the links of one address. */
export type Outcome = {
  readonly counts: Partial<Counts>
  readonly problems: readonly Problem[]
  /** The id of the user, if the rule names one. */
  readonly user?: string
}

export const nothing: Outcome = { counts: {}, problems: [] }

export function addCounts(sum: Counts, counts: Partial<Counts>): Counts {
  const names = Object.keys(sum) as (keyof Counts)[]
  return Object.fromEntries(names.map((name) => [name, sum[name] + (counts[name] ?? 0)])) as Counts
}

export const joinOutcomes = (outcomes: readonly Outcome[]): { counts: Counts; problems: Problem[] } => ({
  counts: outcomes.reduce((sum, { counts }) => addCounts(sum, counts), noCounts),
  problems: outcomes.flatMap(({ problems }) => problems),
})
