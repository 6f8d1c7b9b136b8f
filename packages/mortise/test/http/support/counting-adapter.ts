import type { Adapter } from "../../../src/contract/adapter.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

/** An adapter that counts how often each operation was called with the same arguments. */
export function countingAdapter(behind: Adapter = memoryAdapter()) {
  const calls = new Map<string, number>()
  const counting = Object.entries(behind).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      const key = `${name} ${JSON.stringify(args)}`
      calls.set(key, (calls.get(key) ?? 0) + 1)
      return (run as (...args: unknown[]) => unknown)(...args)
    },
  ])
  const symbols = Object.getOwnPropertySymbols(behind).map((symbol) => [
    symbol,
    (behind as unknown as Record<symbol, unknown>)[symbol],
  ])
  const adapter: Adapter = Object.fromEntries([...counting, ...symbols])
  return { adapter, calls }
}
