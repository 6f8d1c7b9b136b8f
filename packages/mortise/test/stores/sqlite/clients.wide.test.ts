import { type ClientName, clients } from "./clients/registry.ts"
import { describeClients, mainClients } from "./support/describe-clients.ts"

describeClients((Object.keys(clients) as ClientName[]).filter((name) => !mainClients.includes(name)))
