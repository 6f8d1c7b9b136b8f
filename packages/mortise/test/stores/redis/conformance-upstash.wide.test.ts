import { suiteOptions } from "../../support/tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { upstash } = await import("./clients.ts")
const { describeClient } = await import("./describe-client.ts")

describeClient(upstash, suiteOptions)
