import { memoryAdapter } from "mortise/memory"
import { cases, type Effort, runConformance } from "../src/index.ts"
import { foreignAdapter } from "./support/foreign-adapter.ts"

// Runs all cases except programs and processes many times on correct adapters, each time with a new seed. A case that
// fails even once in a thousand rounds is wrong. The arguments are the number of rounds and the effort:
// npm run soak:conformance -- 1000 quick
const [rounds = "1000", effort = "quick"] = process.argv.slice(2)
const adapters = { memory: () => memoryAdapter({ onWarning: () => {} }), foreign: foreignAdapter }
const only = cases.map(({ id }) => id).filter((id) => !/^(programs|processes)\//.test(id))

let passed = 0
let failed = 0
for (let round = 0; round < Number(rounds); round++)
  for (const [name, make] of Object.entries(adapters)) {
    const factory = () => ({ adapter: make() })
    const report = await runConformance({ factory, effort: effort as Effort, only, onLine: false })
    passed += report.passed
    failed += report.failed
    for (const { id, status, error } of report.results)
      if (status === "failed")
        console.error(`round ${round}, ${name}, seed ${report.seed}, ${id}: ${error?.message}`)
  }
console.log(`${rounds} rounds at ${effort} effort: ${passed} cases passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
