import { once } from "node:events"
import { writeSync } from "node:fs"
import { upkeep } from "../../../../src/contract/adapter-parts.ts"
import { factory } from "./shared-file.ts"

// Sweeps until no expired row is left, and prints how many rows each call deleted.
const limit = 500
const { adapter, close } = await factory()
const tools = upkeep(adapter)
writeSync(1, "ready\n")
await once(process.stdin, "data")
for (;;) {
  const count = (await tools?.sweep({ limit })) ?? 0
  writeSync(1, `${count}\n`)
  if (count < limit) break
}
await close()
