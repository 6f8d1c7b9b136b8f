import { setTimeout as sleep } from "node:timers/promises"
import type { Adapter } from "../../../../src/index.ts"
import { contests, type Prize } from "./contests.ts"

/** The message to a process: which contest, for which prize, as which callers, and when to start. */
export type Call = {
  readonly contest: string
  readonly prize: Prize
  readonly callers: readonly number[]
  readonly at: number
}

/** Takes part in the contests that the parent process calls, until it disconnects. */
export function compete(adapter: Adapter, close: () => Promise<unknown>): void {
  process.on("message", async ({ contest, prize, callers, at }: Call) => {
    await sleep(at - Date.now())
    process.send?.(await Promise.all(callers.map((who) => contests[contest]?.act(adapter, prize, who))))
  })
  process.on("disconnect", () => close().then(() => process.exit()))
  process.send?.("ready")
}
