import { setTimeout as sleep } from "node:timers/promises"
import { engines } from "../support/engines.ts"
import { contests, type Prize } from "./contests.ts"

/** The message to a process: which contest, for which prize, as which callers, and when to start. */
export type Call = {
  readonly contest: string
  readonly prize: Prize
  readonly callers: readonly number[]
  readonly at: number
}

const [, , name = "", url = ""] = process.argv
const engine = engines.find((each) => each.name === name)
if (!engine) throw new Error(`There is no engine ${name}`)
const client = engine.connect(url)
const adapter = client.adapter()

process.on("message", async ({ contest, prize, callers, at }: Call) => {
  await sleep(at - Date.now())
  process.send?.(await Promise.all(callers.map((who) => contests[contest]?.act(adapter, prize, who))))
})
process.on("disconnect", () => client.close().then(() => process.exit()))
process.send?.("ready")
