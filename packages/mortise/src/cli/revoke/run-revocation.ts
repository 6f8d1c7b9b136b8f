import { describeError } from "../terminal/describe-error.ts"
import type { Progress } from "../terminal/output.ts"
import { letSignalArrive } from "../terminal/stop-signal.ts"
import { closeReceipt, type Receipt, withBatch } from "./receipt.ts"
import type { Position, Revocation } from "./revocation.ts"
import { type Batch, revokeBatch } from "./revoke-batch.ts"
import type { Target } from "./target.ts"

type RunOptions = {
  readonly signal: AbortSignal
  readonly progress: Progress
  /** Called with the ids of users, before the receipt that is past them is saved. */
  readonly onUsers?: (ids: readonly string[]) => void
  /** Called when the receipt has changed. */
  readonly save?: (receipt: Receipt) => Promise<void>
}

// A run that is killed loses at most this much of its receipt, and nothing of what it has ended.
const saveMs = 1000

/** Runs batches until all are done, the signal stops them, or the store fails. The last receipt is saved too. */
export async function runRevocation(
  target: Target,
  revocation: Revocation,
  start: Receipt,
  { signal, progress, onUsers = () => {}, save = async () => {} }: RunOptions,
): Promise<{ readonly receipt: Receipt; readonly failure?: string }> {
  let receipt = start
  let position = start.next
  let saved = Date.now()
  const end = async (state: Receipt["state"]): Promise<Receipt> => {
    receipt = closeReceipt(target, receipt, state, Date.now)
    await save(receipt)
    return receipt
  }
  while (position && !signal.aborted) {
    const from: Position = position
    const batch: Batch = await revokeBatch(target, revocation, from).catch((failure: unknown) => ({
      ...none,
      next: from,
      failure,
    }))
    onUsers(batch.users)
    position = batch.next
    receipt = withBatch(receipt, batch)
    if (batch.failure !== undefined)
      return { receipt: await end("failed"), failure: await describeError(batch.failure) }
    if (Date.now() - saved >= saveMs) {
      await save(receipt)
      saved = Date.now()
    }
    progress(() => describeProgress(receipt))
    await letSignalArrive()
  }
  return { receipt: await end(receipt.next ? "stopped" : "complete") }
}

const none = { counts: {}, problems: [], users: [] } as const

const describeProgress = ({ ended, dryRun }: Receipt): string =>
  `${ended.users} users, ${ended.sessions} sessions, ${ended.accounts} accounts and ${ended.links} links ${dryRun ? "counted" : "ended"} so far.`
