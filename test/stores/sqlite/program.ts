import { join } from "node:path"
import { runChecks } from "./checks/index.ts"
import { type ClientName, clients } from "./clients/registry.ts"
import { conformance } from "./support/conformance.ts"
import { quickFolder } from "./support/folders.ts"

// Runs in the runtime that a client needs, and reports as JSON: program.ts <client> <conformance | checks>
const [name, task] = process.argv.slice(2) as [ClientName, string]
const { kind, load } = clients[name]
const { folder, remove } = quickFolder()
try {
  const client = await load()
  const report =
    task === "checks"
      ? await runChecks(client, kind, folder)
      : await conformance(client, join(folder, "conformance.db"))
  process.stdout.write(JSON.stringify(report))
} finally {
  remove()
}
// What a client or a server of the test's own keeps open is of no interest any more.
process.exit()
