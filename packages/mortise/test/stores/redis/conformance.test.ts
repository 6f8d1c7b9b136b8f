import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { mainLibraries } = await import("./clients.ts")
const { describeClient } = await import("./describe-client.ts")

// One library has a deadline that no call reaches: it must change nothing.
for (const [nth, library] of mainLibraries.entries())
  describeClient(library, suiteOptions, nth === 1 ? { timeoutSeconds: 60 } : {})
