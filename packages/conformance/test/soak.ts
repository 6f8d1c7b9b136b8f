import { randomInt } from "node:crypto"
import { memoryAdapter } from "mortise/memory"
import { cases, type Effort, runConformance } from "../src/index.ts"
import { foreignAdapter } from "./support/foreign-adapter.ts"

// Runs all cases except programs and processes many times on correct adapters, each time with a new seed. A case that
// fails even once in a thousand rounds is wrong. The arguments are the number of rounds, the effort and the first seed:
// npm run soak:conformance -- 1000 quick
const [rounds = "1000", effort = "quick", first = String(randomInt(2 ** 31))] = process.argv.slice(2)
const adapters = { memory: () => memoryAdapter({ onWarning: () => {} }), foreign: foreignAdapter }
const only = cases.map(({ id }) => id).filter((id) => !/^(programs|processes)\//.test(id))

console.log(`The first seed is ${first}: npm run soak:conformance -- ${rounds} ${effort} ${first}`)
let passed = 0
let failed = 0
for (let round = 0; round < Number(rounds); round++)
  for (const [name, make] of Object.entries(adapters)) {
    const factory = () => ({ adapter: make() })
    const seed = Number(first) + round
    const report = await runConformance({ factory, effort: effort as Effort, only, seed, onLine: false })
    passed += report.passed
    failed += report.failed
    for (const { id, status, error } of report.results)
      if (status === "failed")
        console.error(
          `${name}, ${id}: ${error?.message}\nTo repeat it: npm run soak:conformance -- 1 ${effort} ${seed}`,
        )
  }
console.log(`${rounds} rounds at ${effort} effort: ${passed} cases passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
