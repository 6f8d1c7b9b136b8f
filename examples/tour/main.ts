import "./silence-runtime-warning.ts"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "libsql"
import { libsqlAdapter } from "../../packages/mortise/src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../packages/mortise/src/stores/sql/migrate/index.ts"
import { createNarrator } from "./narrator.ts"
import { tour } from "./tour.ts"

const colour = process.stdout.isTTY === true && !process.env["NO_COLOR"]
const narrator = createNarrator(console.log, colour)

console.log(`Mortise: a guided tour
Two people sign in with the real Auth.js, on a SQLite file. Each line shows one call of the adapter: the operation
of the contract, its verb, the table, the result, and the key of the row. Below it is the SQL statement, in which
long lists of columns are left out. Secrets are masked.`)

const folder = await mkdtemp(join(tmpdir(), "mortise-tour-"))
const database = new Database(join(folder, "auth.db"))
await migrate(libsqlAdapter(database))
await tour(libsqlAdapter(database, { onStatement: narrator.statement }), narrator)
database.close()
await rm(folder, { recursive: true })

console.log(`
Where to look next
   packages/mortise/src/operations/nineteen.ts   the nineteen operations, each with one verb
   packages/mortise/src/stores/sql               a store: the seven verbs as statements
   packages/mortise/src/sql                      what it stands on: database clients and engines
   README.md                                     your own fields, errors, database clients, and how to add a store
   npm test                                      every check`)
