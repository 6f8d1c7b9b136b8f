import { type ClientName, clients } from "./clients/registry.ts"
import { describeClients } from "./support/describe-clients.ts"

describeClients((Object.keys(clients) as ClientName[]).filter((name) => name !== "node:sqlite of Node 22"))
