import { clientSuite } from "../../../../workshop/src/tests/tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { libraries, mainLibraries } = await import("./clients.ts")
const { describeClient } = await import("./describe-client.ts")

for (const library of libraries) if (!mainLibraries.includes(library)) describeClient(library, clientSuite)
