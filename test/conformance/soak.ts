import { type Effort, run } from "../../src/conformance/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { foreignAdapter } from "./foreign-adapter.ts"

// Runs the suite again and again on correct adapters, each time with a new seed: one failure in a thousand is
// one too many. Takes the number of rounds and the effort: npm run soak:conformance -- 1000 quick
const [rounds = "1000", effort = "quick"] = process.argv.slice(2)
const adapters = { memory: () => memoryAdapter({ warn: () => {} }), foreign: foreignAdapter }

let asked = 0
for (let round = 0; round < Number(rounds); round++)
  for (const [name, make] of Object.entries(adapters)) {
    const report = await run({ factory: () => ({ adapter: make() }), effort: effort as Effort, print: false })
    asked += report.passed
    const wrong = report.results.filter(({ status }) => status === "failed")
    for (const { id, error } of wrong)
      console.error(`round ${round}, ${name}, seed ${report.seed}: ${id}\n${error?.message}`)
    if (wrong.length > 0) process.exitCode = 1
  }
console.log(`${rounds} rounds at ${effort} effort: ${asked} cases passed`)
