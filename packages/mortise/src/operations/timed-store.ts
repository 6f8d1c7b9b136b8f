import type { Awaitable } from "../shared/awaitable.ts"
import { runWithin, type TimedCall } from "./deadline.ts"
import { forwardStore, forwardUpkeep } from "./forward-calls.ts"
import type { OpenStore } from "./store.ts"

/**
 * A store that ends each call after `timeoutMs`. `open` opens the store for one call: it passes each request through
 * `call.follow`, so that the error says whether the request was sent and may have changed something.
 *
 * @example
 * ```ts no-run: needs an engine
 * import { type OpenStore, timedStore, type TimedCall } from "mortise/store"
 *
 * declare function openStore(send: (isWrite: boolean, request: string) => Promise<unknown>): OpenStore
 * declare function sendToEngine(request: string, signal: AbortSignal): Promise<unknown>
 *
 * const open = (call: TimedCall) =>
 *   openStore(async (isWrite, request) =>
 *     call.follow(isWrite, ({ track }) => {
 *       const controller = new AbortController()
 *       track({ isSent: () => true, discard: () => controller.abort() })
 *       return sendToEngine(request, controller.signal)
 *     }),
 *   )
 * const { store, upkeep } = timedStore(5_000, open)
 * ```
 */
export function timedStore(timeoutMs: number, open: (call: TimedCall) => OpenStore): OpenStore {
  const run = <T>(use: (opened: OpenStore) => Awaitable<T>) =>
    runWithin(timeoutMs, (call) => Promise.resolve(use(open(call))))
  return {
    store: forwardStore((use) => run(({ store }) => use(store))),
    upkeep: {
      ...forwardUpkeep((use) => run(({ upkeep }) => use(upkeep))),
      settle: async (limit) => run(({ upkeep }) => upkeep.settle?.(limit) ?? 0),
    },
  }
}
