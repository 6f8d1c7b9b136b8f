import { memoryAdapter } from "mortise/memory"
import { runConformance } from "../../src/index.ts"
import { foreignAdapter } from "./foreign-adapter.ts"
import { localTimeAdapter } from "./local-time-adapter.ts"

const adapters = {
  memory: () => memoryAdapter({ onWarning: () => {} }),
  foreign: foreignAdapter,
  local: localTimeAdapter,
}

const failed: Record<string, string[]> = {}
for (const [name, make] of Object.entries(adapters)) {
  const { results } = await runConformance({
    factory: () => ({ adapter: make() }),
    only: ["dates", "clock-changes", "sessions"],
    seed: 1,
    onLine: false,
  })
  failed[name] = results.filter(({ status }) => status === "failed").map(({ id }) => id)
}
console.log(JSON.stringify({ offset: new Date("2024-07-01").getTimezoneOffset(), failed }))
