// Creates users until it is killed, and prints the address of each one that the call has returned.
import { createWriteStream } from "node:fs"
import { createClient } from "@libsql/client"
import { audited, jsonLines } from "../../../src/layers/index.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { auditKey as key } from "./audited-memory.ts"

const [url = "", log = "", whenSinkFails] = process.argv.slice(2)
const sink = jsonLines(createWriteStream(log, { flags: "a" }))
const mode = whenSinkFails === "refuse" ? "refuse" : "report"
const adapter = audited(libsqlAdapter(createClient({ url })), sink, { key, whenSinkFails: mode })

async function write(lane: number): Promise<void> {
  for (let nth = 0; ; nth++) {
    const email = `${process.pid}-${lane}-${nth}@example.com`
    await adapter.createUser({ email })
    process.stdout.write(`${email}\n`)
  }
}

await Promise.all([1, 2, 3, 4].map(write))
