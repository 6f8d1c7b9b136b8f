import { sha256 } from "../../shared/bytes.ts"
import {
  addCounts,
  type Counts,
  type Kind,
  noCounts,
  type Position,
  type Problem,
  type Revocation,
} from "./revocation.ts"
import type { Batch } from "./revoke-batch.ts"
import { firstPosition, type Target } from "./target.ts"

/** What was ended and what could not be. It holds no secret. */
export type Receipt = {
  readonly receipt: "mortise revoke"
  readonly store: string
  readonly rule: Readonly<Record<string, string | number | boolean>>
  readonly kinds: readonly Kind[]
  readonly before: string | null
  readonly dryRun: boolean
  /** What was created after this time may still exist. */
  readonly startedAt: string
  readonly endedAt: string | null
  /** `running` in the file of a run that was killed. */
  readonly state: "running" | "stopped" | "failed" | "complete"
  /** False after a run that was killed or failed: more may have been ended than is counted. */
  readonly isExact: boolean
  readonly ended: Counts
  /** The number of problems, and the first ones. */
  readonly notEnded: { readonly count: number; readonly problems: readonly Problem[] }
  readonly notes: readonly string[]
  /** Where a second run continues; `null` if the run is complete. */
  readonly next: Position | null
}

/** More are counted and not listed, so that a large run needs little memory. */
export const mostProblems = 1000

export async function newReceipt(
  target: Target,
  revocation: Revocation,
  problems: readonly Problem[],
  now: () => number,
): Promise<Receipt> {
  const { kinds, before, isDryRun } = revocation
  const receipt: Receipt = {
    receipt: "mortise revoke",
    store: target.name,
    rule: await describeRule(revocation),
    kinds,
    before: before?.toISOString() ?? null,
    dryRun: isDryRun,
    startedAt: new Date(now()).toISOString(),
    endedAt: null,
    state: "running",
    isExact: true,
    ended: noCounts,
    notEnded: { count: 0, problems: [] },
    notes: [],
    next: firstPosition(target, revocation),
  }
  return withProblems(receipt, problems)
}

/** The rule without the list of users, of which it has the hash, so that another list is not taken for it. */
async function describeRule({ rule }: Revocation): Promise<Receipt["rule"]> {
  if (rule.by !== "users") return rule
  const list = rule.users.map(({ text }) => text).join("\n")
  return { by: "users", count: rule.users.length, sha256: await sha256(list) }
}

/** The receipt after one more batch. */
export function withBatch(receipt: Receipt, { counts, problems, next, failure }: Batch): Receipt {
  const isExact = receipt.isExact && failure === undefined
  const ended = addCounts(receipt.ended, counts)
  return { ...withProblems(receipt, problems), ended, next: next && withoutAddress(next), isExact }
}

/** Links that were ended are gone, so a second run can start at the first one. */
const withoutAddress = (next: Position): Position => (next.step === "links" ? { ...next, after: null } : next)

/** The receipt of an earlier run, for a second run with the problems that it starts with. */
export function continueReceipt(earlier: Receipt, { notEnded }: Receipt): Receipt {
  const earlierProblems = earlier.notEnded.problems.map((problem) => JSON.stringify(problem))
  const isNew = (problem: Problem) => !earlierProblems.includes(JSON.stringify(problem))
  return {
    ...withProblems(earlier, notEnded.problems.filter(isNew)),
    state: "running",
    endedAt: null,
    // A run that was killed may have ended more than its last receipt counts.
    isExact: earlier.isExact && earlier.state !== "running",
  }
}

const withProblems = (receipt: Receipt, problems: readonly Problem[]): Receipt => ({
  ...receipt,
  notEnded: {
    count: receipt.notEnded.count + problems.length,
    problems: [...receipt.notEnded.problems, ...problems].slice(0, mostProblems),
  },
})

/** The receipt of a run that has come to an end. */
export function closeReceipt(
  target: Target,
  receipt: Receipt,
  state: Receipt["state"],
  now: () => number,
): Receipt {
  const end = new Date(now())
  const closed = { ...receipt, state, endedAt: end.toISOString() }
  return { ...closed, notes: listNotes(target, closed, end) }
}

/** What the numbers do not say. */
function listNotes(target: Target, receipt: Receipt, now: Date): string[] {
  const { dryRun, ended, isExact, state } = receipt
  const notes = [
    !dryRun && "What was created after startedAt may still exist: a second run ends it.",
    !isExact && "The run was killed or failed: more may have been ended than is counted.",
    ...target.listNotes(receipt, now),
    ended.accounts > ended.accountsRevokedAtProvider && !dryRun && notRevoked(ended),
    state === "complete" && ended.users === 0 && "The rule names nobody: check how it is written.",
  ]
  return notes.filter((note) => typeof note === "string")
}

const notRevoked = ({ accounts, accountsRevokedAtProvider }: Counts): string =>
  `Accounts whose tokens were removed from the database and NOT revoked at the provider: ${accounts - accountsRevokedAtProvider}. A copy of such a token works until the provider ends it.`
