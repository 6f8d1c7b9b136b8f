import { clientSuite } from "../../../../workshop/src/tests/tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { upstash } = await import("./clients.ts")
const { describeClient } = await import("./describe-client.ts")

// The scripts are those of the other clients; answers arrive over HTTP. A full run has the whole suite.
describeClient(upstash, clientSuite)
