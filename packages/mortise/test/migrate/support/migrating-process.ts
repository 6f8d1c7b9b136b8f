import { createClient } from "@libsql/client"
import Database from "libsql"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"

/** The message to this process: migrate a file through a client. */
export type Order = { readonly file: string; readonly client: "libsql" | "@libsql/client" }
/** Its answer: the version and the number of statements, or the error. */
export type Report = { readonly version: number; readonly steps: number } | { readonly error: string }

const adapterOf = ({ file, client }: Order) =>
  libsqlAdapter(client === "libsql" ? new Database(file) : createClient({ url: `file:${file}` }))

process.on("message", async (order: Order) => {
  const report: Report = await migrate(adapterOf(order)).then(
    ({ version, steps }) => ({ version, steps: steps.length }),
    (error: Error) => ({ error: `${error.message} ${String(error.cause)}` }),
  )
  process.send?.(report)
})
process.send?.("ready")
