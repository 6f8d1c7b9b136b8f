// Expired rows are swept after a request, because a timer would keep a process alive and does not run in serverless
// runtimes. In each process, one request per interval tries to claim a slot that expires at the end of the interval;
// the process that gets it deletes one batch. So all processes together sweep once per interval. The sweep starts after
// the response is known and never delays it.

import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import type { CallLayer } from "./call-layers.ts"

/** Starts a sweep after a call, if one is due. */
export function createSweepAfterCalls({ settings, slots, upkeep, emit, now }: Core): CallLayer {
  const { sweep } = settings
  if (!sweep || !slots || !upkeep) return (next) => next()
  let due = 0

  const sweepBatch = async (): Promise<void> => {
    try {
      if ((await slots.claim({ key: "auth/sweep", expires: new Date(now() + sweep.everyMs) })).ok)
        await upkeep.sweep({ limit: sweep.limit })
    } catch (error) {
      emit({ type: "operation_failed", operation: "sweep", code: readErrorCode(error) })
    }
  }

  const sweepIfDue = (): void => {
    if (now() < due) return
    due = now() + sweep.everyMs
    const work = sweepBatch()
    try {
      settings.waitUntil(work)
    } catch {
      // Without it, the runtime may stop the sweep early. The next interval continues.
    }
  }

  return (next) => {
    const result = next()
    result.then(sweepIfDue, sweepIfDue)
    return result
  }
}
