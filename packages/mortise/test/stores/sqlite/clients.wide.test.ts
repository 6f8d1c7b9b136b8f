import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { type ClientName, clients } from "./clients/registry.ts"
import { describeClients, mainClients } from "./support/describe-clients.ts"

/** Each differs from another client only in its version or its transport. */
const rare: readonly ClientName[] = [
  "@libsql/client in memory",
  "@tursodatabase/serverless on a server",
  "node:sqlite of Node 22",
]
const elsewhere = isFullRun ? mainClients : [...mainClients, ...rare]

describeClients((Object.keys(clients) as ClientName[]).filter((name) => !elsewhere.includes(name)))
