import { suiteOptions } from "../../tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { libraries } = await import("./clients.ts")
const { describeClient } = await import("./describe-client.ts")

// Every other library has a deadline that no call reaches: it must change nothing.
for (const [nth, library] of libraries.entries())
  describeClient(library, suiteOptions, nth % 2 === 1 ? { timeoutSeconds: 60 } : {})
