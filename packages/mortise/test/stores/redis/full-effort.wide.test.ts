import { fullSuite } from "../../support/tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { libraries } = await import("./clients.ts")
const { describeClient } = await import("./describe-client.ts")

for (const library of libraries.slice(0, 1)) describeClient(library, fullSuite)
