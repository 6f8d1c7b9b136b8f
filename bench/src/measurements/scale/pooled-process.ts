import { pgAdapter } from "mortise/pg"
import { Pool } from "pg"
import type { Measured } from "../../contestant.ts"
import { pgLimitUnnamed } from "../../contestants/postgres-limit.ts"
import { sampleOf } from "./loading.ts"

/** What one process, or all of them, did in a turn. */
export type PooledResult = {
  readonly lookups: number
  readonly statements: number
  readonly p50: number
  readonly p99: number
}

const [contestant, url = "", max = "", callers = "", rows = "", ms = ""] = process.argv.slice(2)
const pool = new Pool({ connectionString: url, max: Number(max) })
pool.on("error", () => {})
let batches = 0
const onStatement = () => {
  batches++
}
// Behind this pooler, statements cannot be prepared by name.
const adapter =
  contestant === "ours"
    ? (pgAdapter(pool, { prepare: false, onStatement }) as Measured)
    : pgLimitUnnamed(pool)
const { sessions } = sampleOf(Number(rows))

const lookUp = async (): Promise<void> => {
  const { sessionToken = "" } = sessions[Math.floor(Math.random() * sessions.length)] ?? {}
  if (!(await adapter.getSessionAndUser(sessionToken)))
    throw new Error("A session that was stored is not found.")
}

/** Runs callers for a while, and returns the time of each lookup. */
async function runFor(duration: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + duration
  const caller = async () => {
    for (let from = performance.now(); from < end; from = performance.now()) {
      await lookUp()
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: Number(callers) }, caller))
  return times
}

await runFor(300)
process.once("message", async () => {
  batches = 0
  const times = (await runFor(Number(ms))).sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  const lookups = times.length
  const result: PooledResult = { lookups, statements: batches || lookups, p50: at(0.5), p99: at(0.99) }
  await pool.end()
  process.send?.(result, () => process.disconnect())
})
process.send?.("ready")
