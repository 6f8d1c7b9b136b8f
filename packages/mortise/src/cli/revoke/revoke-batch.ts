import { canonicalEmail } from "../../contract/canonical-email.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import type { UserRow } from "../users/people.ts"
import { endForUser } from "./end-for-user.ts"
import { readDomain } from "./read-domain.ts"
import {
  type Counts,
  joinOutcomes,
  nothing,
  type Outcome,
  type Position,
  type Problem,
  type Revocation,
} from "./revocation.ts"
import { findUser, firstUser, type Target } from "./target.ts"

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

/** Ends what the rule names, from a position on, for at most 50 users. A second call for the same users is harmless. */
export function revokeBatch(
  target: Target,
  revocation: Revocation,
  position: Position,
  now: () => number = Date.now,
): Promise<Batch> {
  switch (position.step) {
    case "links":
    case "verifications":
      return endAllLinks(target, revocation, position.after)
    case "users":
      return endUsers(target, revocation, position.after, now)
    case "list":
      return endListed(target, revocation, position.done, now)
  }
}

async function endAllLinks(target: Target, revocation: Revocation, after: string | null): Promise<Batch> {
  const { entries, hasMore } = await target.pageLinks(revocation, after)
  const batch = await inOrder(
    entries,
    ({ end }) => end(),
    (done) => ({ step: target.linkStep, after: entries[done - 1]?.key ?? after }),
    hasMore ? undefined : firstUser(revocation.rule),
  )
  const { unattributedLinks: count = 0 } = batch.counts
  return count === 0
    ? batch
    : { ...batch, problems: [...batch.problems, { kind: "links", count, why: noOwner }] }
}

const noOwner = "They name neither a user nor an address, and may belong to the users: --all ends them."

async function endUsers(
  target: Target,
  revocation: Revocation,
  after: string | null,
  now: () => number,
): Promise<Batch> {
  const { rows, next } = await target.people.page({ limit: batchSize, after: after ?? undefined })
  const { rule } = revocation
  const isNamed = ({ email }: UserRow) =>
    rule.by !== "domain" || (email !== null && readDomain(email) === rule.domain)
  return inOrder(
    rows,
    async (user) => (isNamed(user) ? endForUser(target, revocation, user, now) : nothing),
    (done) => ({ step: "users", after: rows[done - 1]?.id ?? after }),
    next === null ? null : undefined,
  )
}

async function endListed(
  target: Target,
  revocation: Revocation,
  start: number,
  now: () => number,
): Promise<Batch> {
  const { rule, kinds } = revocation
  const all = rule.by === "users" ? rule.users : []
  const entries = all.slice(start, start + batchSize)
  return inOrder(
    entries,
    async ({ text, line }) => {
      const user = await findUser(target, text)
      if (user) return endForUser(target, revocation, user, now)
      const unknown: Problem = { kind: "user", line, why: "No user has this id or email." }
      // A link to an address without a user signs a new user up.
      const links =
        target.endLinks && text.includes("@") && kinds.includes("links")
          ? [await target.endLinks(revocation, canonicalEmail(text))]
          : []
      return joinOutcomes([{ counts: {}, problems: [unknown] }, ...links])
    },
    (done) => ({ step: "list", done: start + done }),
    start + entries.length < all.length ? undefined : null,
  )
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
