import { join } from "node:path"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { clientSuite, suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { runChecks } from "./checks/index.ts"
import { type ClientName, clientOf, clients } from "./clients/registry.ts"
import { conformance, processes } from "./support/conformance.ts"

/** One client of each engine, and of each runtime beside Node, runs the whole suite; in a full run, all of them do. */
const wholeSuite: readonly ClientName[] = [
  "@libsql/client on a file",
  "better-sqlite3",
  "bun:sqlite",
  "@tursodatabase/database",
]
const suiteFor = (name: ClientName) => (wholeSuite.includes(name) ? suiteOptions : clientSuite)

/** The tasks of this program; each prints its report as JSON. */
const tasks = {
  conformance: async (name, folder) =>
    conformance(await clients[name].load(), join(folder, "conformance.db"), suiteFor(name)),
  processes: (name, folder) => processes(name, join(folder, "processes.db")),
  checks: async (name, folder) => runChecks(await clients[name].load(), clientOf(name), folder),
} satisfies Record<string, (name: ClientName, folder: string) => Promise<unknown>>

export type Task = keyof typeof tasks

// Runs in the runtime that a client needs: program.ts <client> <task>
const [name, task] = process.argv.slice(2) as [ClientName, Task]
const { folder, remove } = quickFolder()
try {
  process.stdout.write(JSON.stringify(await tasks[task](name, folder)))
} finally {
  remove()
}
// Clients and servers may still hold handles open; the report is done, so the process ends.
process.exit()
