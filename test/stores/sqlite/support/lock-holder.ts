import { writeSync } from "node:fs"
import { client } from "../clients/libsql.ts"
import { fileVariable } from "./shared-file.ts"

// Takes the right to write, and keeps it until it is killed.
const { begin } = await client.open(process.env[fileVariable] ?? "")
await begin()
writeSync(1, "held\n")
setInterval(() => {}, 60_000)
