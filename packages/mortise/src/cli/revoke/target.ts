import type { People, UserRow } from "../users/people.ts"
import type { Counts, Kind, Outcome, Position, Problem, Revocation, Rule } from "./revocation.ts"

/** What a run needs of what it works on: the store of an adapter, or Better Auth. */
export type Target = {
  /** Its name in the receipt. */
  readonly name: string
  /** How the position among all links is named. */
  readonly linkStep: "links" | "verifications"
  /** Throws if something that is needed is missing, before anything is ended. */
  check(revocation: Revocation): Promise<CheckedRevocation>
  /** What the numbers of a receipt do not say. */
  listNotes(run: NotedRun, now: Date): readonly (string | false)[]
  readonly people: Pick<People, "page" | "find" | "findByEmail">
  listAccounts(userId: string): Promise<readonly TargetAccount[]>
  endSessions(revocation: Revocation, userId: string, now: () => number): Promise<Outcome>
  /** A page of all links. */
  pageLinks(revocation: Revocation, after: string | null): Promise<LinkPage>
  /** Ends the links to an address. Without it, every rule walks through all links. */
  endLinks?(revocation: Revocation, address: string, userId?: string): Promise<Outcome>
}

export type CheckedRevocation = { readonly revocation: Revocation; readonly problems: readonly Problem[] }

/** What notes depend on. */
export type NotedRun = {
  readonly kinds: readonly Kind[]
  readonly before: string | null
  readonly dryRun: boolean
}

export type TargetAccount = {
  readonly provider: string
  /** How its tokens count; undefined if it has none. */
  readonly tokens: Partial<Counts> | undefined
  endTokens(): Promise<Outcome>
}

export type LinkPage = {
  /** Each with the key of the position behind it. */
  readonly entries: readonly { readonly key: string; end(): Promise<Outcome> }[]
  readonly hasMore: boolean
}

/** Whether a rule walks through all links, or ends those to the addresses of its users. */
export const walksLinks = ({ endLinks }: Target, { by }: Rule): boolean =>
  !endLinks || by === "all" || by === "domain"

/** The links first: one of them could start a session. */
export const firstPosition = (target: Target, { rule, kinds }: Revocation): Position =>
  kinds.includes("links") && walksLinks(target, rule)
    ? { step: target.linkStep, after: null }
    : firstUser(rule)

export const firstUser = (rule: Rule): Position =>
  rule.by === "users" ? { step: "list", done: 0 } : { step: "users", after: null }

/** The user with this id or email. */
export const findUser = async ({ people }: Target, idOrEmail: string): Promise<UserRow | null> =>
  (idOrEmail.includes("@") ? await people.findByEmail(idOrEmail) : null) ?? people.find(idOrEmail)
