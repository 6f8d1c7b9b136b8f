import type { Order } from "./run-suite.ts"
import { runSuite } from "./run-suite.ts"

// For Node, Bun and Deno: program.ts <order>. The last line of the output is the result.
const order = JSON.parse(process.argv[2] ?? "") as Order
const load = async () => (await import(`../clients/${order.client}.ts`)).open
const outcome = await runSuite(load, order)
console.log(`\n${JSON.stringify(outcome)}`)
// Clients may keep connections open; the report is done, so the process ends.
process.exit()
