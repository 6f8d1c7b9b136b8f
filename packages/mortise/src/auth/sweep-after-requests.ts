// Expired rows are swept after a request, because a timer would keep a process alive and does not run in serverless
// runtimes. In each process, one request per interval tries to claim a slot that expires at the end of the interval;
// the process that gets it deletes one batch. So all processes together sweep once per interval. The sweep starts after
// the response is known and never delays it.
import type { Slots } from "../contract/slots.ts"
import type { Upkeep } from "../contract/upkeep.ts"
import { codeOf } from "./errors.ts"
import type { Emit } from "./events.ts"
import type { Settings } from "./settings.ts"

type Parts = {
  readonly settings: Settings
  readonly slots: Slots | undefined
  readonly upkeep: Pick<Upkeep, "sweep"> | undefined
  readonly emit: Emit
  readonly now: () => number
}

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>

/** Makes the function that wraps a group of public functions, so that each call is followed by a sweep if one is due. */
export function createSweepAfter(parts: Parts): <T extends object>(group: T) => T {
  const { settings, slots, upkeep, emit, now } = parts
  const { sweep } = settings
  if (!sweep || !slots || !upkeep) return (group) => group
  let due = 0

  const sweepBatch = async (): Promise<void> => {
    try {
      if (await slots.claim({ key: "auth/sweep", expires: new Date(now() + sweep.everyMs) }))
        await upkeep.sweep({ limit: sweep.limit })
    } catch (error) {
      emit({ type: "operation_failed", operation: "sweep", code: codeOf(error) })
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

  return (group) => {
    const wrapped = Object.entries(group as Functions).map(([name, run]) => [
      name,
      (...args: never[]) => {
        const result = run(...args)
        if (result instanceof Promise) result.then(sweepIfDue, sweepIfDue)
        return result
      },
    ])
    return Object.fromEntries(wrapped)
  }
}
