import { clientSuite, suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { mainLibraries } = await import("./clients.ts")
const { describeClient } = await import("./describe-client.ts")

// The second library has a deadline that no call reaches: it must change nothing.
for (const [nth, library] of mainLibraries.entries())
  if (nth === 0) describeClient(library, suiteOptions)
  else describeClient(library, clientSuite, { timeoutSeconds: 60 })
