/**
 * Removes expired rows in the background: receipts, nonces, rate counts, sessions, tokens. Otherwise they would stay
 * for ever. A round starts after a jittered interval. It first claims a slot that lives for one interval, so that one
 * process per store sweeps. It removes batches of limited size until a number of batches is done or its claim
 * expires; the next round continues.
 */
import type { Slots } from "../../contract/slots.ts"
import type { Upkeep } from "../../contract/upkeep.ts"
import { describeError } from "../terminal/describe-error.ts"
import type { Reporter } from "../terminal/output.ts"

export type SweeperOptions = {
  readonly upkeep: Pick<Upkeep, "sweep">
  readonly slots: Pick<Slots, "claim">
  readonly intervalMs: number
  readonly reporter: Reporter
  /** The clock, in milliseconds. */
  readonly now?: () => number
  readonly random?: () => number
}

export type Sweeper = {
  /** Starts no further batch, and waits for the running one. */
  stop(): Promise<void>
}

// Callers of the server cannot reach slots with this prefix.
const claimKey = "mortise/http/sweep"
const batchSize = 500
const maxBatches = 20

export function startSweeper(options: SweeperOptions): Sweeper {
  const { upkeep, slots, intervalMs, reporter, now = Date.now, random = Math.random } = options
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let round = Promise.resolve()

  const sweepBatches = async (until: number): Promise<number> => {
    let removed = 0
    for (let batch = 0; batch < maxBatches && !isStopped && now() < until; batch++) {
      const count = await upkeep.sweep({ limit: batchSize })
      removed += count
      if (count < batchSize) break
    }
    return removed
  }

  const runRound = async (): Promise<void> => {
    try {
      const until = now() + intervalMs
      if (!(await slots.claim({ key: claimKey, expires: new Date(until) })).ok) return
      const removed = await sweepBatches(until)
      if (removed > 0) reporter.print("swept", `Removed ${removed} expired rows.`, { removed })
    } catch (error) {
      reporter.printError("sweep_failed", `Expired rows could not be removed: ${await describeError(error)}.`)
    }
  }

  const schedule = (): void => {
    timer = setTimeout(
      () => {
        round = runRound().then(() => {
          if (!isStopped) schedule()
        })
      },
      intervalMs * (0.5 + random()),
    )
    // The sweeper alone must not keep the process running.
    timer.unref()
  }

  schedule()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return round
    },
  }
}
