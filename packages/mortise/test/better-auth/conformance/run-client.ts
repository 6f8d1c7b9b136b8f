/** Runs the suite on the client and the place that the arguments name, and prints what it came to. */
import { runBetterAuth } from "@mortise/conformance/better-auth"
import { seed } from "../../../../workshop/src/tests/seed.ts"
import { type MoreClientName, moreClients } from "./more-clients.ts"
import { listDatabaseCases, problemsOf } from "./problems.ts"
import { setupOn } from "./setup-on.ts"

const [, , name, place = ""] = process.argv
const { open } = moreClients[name as MoreClientName]
const report = await runBetterAuth({
  factory: async () => setupOn(await open(place)),
  only: listDatabaseCases(await open(place)),
  seed,
  onLine: false,
})
console.log(JSON.stringify({ passed: report.passed, problems: problemsOf(report) }))
process.exit()
