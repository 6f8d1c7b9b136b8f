import { writeSync } from "node:fs"
import { client } from "../clients/libsql.ts"
import { fileVariable } from "./shared-file.ts"

// Takes the write lock and holds it until the process is killed.
const { begin } = await client.open(process.env[fileVariable] ?? "")
await begin()
writeSync(1, "held\n")
setInterval(() => {}, 60_000)
