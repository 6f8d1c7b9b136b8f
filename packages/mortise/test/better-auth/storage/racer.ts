import { setTimeout as sleep } from "node:timers/promises"
import { openApplication } from "./application.ts"
import { actAll, type Prize } from "./flows.ts"

/** The message to a process: which flow, for which user, as which callers, and when to start. */
export type Call = {
  readonly name: string
  readonly prize: Prize
  readonly callers: readonly number[]
  readonly at: number
}

const { auth, close } = await openApplication(JSON.parse(process.argv[2] ?? ""))
process.on("message", async ({ name, prize, callers, at }: Call) => {
  await sleep(at - Date.now())
  process.send?.(await actAll(auth, name, prize, callers))
})
process.on("disconnect", () => close().then(() => process.exit()))
process.send?.("ready")
