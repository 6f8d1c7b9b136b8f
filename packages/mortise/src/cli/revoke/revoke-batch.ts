import { canonicalEmail } from "../../contract/canonical-email.ts"
import type { Key, Page, User, VerificationToken } from "../../index.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { endForUser, endLinks } from "./end-for-user.ts"
import {
  type Counts,
  joinOutcomes,
  nothing,
  type Outcome,
  type Position,
  type Problem,
  type Revocation,
} from "./revocation.ts"

/** What one batch has ended, and where the next one starts; `null` after the last one. */
export type Batch = {
  readonly counts: Partial<Counts>
  readonly problems: readonly Problem[]
  /** The ids of the users that the rule names. */
  readonly users: readonly string[]
  readonly next: Position | null
  /** Set if the store failed. The next batch starts at the first user that was not finished. */
  readonly failure?: unknown
}

/** A batch is short, so that it can be stopped after each one. */
const batchSize = 50
const concurrentUsers = 8

/** The links first: one of them could start a session. */
export const firstPosition = ({ rule, kinds }: Revocation): Position =>
  kinds.includes("links") && (rule.by === "all" || rule.by === "domain")
    ? { step: "links", after: null }
    : firstUser(rule)

const firstUser = (rule: Revocation["rule"]): Position =>
  rule.by === "users" ? { step: "list", done: 0 } : { step: "users", after: null }

/** Ends what the rule names, from a position on, for at most 50 users. A second call for the same users is harmless. */
export function revokeBatch(
  store: OpenStore,
  revocation: Revocation,
  position: Position,
  now: () => number = Date.now,
): Promise<Batch> {
  switch (position.step) {
    case "links":
      return endAllLinks(store, revocation, position.after)
    case "users":
      return endUsers(store, revocation, position.after, now)
    case "list":
      return endListed(store, revocation, position.done, now)
  }
}

// Sorts after all tokens but those that start with it.
const afterTokens = "~"

/** The links of one page. The position names an address and no token, so links of this address can come again. */
async function endAllLinks(store: OpenStore, revocation: Revocation, after: string | null): Promise<Batch> {
  let from: Key | null = after === null ? null : { identifier: after, token: afterTokens }
  let rows: VerificationToken[] = []
  do {
    const page: Page<VerificationToken> = await store.upkeep.page(
      "verificationToken",
      from ? { after: from } : {},
    )
    rows = page.rows.filter(({ identifier }) => identifier !== after)
    from = page.next
  } while (rows.length === 0 && from)
  const addresses = [...new Set(rows.map(({ identifier }) => identifier))]
  const { rule, isDryRun } = revocation
  // The links to the last address may continue on the next page.
  const isCounted = (address: string) => isDryRun && (!from || address !== addresses.at(-1))
  return inOrder(
    addresses,
    async (address) => {
      if (rule.by === "domain" && readDomain(address) !== rule.domain) return nothing
      if (!isCounted(address)) return endLinks(store, revocation, address)
      return {
        counts: { links: rows.filter(({ identifier }) => identifier === address).length },
        problems: [],
      }
    },
    (done) => ({ step: "links", after: addresses[done - 1] ?? after }),
    from ? undefined : firstUser(rule),
  )
}

async function endUsers(
  store: OpenStore,
  revocation: Revocation,
  after: string | null,
  now: () => number,
): Promise<Batch> {
  const page: Page<User> = await store.upkeep.page("user", {
    limit: batchSize,
    ...(after !== null && { after: { id: after } }),
  })
  const { rule } = revocation
  const isNamed = ({ email }: User) =>
    rule.by !== "domain" || (email !== null && readDomain(email) === rule.domain)
  return inOrder(
    page.rows,
    async (user) => (isNamed(user) ? endForUser(store, revocation, user, now) : nothing),
    (done) => ({ step: "users", after: page.rows[done - 1]?.id ?? after }),
    page.next ? undefined : null,
  )
}

async function endListed(
  store: OpenStore,
  revocation: Revocation,
  start: number,
  now: () => number,
): Promise<Batch> {
  const all = revocation.rule.by === "users" ? revocation.rule.users : []
  const entries = all.slice(start, start + batchSize)
  return inOrder(
    entries,
    async ({ text, line }) => {
      const user = await findListed(store, text)
      if (user) return endForUser(store, revocation, user, now)
      const unknown: Problem = { kind: "user", line, why: "No user has this id or email." }
      // A link to an address without a user signs a new user up.
      const links =
        text.includes("@") && revocation.kinds.includes("links")
          ? [await endLinks(store, revocation, canonicalEmail(text))]
          : []
      return joinOutcomes([{ counts: {}, problems: [unknown] }, ...links])
    },
    (done) => ({ step: "list", done: start + done }),
    start + entries.length < all.length ? undefined : null,
  )
}

const findListed = async ({ adapter }: OpenStore, text: string): Promise<User | null> =>
  (text.includes("@") ? await adapter.getUserByEmail(text) : null) ?? adapter.getUser(text)

function readDomain(address: string): string | undefined {
  const canonical = canonicalEmail(address)
  const at = canonical.lastIndexOf("@")
  return at === -1 ? undefined : canonical.slice(at + 1)
}

/**
 * Works on several items at a time. If one fails, the next position is after the last item before it, and what was
 * ended after it is still counted.
 */
async function inOrder<T>(
  items: readonly T[],
  work: (item: T) => Promise<Outcome>,
  after: (done: number) => Position,
  end: Position | null | undefined,
): Promise<Batch> {
  const limited = limitConcurrency(concurrentUsers)
  const settled = await Promise.allSettled(items.map((item) => limited(() => work(item))))
  const failed = settled.findIndex(({ status }) => status === "rejected")
  const outcomes = settled.flatMap((result, index): Outcome[] => {
    if (result.status === "rejected") return []
    if (failed === -1 || index < failed) return [result.value]
    // The next batch repeats this item.
    const { counts } = result.value
    return [{ counts: { ...counts, users: 0, usersOfTokenSessions: 0 }, problems: [] }]
  })
  const users = outcomes.flatMap(({ user }) => user ?? [])
  const total = { ...joinOutcomes(outcomes), users }
  if (failed === -1) return { ...total, next: end === undefined ? after(items.length) : end }
  const { reason } = settled[failed] as PromiseRejectedResult
  return { ...total, next: after(failed), failure: reason }
}
