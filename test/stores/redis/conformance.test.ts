import { effortElsewhere } from "../../tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { libraries } = await import("./clients.ts")
const { describeClient } = await import("./describe-client.ts")

for (const [nth, library] of libraries.entries())
  describeClient(library, nth === 0 ? "full" : effortElsewhere)
