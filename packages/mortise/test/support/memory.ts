import type { ExtraFields } from "../../src/index.ts"
import type { AdapterOptions } from "../../src/operations/create-adapter.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const start = Date.parse("2026-03-04T05:06:07.089Z")
export const minute = 60_000

/** The date `ms` milliseconds after the start of the test clock. */
export const at = (ms: number): Date => new Date(start + ms)

/** A memory adapter whose clock stands still until the test calls `travel`. */
export function openMemory<X extends ExtraFields = object>(options: AdapterOptions<X> = {}) {
  let time = start
  const adapter = memoryAdapter({ now: () => time, onWarning: () => {}, ...options })
  const travel = (ms: number): void => {
    time += ms
  }
  return { adapter, travel }
}
